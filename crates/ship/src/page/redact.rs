//! Redacts messages: values under the names of secrets must not be shown.

use serde_json::Value;

use super::urls;
use crate::secret_names::is_name_of_secret;

/// The replacement for a value.
const HIDDEN: &str = "\"[redacted]\"";

/// Redacts the values of secrets in JSON, or in text with JSON in it such as a stream of events.
///
/// It only looks at strings, so that it also works for truncated or malformed text.
pub(super) fn redacted(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    // The depth inside a secret that is an object or an array.
    let mut depth = None::<usize>;
    let mut is_secret = false;
    while let Some(at) = rest.find(['"', '{', '[', '}', ']', ',']) {
        let (plain, from) = rest.split_at(at);
        // A value that is not a string: a number or a literal.
        let value = plain.trim_matches(|c: char| c == ':' || c.is_whitespace());
        if (is_secret || depth.is_some()) && !value.is_empty() {
            shown.push_str(&plain.replacen(value, HIDDEN, 1));
        } else {
            shown.push_str(&urls::redacted(plain));
        }
        if !from.starts_with('"') {
            let (bracket, after) = from.split_at(1);
            match (bracket, &mut depth) {
                ("{" | "[", Some(depth)) => *depth += 1,
                ("{" | "[", None) if is_secret => depth = Some(1),
                ("}" | "]", Some(1)) => depth = None,
                ("}" | "]", Some(depth)) => *depth -= 1,
                _ => {}
            }
            is_secret = false;
            shown.push_str(bracket);
            rest = after;
            continue;
        }
        // A truncated string may be a secret.
        let Some(end) = end_of_string(from) else { return shown + "…" };
        let (string, after) = from.split_at(end);
        rest = after;
        if after.trim_start().starts_with(':') {
            is_secret = is_secret_key(string);
            shown.push_str(string);
        } else if is_secret || depth.is_some() {
            is_secret = false;
            shown.push_str(HIDDEN);
        } else {
            shown.push_str(&with_inner(string));
        }
    }
    if is_secret || depth.is_some() { shown + "…" } else { shown + &urls::redacted(rest) }
}

/// Whether a key in JSON names a secret, however it is escaped.
fn is_secret_key(key: &str) -> bool {
    match serde_json::from_str::<String>(key) {
        Ok(name) => is_name_of_secret(&name),
        Err(_) => is_name_of_secret(key),
    }
}

/// Redacts what is inside a string: JSON, as tools repeat their data as text, and URLs.
fn with_inner(string: &str) -> String {
    if !string.contains('\\') {
        return urls::redacted(string);
    }
    let Ok(inner) = serde_json::from_str::<String>(string) else {
        return urls::redacted(string);
    };
    match redacted(&inner) {
        // It stays as its sender has written it.
        shown if shown == inner => string.to_owned(),
        shown => Value::String(shown).to_string(),
    }
}

/// The end of the string at the start of the text, after its closing quote.
fn end_of_string(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    let end = text.bytes().enumerate().skip(1).find(|(_, byte)| {
        let ends = *byte == b'"' && !is_escaped;
        is_escaped = *byte == b'\\' && !is_escaped;
        ends
    });
    end.map(|(at, _)| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_secrets_are_not_shown() {
        for (text, shown) in [
            (
                r#"{"user":"a","password":"b\"c","n":1}"#,
                r#"{"user":"a","password":"[redacted]","n":1}"#,
            ),
            (r#"{"api_key": 17, "x": [1]}"#, r#"{"api_key": "[redacted]", "x": [1]}"#),
            (r#"{"API-Key":true}"#, r#"{"API-Key":"[redacted]"}"#),
            (
                r#"{"secrets":{"a":["b",1],"c":"d"},"e":"f"}"#,
                r#"{"secrets":{"a":["[redacted]","[redacted]"],"c":"[redacted]"},"e":"f"}"#,
            ),
            (
                r#"{"text":"{\"accessToken\":\"x\"}"}"#,
                r#"{"text":"{\"accessToken\":\"[redacted]\"}"}"#,
            ),
            // Escapes in names, and in JSON inside of strings.
            (r#"{"pass\u0077ord":"x"}"#, r#"{"pass\u0077ord":"[redacted]"}"#),
            (r#"{"\u0070in":1234}"#, r#"{"\u0070in":"[redacted]"}"#),
            (
                r#"{"text":"{\u0022jwt\u0022:\u0022x\u0022}"}"#,
                r#"{"text":"{\"jwt\":\"[redacted]\"}"}"#,
            ),
            (
                r#"{"text":"{\"in\":\"{\\\"otp\\\":1}\"}"}"#,
                r#"{"text":"{\"in\":\"{\\\"otp\\\":\\\"[redacted]\\\"}\"}"}"#,
            ),
            // URLs.
            (
                r#"{"uri":"https://a.example/x?access_token=abc&y=1"}"#,
                r#"{"uri":"https://a.example/x?access_token=[redacted]&y=1"}"#,
            ),
            (
                r#"{"uri":"https://a.example/x?y=1\u0026token=abc"}"#,
                r#"{"uri":"https://a.example/x?y=1&token=[redacted]"}"#,
            ),
            ("data: {\"requestState\":\"x\"}\n\n", "data: {\"requestState\":\"[redacted]\"}\n\n"),
        ] {
            assert_eq!(redacted(text), shown);
        }
    }

    #[test]
    fn what_is_cut_shows_no_start_of_a_secret() {
        let text = r#"{"a":"b","password":"hunter2","c":[1,{"token":123456}]}"#;
        for end in 0..=text.len() {
            let shown = redacted(&text[..end]);
            assert!(!shown.contains("hun") && !shown.contains("12"), "{shown}");
        }
    }

    #[test]
    fn what_is_no_secret_stays_as_it_is() {
        for text in [
            r#"{"progressToken":1,"maxTokens":5,"a":["password",null],"b":"c: \"d\""}"#,
            "",
            "null",
            "not JSON",
            ": keep-alive\n\n",
        ] {
            assert_eq!(redacted(text), text);
        }
    }
}
