//! Whether an entry has a secret in plain text: its file is then for its owner alone.

use serde_json::Value;

use crate::clients::ClientApp;
use crate::secret_names::is_name_of_secret;
use mcp_runtime_protocol::public_url::public_urls;

/// Members with the headers of a server at a URL: what a server asks for there is mostly a key.
const HEADERS: [&str; 2] = ["headers", "http_headers"];

/// Members with the names of variables, which the client looks up itself.
const OF_NAMES: [&str; 3] = ["env_vars", "env_http_headers", "bearer_token_env_var"];

/// Whether a secret is written in plain text; the names of some are known.
pub(super) fn holds_secret(client: &ClientApp, entry: &Value, known: &[String]) -> bool {
    let open =
        client.expands.as_deref().and_then(|form| form.split_once("NAME")).map(|form| form.0);
    Secrets { known, open }.is_in(entry)
}

struct Secrets<'a> {
    known: &'a [String],
    /// How a reference to a variable begins.
    open: Option<&'a str>,
}

impl Secrets<'_> {
    fn is_in(&self, entry: &Value) -> bool {
        match entry {
            Value::Object(members) => members.iter().any(|(name, value)| match value {
                _ if OF_NAMES.contains(&name.as_str()) => false,
                Value::String(text) if self.is_name(name) => self.is_written_out(text),
                Value::Object(headers) if HEADERS.contains(&name.as_str()) => {
                    let mut values = headers.values().filter_map(Value::as_str);
                    values.any(|value| self.is_written_out(value))
                }
                value => self.is_in(value),
            }),
            Value::Array(items) => {
                let words: Vec<&str> = items.iter().filter_map(Value::as_str).collect();
                self.is_option(&words) || items.iter().any(|item| self.is_in(item))
            }
            Value::String(text) => public_urls(text) != *text,
            _ => false,
        }
    }

    /// Whether one of the words is an option such as `--token`, with its value.
    fn is_option(&self, words: &[&str]) -> bool {
        words.iter().zip(words.iter().skip(1).chain([&""])).any(|(word, next)| {
            let Some(option) = word.strip_prefix('-') else { return false };
            let (name, value) = option.split_once('=').unwrap_or((option, next));
            self.is_name(name) && self.is_written_out(value)
        })
    }

    fn is_name(&self, name: &str) -> bool {
        self.known.iter().any(|known| known == name)
            || is_name_of_secret(name)
            || name.to_ascii_lowercase().ends_with("key")
    }

    fn is_written_out(&self, value: &str) -> bool {
        !value.is_empty() && !self.open.is_some_and(|open| value.contains(open))
    }
}
