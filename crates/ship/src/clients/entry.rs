//! How a server is started, and its entry.

use mcp_runtime_protocol::client_apps::{Format, Place, ServerKind};
use serde_json::{Map, Value};

/// How a client reaches a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Launch {
    /// It starts a program.
    Program { command: String, args: Vec<String>, env: Vec<(String, String)> },
    /// It connects to a URL.
    Url { url: String, headers: Vec<(String, String)> },
}

/// Members that are left out if they are empty.
const MAY_BE_EMPTY: [&str; 6] = ["args", "env", "environment", "envs", "headers", "http_headers"];

/// Members that only an entry of a program has.
const OF_PROGRAMS: [&str; 8] =
    ["command", "cmd", "args", "env", "environment", "envs", "env_vars", "cwd"];

/// Members that only an entry of a URL has.
const OF_URLS: [&str; 8] = [
    "url",
    "httpUrl",
    "serverUrl",
    "uri",
    "headers",
    "http_headers",
    "env_http_headers",
    "bearer_token_env_var",
];

/// Those of both that stay as the person has chosen them.
const CHOSEN: [&str; 4] = ["env_vars", "cwd", "env_http_headers", "bearer_token_env_var"];

/// What is filled into the template of a client.
struct TemplateValues<'a> {
    launch: &'a Launch,
    name: &'a str,
    description: &'a str,
    keeps_empty: bool,
}

impl TemplateValues<'_> {
    fn fill(&self, template: &Value) -> Value {
        match template {
            Value::String(text) => self.word(text),
            Value::Array(items) => {
                let filled = items.iter().flat_map(|item| match item.as_str() {
                    Some("...$args") => self.args().iter().cloned().map(Value::String).collect(),
                    _ => vec![self.fill(item)],
                });
                Value::Array(filled.collect())
            }
            Value::Object(members) => {
                let filled = members.iter().map(|(key, value)| (key.clone(), self.fill(value)));
                let is_kept = |(key, value): &(String, Value)| {
                    self.keeps_empty || !(MAY_BE_EMPTY.contains(&key.as_str()) && is_empty(value))
                };
                Value::Object(filled.filter(is_kept).collect())
            }
            other => other.clone(),
        }
    }

    fn word(&self, word: &str) -> Value {
        match (word, self.launch) {
            ("$name", _) => self.name.into(),
            ("$description", _) => self.description.into(),
            ("$command", Launch::Program { command, .. }) => command.as_str().into(),
            ("$args", Launch::Program { args, .. }) => args.clone().into(),
            ("$env", Launch::Program { env, .. }) => object(env),
            ("$url", Launch::Url { url, .. }) => url.as_str().into(),
            ("$headers", Launch::Url { headers, .. }) => object(headers),
            _ => word.into(),
        }
    }

    fn args(&self) -> &[String] {
        match self.launch {
            Launch::Program { args, .. } => args,
            Launch::Url { .. } => &[],
        }
    }
}

impl Launch {
    /// Reads how a server is reached from an entry of any client. Values that are not strings are
    /// left out.
    pub(crate) fn read(entry: &Value) -> Option<Self> {
        let text = |keys: &[&str]| {
            let found = keys.iter().find_map(|key| entry.get(key)?.as_str());
            found.map(str::to_owned)
        };
        let pairs = |keys: &[&str]| {
            let found = keys.iter().find_map(|key| entry.get(key)?.as_object());
            let pairs = found
                .into_iter()
                .flatten()
                .filter_map(|(key, value)| Some((key.clone(), value.as_str()?.to_owned())));
            pairs.collect()
        };
        if let Some(url) = text(&["url", "httpUrl", "serverUrl", "uri"]) {
            return Some(Self::Url { url, headers: pairs(&["headers", "http_headers"]) });
        }
        let mut words = match entry.get("command") {
            Some(Value::Array(words)) => texts(words),
            _ => vec![text(&["command", "cmd"])?],
        };
        match entry.get("args") {
            Some(Value::Array(args)) => words.extend(texts(args)),
            Some(Value::String(args)) => words.extend(args.split_whitespace().map(str::to_owned)),
            _ => {}
        }
        let mut words = words.into_iter();
        let command = words.next()?;
        let env = pairs(&["env", "environment", "envs"]);
        Some(Self::Program { command, args: words.collect(), env })
    }

    /// Reads an entry with numbers and booleans where texts belong.
    pub(crate) fn read_leniently(entry: &Value) -> Option<Self> {
        Self::read(&with_texts(entry))
    }

