//! Arbitrary text as a header value.

use super::*;
use mcp_fuzz::fuzz;

#[test]
fn every_text_has_a_value_that_a_header_may_hold() {
    let seeds = ["us-west1", " x", "é😀", "a\r\nSet-Cookie: b", "=?base64?SGVsbG8=?=", "\t", "\0"];
    fuzz(&seeds, |input| {
        let Ok(text) = std::str::from_utf8(input) else { return };
        let value = encode(text);
        assert!(value.bytes().all(|byte| matches!(byte, b'\t' | b' '..=b'~')), "{value:?}");
        assert_eq!(value.trim_ascii(), value);
        let encoded = value.strip_prefix("=?base64?").and_then(|rest| rest.strip_suffix("?="));
        let said =
            encoded.map_or(value.as_bytes().to_vec(), |base64| STANDARD.decode(base64).unwrap());
        assert_eq!(said, input);
    });
}
