//! Decoding header values.

#[cfg(test)]
mod fuzz;

use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// Returns the text itself, or the text that is encoded in it.
#[inline]
pub fn decode(text: &str) -> Option<Cow<'_, str>> {
    let Some(encoded) = text.strip_prefix("=?base64?").and_then(|rest| rest.strip_suffix("?="))
    else {
        return Some(Cow::Borrowed(text));
    };
    let bytes = STANDARD.decode(encoded).ok()?;
    String::from_utf8(bytes).ok().map(Cow::Owned)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::decode;

    /// The version vectors specify how a client encodes; this tests the reverse.
    #[test]
    fn decodes_what_clients_encode() {
        let text = include_str!("../../../../tests/data/versions/headers.json");
        let vectors: Value = serde_json::from_str(text).unwrap();
        let records = vectors["encode"].as_array().unwrap();
        assert_eq!(records.len(), 22);
        for record in records.iter().filter(|record| !record["header"].is_null()) {
            let header = record["header"].as_str().unwrap();
            let text = decode(header.trim_ascii()).unwrap();
            let expected = match &record["value"] {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            assert_eq!(text, expected, "{record}");
        }
    }

    #[test]
    fn base64_is_read_strictly() {
        assert_eq!(decode("=?base64?SGVsbG8=?=").as_deref(), Some("Hello"));
        assert_eq!(decode("=?base64??=").as_deref(), Some(""));
        let same = ["SGVsbG8=", "=?base64?SGVsbG8=", "SGVsbG8=?=", "=?BASE64?eA==?=", "=?base64?="];
        for text in same {
            assert_eq!(decode(text).as_deref(), Some(text));
        }
        for bad in ["SGVsbG8", "SGVs!!!bG8=", "%%%", "literal", "ZWNobx==", "SGVs bG8=", "/////w=="]
        {
            assert_eq!(decode(&format!("=?base64?{bad}?=")), None, "{bad}");
        }
    }
}