    /// Servers of this kind, in the words of a message.
    pub(crate) fn servers(&self) -> &'static str {
        match self {
            Self::Program { .. } => "stdio servers",
            Self::Url { .. } => "servers at a URL",
        }
    }

    /// The entry of a server at a place; `None` if the client does not support this kind.
    pub(crate) fn entry(&self, place: &Place, name: &str, description: &str) -> Option<Value> {
        let kind = match self {
            Self::Program { .. } => ServerKind::Program,
            Self::Url { .. } => ServerKind::Url,
        };
        let keeps_empty = place.format == Format::Yaml;
        let values = TemplateValues { launch: self, name, description, keeps_empty };
        place.template(kind).map(|template| values.fill(template))
    }

    /// This launch, with the variables or the headers of an earlier one of its kind.
    pub(crate) fn over(self, earlier: Option<Self>) -> Self {
        match (self, earlier) {
            (Self::Program { command, args, env }, Some(Self::Program { env: earlier, .. })) => {
                Self::Program { command, args, env: over(earlier, env) }
            }
            (Self::Url { url, headers }, Some(Self::Url { headers: earlier, .. })) => {
                Self::Url { url, headers: over(earlier, headers) }
            }
            (this, _) => this,
        }
    }
}

fn over(mut pairs: Vec<(String, String)>, new: Vec<(String, String)>) -> Vec<(String, String)> {
    for (name, value) in new {
        match pairs.iter_mut().find(|(there, _)| *there == name) {
            Some((_, there)) => *there = value,
            None => pairs.push((name, value)),
        }
    }
    pairs
}

/// A new entry in place of an old one, with what the person or the client has added to that.
pub(crate) fn entry_over(old: &Value, new: Value) -> Value {
    let (Value::Object(old), Value::Object(new)) = (old, &new) else { return new };
    let is_url = OF_URLS.iter().any(|member| new.contains_key(*member));
    let of_other = if is_url { OF_PROGRAMS } else { OF_URLS };
    let mut entry = old.clone();
    entry.retain(|member, _| {
        let member = member.as_str();
        new.contains_key(member) || !(is_replaced(member) || of_other.contains(&member))
    });
    for (member, value) in new {
        match entry.get_mut(member) {
            Some(there) if is_replaced(member) => *there = value.clone(),
            Some(Value::Array(names)) if member == "env_vars" => {
                let more: Vec<Value> = value
                    .as_array()
                    .into_iter()
                    .flatten()
                    .filter(|name| !names.contains(name))
                    .cloned()
                    .collect();
                names.extend(more);
            }
            // Whether it is switched on, for example, is for the person to say.
            Some(_) => {}
            None => drop(entry.insert(member.clone(), value.clone())),
        }
    }
    Value::Object(entry)
}

/// Whether a new entry replaces this member; all others are the person's own.
fn is_replaced(member: &str) -> bool {
    let is_known = OF_PROGRAMS.contains(&member) || OF_URLS.contains(&member);
    member == "type" || (is_known && !CHOSEN.contains(&member))
}

/// The entry with all numbers and booleans replaced by texts.
fn with_texts(entry: &Value) -> Value {
    match entry {
        Value::Array(items) => items.iter().map(with_texts).collect(),
        Value::Object(members) => {
            members.iter().map(|(name, value)| (name.clone(), with_texts(value))).collect()
        }
        Value::Number(number) => number.to_string().into(),
        Value::Bool(truth) => truth.to_string().into(),
        other => other.clone(),
    }
}

fn texts(values: &[Value]) -> Vec<String> {
    values.iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

fn object(pairs: &[(String, String)]) -> Value {
    let members = pairs.iter().map(|(key, value)| (key.clone(), value.as_str().into()));
    Value::Object(members.collect::<Map<_, _>>())
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.is_empty(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_entered_is_read_again() {
        let env = vec![("A".to_owned(), "b".to_owned())];
        let launch = Launch::Program { command: "/bin/x".into(), args: vec!["-v".into()], env };
        let template =
            json!({"type": "local", "command": ["$command", "...$args"], "environment": "$env"});
        let filled = |launch: &Launch, template: &Value| {
            TemplateValues { launch, name: "x", description: "", keeps_empty: false }.fill(template)
        };
        let entry = filled(&launch, &template);
        assert_eq!(
            entry,
            json!({"type": "local", "command": ["/bin/x", "-v"], "environment": {"A": "b"}})
        );
        assert_eq!(Launch::read(&entry), Some(launch));
        let bare = Launch::Program { command: "/bin/x".into(), args: vec![], env: vec![] };
        let template = json!({"command": "$command", "args": "$args", "env": "$env"});
        assert_eq!(filled(&bare, &template), json!({"command": "/bin/x"}));
    }
}
