//! What a sealed state is good for: one request of one principal.

use std::fmt::Write as _;

use serde_json::Value;

use crate::negotiation::Caller;
use crate::server::handler::Kind;

/// A request, as far as its retries have to be the same; and what is done with it meanwhile.
pub(crate) struct Binding {
    pub(crate) server: String,
    pub(crate) caller: Caller,
    pub(crate) kind: Kind,
    pub(crate) uri: Option<String>,
    /// As JSON text.
    pub(crate) arguments: Option<String>,
    /// Whether the call may wait for its answers; one with a time limit may not, as the limit is
    /// none for people.
    pub(crate) parks: bool,
}

impl Binding {
    /// The binding as bytes, which differ where any part of it does.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let kind = self.kind.to_string();
        let arguments = canonical(self.arguments.as_deref().unwrap_or("{}"));
        let parts = [
            Some(self.server.as_str()),
            self.caller.principal().map(|name| &**name),
            Some(kind.as_str()),
            self.uri.as_deref(),
            Some(arguments.as_str()),
        ];
        let mut bytes = Vec::new();
        for part in parts {
            // No length that a part can have stands for a part that is missing.
            let length = part.map_or(u64::MAX, |part| part.len() as u64);
            bytes.extend_from_slice(&length.to_le_bytes());
            bytes.extend_from_slice(part.unwrap_or_default().as_bytes());
        }
        bytes
    }
}

/// JSON whose text does not depend on space and on the order of members.
fn canonical(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    match serde_json::from_str(json) {
        Ok(value) => write(&value, &mut text),
        Err(_) => json.clone_into(&mut text),
    }
    text
}

fn write(value: &Value, text: &mut String) {
    match value {
        Value::Array(items) => {
            text.push('[');
            for item in items {
                write(item, text);
                text.push(',');
            }
            text.push(']');
        }
        Value::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            members.sort_unstable_by_key(|(key, _)| key.as_str());
            text.push('{');
            for (key, value) in members {
                let _ = write!(text, "{key:?}:");
                write(value, text);
                text.push(',');
            }
            text.push('}');
        }
        scalar => {
            let _ = write!(text, "{scalar}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::canonical;

    #[test]
    fn order_and_space_do_not_matter_and_everything_else_does() {
        let first = canonical(r#"{"b": [1, {"d": null, "c": "x"}], "a": 2}"#);
        assert_eq!(first, canonical(r#"{"a":2,"b":[1,{"c":"x","d":null}]}"#));
        for other in [
            r#"{"a":2,"b":[{"c":"x","d":null},1]}"#,
            r#"{"a":2,"b":[1,{"c":"x"}]}"#,
            r#"{"a":"2","b":[1,{"c":"x","d":null}]}"#,
        ] {
            assert_ne!(first, canonical(other));
        }
    }
}
