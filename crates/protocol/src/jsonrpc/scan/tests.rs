//! What the scan accepts as JSON.

use super::*;

fn scan(text: &str) -> Result<(), SyntaxError> {
    let mut scan = Scan::new(text);
    scan.value()?;
    scan.end()
}

#[test]
fn refuses_half_a_surrogate_pair() {
    assert_eq!(scan(r#""\ud83d\ude00""#), Ok(()));
    for text in [r#""\ud83d""#, r#""\ude00\ud83d""#, r#""\ud83d\n""#, r#""\ud83dx""#] {
        assert!(scan(text).is_err(), "{text}");
    }
}

#[test]
fn finds_what_ends_a_run_of_plain_bytes() {
    for length in 0..200 {
        for stop in [b'"', b'\\', 0, b'\n', 31] {
            let mut bytes = "é~ \u{7f}".repeat(length).into_bytes();
            let expected = bytes.len();
            bytes.push(stop);
            bytes.extend_from_slice(b"\"\\\n rest and more of it");
            assert_eq!(plain(&bytes, 0), expected, "{stop} after {expected}");
            for end in [expected, expected + 1, expected + 2] {
                assert_eq!(plain(&bytes[..end], 0), expected, "{stop} after {expected} of {end}");
            }
        }
    }
}

#[test]
fn bounds_the_depth() {
    let nested = |depth| "[".repeat(depth) + &"]".repeat(depth);
    assert_eq!(scan(&nested(127)), Ok(()));
    assert_eq!(scan(&nested(128)), Err(SyntaxError::TooDeep));
    let objects = "{\"a\":".repeat(100_000);
    assert_eq!(scan(&objects), Err(SyntaxError::TooDeep));
}
