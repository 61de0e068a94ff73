//! How a server is started, and its entry.

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

impl Launch {
    /// Fills the template of a client.
    pub(super) fn fill(
        &self,
        template: &Value,
        name: &str,
        description: &str,
        keeps_empty: bool,
    ) -> Value {
        match template {
            Value::String(text) => self.word(text, name, description),
            Value::Array(items) => {
                let filled = items.iter().flat_map(|item| match item.as_str() {
                    Some("...$args") => self.args().iter().cloned().map(Value::String).collect(),
                    _ => vec![self.fill(item, name, description, keeps_empty)],
                });
                Value::Array(filled.collect())
            }
            Value::Object(members) => {
                let filled = members.iter().map(|(key, value)| {
                    (key.clone(), self.fill(value, name, description, keeps_empty))
                });
                let is_kept = |(key, value): &(String, Value)| {
                    keeps_empty || !(MAY_BE_EMPTY.contains(&key.as_str()) && is_empty(value))
                };
                Value::Object(filled.filter(is_kept).collect())
            }
            other => other.clone(),
        }
    }

    fn word(&self, word: &str, name: &str, description: &str) -> Value {
        match (word, self) {
            ("$name", _) => name.into(),
            ("$description", _) => description.into(),
            ("$command", Self::Program { command, .. }) => command.as_str().into(),
            ("$args", Self::Program { args, .. }) => args.clone().into(),
            ("$env", Self::Program { env, .. }) => object(env),
            ("$url", Self::Url { url, .. }) => url.as_str().into(),
            ("$headers", Self::Url { headers, .. }) => object(headers),
            _ => word.into(),
        }
    }

    fn args(&self) -> &[String] {
        match self {
            Self::Program { args, .. } => args,
            Self::Url { .. } => &[],
        }
    }

    /// Reads how a server is reached from an entry of any client. Values that are not strings are
    /// left out.
    pub(crate) fn read(entry: &Value) -> Option<Self> {
        let text = |keys: &[&str]| {
            let found = keys.iter().find_map(|key| entry.get(key)?.as_str());
            found.map(str::to_owned)
        };
        let pairs = |keys: &[&str]| {
            let found = keys.iter().find_map(|key| entry.get(key)?.as_object());
            let pairs = found.into_iter().flatten();
            let pairs =
                pairs.filter_map(|(key, value)| Some((key.clone(), value.as_str()?.to_owned())));
            pairs.collect()
        };
        if let Some(url) = text(&["url", "httpUrl", "serverUrl", "uri"]) {
            return Some(Self::Url { url, headers: pairs(&["headers", "http_headers"]) });
        }
        let mut words = match entry.get("command") {
            Some(Value::Array(words)) => texts(words),
            _ => vec![text(&["command", "cmd"])?],
        };
        if let Some(Value::Array(args)) = entry.get("args") {
            words.extend(texts(args));
        }
        let mut words = words.into_iter();
        let command = words.next()?;
        let env = pairs(&["env", "environment", "envs"]);
        Some(Self::Program { command, args: words.collect(), env })
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
        let entry = launch.fill(&template, "x", "", false);
        assert_eq!(
            entry,
            json!({"type": "local", "command": ["/bin/x", "-v"], "environment": {"A": "b"}})
        );
        assert_eq!(Launch::read(&entry), Some(launch));
        let bare = Launch::Program { command: "/bin/x".into(), args: vec![], env: vec![] };
        let template = json!({"command": "$command", "args": "$args", "env": "$env"});
        assert_eq!(bare.fill(&template, "x", "", false), json!({"command": "/bin/x"}));
    }
}
