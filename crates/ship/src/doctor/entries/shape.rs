//! Whether a client can read an entry at all: the kind of server, and the type of each member.

use serde_json::{Map, Value};

use super::super::{Check, Diagnosis, Severity};
use super::EntryChecks;
use crate::clients::ServerKind;
use crate::install::ExistingEntry;

/// The spellings of members that clients share; each client reads one of each.
const COMMAND: [&str; 2] = ["command", "cmd"];
const URL: [&str; 4] = ["url", "httpUrl", "serverUrl", "uri"];
const ENV: [&str; 3] = ["env", "environment", "envs"];

impl EntryChecks<'_> {
    /// Compares an entry with the form of its client.
    pub(super) fn shape(&mut self, entry: &ExistingEntry) {
        let Some(members) = entry.entry.as_object() else { return };
        let is_url = URL.iter().any(|member| members.contains_key(*member));
        let kind = if is_url { ServerKind::Url } else { ServerKind::Program };
        let mut places = entry.client.entries.iter();
        let Some(place) = places.find(|place| place.scope == entry.scope) else { return };
        let Some(form) = place.template(kind) else {
            let what = "the client does not support servers at a URL here";
            let todo = "add the URL in the settings of the client, or use a program";
            return self.say(Check::UrlNotSupported, entry, what, todo);
        };
        let install = self.install(entry);
        let form = form.as_object().into_iter().flatten();
        for (member, slot) in form.filter(|(member, _)| *member != "type") {
            if let Some(wrong) = wrong(entry, members, member, slot) {
                self.say(Check::WrongMember, entry, &wrong, &install);
            }
        }
        let wanted = place.template(kind).and_then(|form| form.get("type"));
        if let Some(wanted) = wanted.and_then(Value::as_str)
            && entry.client.typed.contains(&kind)
        {
            self.type_of(entry, kind, wanted, members.get("type"));
        }
        self.texts(entry);
    }

    fn type_of(
        &mut self,
        entry: &ExistingEntry,
        kind: ServerKind,
        wanted: &str,
        is: Option<&Value>,
    ) {
        let install = self.install(entry);
        match (kind, is) {
            (ServerKind::Url, None) => {
                let what = format!("it needs `\"type\": \"{wanted}\"` next to the URL");
                self.say(Check::UrlWithoutType, entry, &what, &format!("{install} --url URL"));
            }
            (ServerKind::Program, None) => {
                let what = format!("it needs `\"type\": \"{wanted}\"`: `type` is missing");
                self.say(Check::WrongMember, entry, &what, &install);
            }
            // Who needs a type of URLs alone has more than one.
            (_, Some(is)) if is != wanted && entry.client.typed.contains(&ServerKind::Program) => {
                let what = format!("`type` is {is}, and must be \"{wanted}\" here");
                self.say(Check::WrongMember, entry, &what, &install);
            }
            _ => {}
        }
    }

    /// Checks what stands where a client reads texts.
    fn texts(&mut self, entry: &ExistingEntry) {
        let members = ["command", "args"].iter().chain(&ENV);
        let wrong = members.copied().find_map(|key| {
            let items: Vec<(String, &Value)> = match entry.entry.get(key)? {
                Value::Array(items) => items
                    .iter()
                    .enumerate()
                    .map(|(at, item)| (format!("{key}[{at}]"), item))
                    .collect(),
                Value::Object(members) => {
                    members.iter().map(|(name, item)| (format!("{key}.{name}"), item)).collect()
                }
                _ => Vec::new(),
            };
            items.into_iter().find(|(_, item)| !item.is_string()).map(|(at, _)| at)
        });
        let Some(at) = wrong else { return };
        let refuses =
            if entry.client.exact { "the client rejects" } else { "some clients then reject" };
        let what = format!("`{at}` is not a string; {refuses} the whole file");
        self.say(Check::NotAString, entry, &what, "write it in quotes");
        if let Some(Diagnosis { state, .. }) = self.found.last_mut().filter(|_| entry.client.exact)
        {
            *state = Severity::Failure;
        }
    }
}

/// What is wrong with a member, whose place in the form of the client this is.
fn wrong(
    entry: &ExistingEntry,
    members: &Map<String, Value>,
    member: &str,
    slot: &Value,
) -> Option<String> {
    let (spellings, expected): (&[&str], &str) = match slot {
        Value::Array(_) if COMMAND.contains(&member) => (&COMMAND, "a list of strings"),
        Value::String(slot) => match slot.as_str() {
            "$command" => (&COMMAND, "a string"),
            "$url" => (&URL, "a string"),
            "$args" => (&[], "a list of strings"),
            "$env" => (&ENV, "a map"),
            "$headers" => (&[], "a map"),
            _ => return None,
        },
        _ => return None,
    };
    let is_as_expected = |value: &Value| match expected {
        "a string" => value.is_string(),
        "a map" => value.is_object(),
        _ => value.as_array().is_some_and(|items| member == "args" || !items.is_empty()),
    };
    match members.get(member) {
        Some(value) if is_as_expected(value) => None,
        Some(_) => Some(format!("`{member}` must be {expected}")),
        None if entry.client.takes_url && spellings == URL && members.contains_key("url") => None,
        None => {
            let other = spellings.iter().find(|other| members.contains_key(**other))?;
            Some(format!("it reads `{member}`, not `{other}`"))
        }
    }
}
