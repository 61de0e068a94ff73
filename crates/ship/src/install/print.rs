//! Instructions for a person if no file is written: links, commands of clients, and what to paste.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};

use super::plan::{Goal, ServerEntry};
use crate::clients::{ClientApp, Launch};

/// How to add a server to a client by hand, in lines.
pub(crate) fn print(client: &ClientApp, goal: &Goal<'_>, wanted: &ServerEntry) -> String {
    let mut lines = vec![client.name.clone()];
    let place = client
        .entries
        .iter()
        .find(|place| place.scope == goal.scope)
        .or_else(|| client.entries.first());
    let entry =
        place.and_then(|place| wanted.launch.entry(place, &wanted.name, &wanted.description));
    if let Some(manual) = &client.manual {
        lines.push(format!("  {manual}"));
    }
    if let Some(add) = &client.add {
        let template = match wanted.launch {
            Launch::Program { .. } => &add.stdio,
            Launch::Url { .. } => &add.http,
        };
        let arguments = template.iter().flat_map(|word| filled(word, goal, wanted, entry.as_ref()));
        let words: Vec<String> = arguments.map(|word| quoted(&word)).collect();
        // A command that needs unknown values is left out in favour of the file.
        if !words
            .iter()
            .any(|word| word.contains('$') || word.contains("K=V") || word.contains("K: V"))
        {
            lines.push(format!("  command: {}", words.join(" ")));
        }
    }
    if let (Some(link), Some(entry)) = (&client.link, &entry)
        && !link.contains("cmd=$command")
    {
        lines.push(format!("  link: {}", linked(link, wanted, entry)));
    }
    if let (Some(place), Some(entry)) = (place, &entry) {
        let files = place.files(goal.home, &wanted.name);
        let key = place.key(goal.home, &wanted.name);
        let text = super::edit::Syntax { format: place.format, strict: client.strict };
        if let (Some(file), Ok(text)) = (files.first(), text.set("", &key, entry)) {
            lines.push(format!("  file {}:", file.display()));
            lines.extend(text.lines().map(|line| format!("    {line}")));
        }
    }
    if entry.is_none() && client.manual.is_none() {
        let servers = wanted.launch.servers();
        lines.push(format!("  this client does not support {servers}"));
    }
    lines.join("\n")
}

fn filled(word: &str, goal: &Goal<'_>, wanted: &ServerEntry, entry: Option<&Value>) -> Vec<String> {
    match (word, &wanted.launch) {
        ("$name", _) => vec![wanted.name.clone()],
        ("$scope", _) => vec![goal.scope.to_owned()],
        ("$json", _) => vec![entry.map(Value::to_string).unwrap_or_default()],
        ("$json_with_name", _) => {
            vec![with_name(&wanted.name, entry.unwrap_or(&Value::Null)).to_string()]
        }
        ("$command", Launch::Program { command, .. }) => vec![command.clone()],
        ("$args", Launch::Program { args, .. }) => args.clone(),
        ("$url", Launch::Url { url, .. }) => vec![url.clone()],
        _ => vec![word.to_owned()],
    }
}

fn linked(link: &str, wanted: &ServerEntry, entry: &Value) -> String {
    let encoded = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
    let json = entry.to_string();
    link.replace("$name_urlencoded", &encoded(&wanted.name))
        .replace("$entry_base64_urlencoded", &encoded(&STANDARD.encode(json)))
        .replace(
            "$json_with_name_urlencoded",
            &encoded(&with_name(&wanted.name, entry).to_string()),
        )
}

/// The entry with the name as its first member.
fn with_name(name: &str, entry: &Value) -> Value {
    let mut named = json!({ "name": name });
    if let (Some(named), Some(entry)) = (named.as_object_mut(), entry.as_object()) {
        named.extend(entry.clone());
    }
    named
}

/// Quotes a word for a shell.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=@%+,$".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}
