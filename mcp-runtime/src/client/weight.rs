//! How much memory JSON takes once it is read, which may be seventy times its length.

use crate::error::{Error, Result};

/// What is so short that nobody has to look how much it takes, in bytes.
const SHORT: usize = 256 * 1024;

/// What the containers and the members of a text take beside it: estimates for 64 bits, which most
/// JSON stays far below.
const OBJECT: usize = 512;
const ARRAY: usize = 384;
const MEMBER: usize = 128;

/// Looks whether a text that is read takes no more than `limit` bytes.
///
/// # Errors
///
/// That it takes more, and what changes that.
pub(super) fn check(what: impl FnOnce() -> String, text: &str, limit: usize) -> Result<()> {
    match text.len() > SHORT && of(text) > limit {
        true => Err(too_much(&what(), limit)),
        false => Ok(()),
    }
}

/// The error of what takes more memory than a client allows.
pub(super) fn too_much(what: &str, limit: usize) -> Error {
    Error::other(format!(
        "{what} takes more than {limit} bytes of memory: the client's `max_result` allows more"
    ))
}

/// How many bytes a JSON text takes once it is read.
pub(super) fn of(text: &str) -> usize {
    let (mut weight, mut rest) = (text.len(), text.as_bytes());
    while let Some(at) = rest.iter().position(|byte| matches!(byte, b'"' | b',' | b'[' | b'{')) {
        weight += match rest[at] {
            b'{' => OBJECT,
            b'[' => ARRAY,
            b',' => MEMBER,
            _ => 0,
        };
        rest = match rest[at] {
            b'"' => after_string(&rest[at + 1..]),
            _ => &rest[at + 1..],
        };
    }
    weight
}

/// What follows a string whose begin was taken.
fn after_string(mut rest: &[u8]) -> &[u8] {
    while let Some(at) = memchr::memchr2(b'"', b'\\', rest) {
        let is_end = rest[at] == b'"';
        rest = rest.get(at + if is_end { 1 } else { 2 }..).unwrap_or_default();
        if is_end {
            break;
        }
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_in_strings_weighs_only_its_length() {
        for text in [r#""{[,,,]}""#, r#""\"{[,\\""#, r#""\\\"[""#, "12", r#""cut {[\"#] {
            assert_eq!(of(text), text.len(), "{text}");
        }
        let text = r#"{"a,":["[",{}],"b":1}"#;
        assert_eq!(of(text), text.len() + 2 * OBJECT + ARRAY + 2 * MEMBER);
    }

    #[test]
    fn what_is_too_heavy_names_the_limit() {
        let list = || "the list".to_owned();
        let text = format!("[{}0]", "0,".repeat(SHORT));
        let error = check(list, &text, 1000).unwrap_err().to_string();
        assert!(error.contains("1000 bytes") && error.contains("max_result"), "{error}");
        assert!(check(list, &text, usize::MAX).is_ok());
        assert!(check(list, "[0,0]", 0).is_ok(), "nobody looks at what is short");
    }
}
