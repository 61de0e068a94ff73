//! Encoding text as header values.

#[cfg(test)]
mod fuzz;

use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// Returns the text in a form allowed in a header: unchanged, or encoded.
#[inline]
pub fn encode(text: &str) -> Cow<'_, str> {
    let is_plain = text.bytes().all(|byte| matches!(byte, b'\t' | b' '..=b'~'));
    let is_trimmed = text.trim_ascii().len() == text.len();
    let looks_encoded = text.starts_with("=?base64?") && text.ends_with("?=");
    if is_plain && is_trimmed && !looks_encoded {
        return Cow::Borrowed(text);
    }
    Cow::Owned(format!("=?base64?{}?=", STANDARD.encode(text)))
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::encode;

    #[test]
    fn encodes_as_recorded() {
        let text = include_str!("../../../../tests/data/versions/headers.json");
        let vectors: Value = serde_json::from_str(text).unwrap();
        let records = vectors["encode"].as_array().unwrap();
        assert_eq!(records.len(), 22);
        for record in records.iter().filter(|record| !record["header"].is_null()) {
            let text = match &record["value"] {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            assert_eq!(encode(&text), record["header"].as_str().unwrap(), "{record}");
        }
    }
}
