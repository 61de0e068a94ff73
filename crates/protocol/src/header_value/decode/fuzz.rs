//! Arbitrary header values.

use super::*;
use mcp_fuzz::fuzz;

#[test]
fn what_is_decoded_has_one_encoding() {
    let seeds = [
        "us-west1",
        "=?base64?SGVsbG8=?=",
        "=?base64??=",
        "=?base64?w6nwn5iA?=",
        "=?BASE64?eA==?=",
    ];
    let mut decoded = 0;
    fuzz(&seeds, |input| {
        let Ok(text) = std::str::from_utf8(input) else { return };
        match decode(text) {
            Some(Cow::Borrowed(same)) => assert_eq!(same, text),
            Some(Cow::Owned(found)) => {
                assert_eq!(format!("=?base64?{}?=", STANDARD.encode(found)), text);
                decoded += 1;
            }
            None => assert!(text.starts_with("=?base64?") && text.ends_with("?=")),
        }
    });
    assert!(decoded > 100, "{decoded} are decoded");
}
