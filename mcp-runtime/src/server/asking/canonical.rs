//! A digest of JSON text that is the same for equal values, and for nothing else.
//!
//! Whitespace, the order of members and the spelling of numbers and strings do not matter. Numbers
//! are compared by the value of their text, since an `f64` does not distinguish 2^64 and 2^64 + 1.
//! It takes one pass over the text: an array or object is replaced by its own digest if that is
//! shorter.

use std::ops::Range;

use sha2::{Digest as _, Sha256};

use crate::jsonrpc::{Scan, SyntaxError, string};

/// Containers with a longer encoding are replaced by their digest, so that little is copied.
const SHORT: usize = 64;

/// The maximum nesting depth; no message exceeds it.
const MAX_DEPTH: usize = 200;

/// The digest of a JSON text; invalid JSON equals only itself.
#[inline]
pub(super) fn digest(json: &str) -> [u8; 32] {
    let mut encoded = CanonicalBytes(Vec::new());
    let mut scan = Scan::new(json);
    let read = encoded.value(&mut scan, 0).and_then(|()| scan.end());
    match read {
        Ok(()) => Sha256::digest(encoded.0).into(),
        Err(_) => Sha256::new().chain_update(b"?").chain_update(json).finalize().into(),
    }
}

/// Equal values have the same encoding, no encoding is a prefix of another one, and the first byte
/// identifies the type.
struct CanonicalBytes(Vec<u8>);

/// The position of a member; its key comes first.
struct Member {
    key: Range<usize>,
    end: usize,
}

impl CanonicalBytes {
    #[inline]
    fn value(&mut self, scan: &mut Scan<'_>, depth: usize) -> Result<(), SyntaxError> {
        if depth > MAX_DEPTH {
            return Err(SyntaxError::TooDeep);
        }
        let start = self.0.len();
        match scan.peek() {
            Some(b'[') => {
                self.0.push(b'[');
                scan.items(|scan| self.value(scan, depth + 1))?;
                self.0.push(b']');
            }
            Some(b'{') => self.object(scan, depth)?,
            Some(b'"') => {
                let raw = scan.value()?;
                let text = string(raw).ok_or(SyntaxError::NotJson { at: scan.at() })?;
                self.string(&text);
                return Ok(());
            }
            Some(b'-' | b'0'..=b'9') => {
                self.number(scan.value()?);
                return Ok(());
            }
            _ => {
                // The first letter identifies the literal.
                self.0.extend(scan.value()?.bytes().take(1));
                return Ok(());
            }
        }
        if self.0.len() - start > SHORT {
            let digest = Sha256::digest(&self.0[start..]);
            self.0.truncate(start);
            self.0.push(b'#');
            self.0.extend_from_slice(&digest);
        }
        Ok(())
    }

    #[inline]
    fn object(&mut self, scan: &mut Scan<'_>, depth: usize) -> Result<(), SyntaxError> {
        self.0.push(b'{');
        let start = self.0.len();
        let mut members = Vec::new();
        scan.members::<SyntaxError>(|key, scan| {
            let from = self.0.len();
            self.string(&key);
            let key = from..self.0.len();
            self.value(scan, depth + 1)?;
            members.push(Member { key, end: self.0.len() });
            Ok(())
        })?;
        if !members.is_sorted_by_key(|member| &self.0[member.key.clone()]) {
            // The order of duplicate keys counts, since parsers differ in which one they use.
            members.sort_by_key(|member| &self.0[member.key.clone()]);
            let mut sorted = Vec::with_capacity(self.0.len() - start);
            for Member { key, end } in members {
                sorted.extend_from_slice(&self.0[key.start..end]);
            }
            self.0.truncate(start);
            self.0.append(&mut sorted);
        }
        self.0.push(b'}');
        Ok(())
    }

    #[inline]
    fn string(&mut self, text: &str) {
        self.0.push(b'"');
        for piece in text.split_inclusive('"') {
            self.0.extend_from_slice(piece.as_bytes());
            if piece.ends_with('"') {
                // Quotes are doubled, so that the first single one is the end.
                self.0.push(b'"');
            }
        }
        self.0.extend_from_slice(b"\" ");
    }

    /// Encodes a number as an integer without leading or trailing zeros, and a power of ten if any.
    #[inline]
    fn number(&mut self, text: &str) {
        let (sign, text) = match text.strip_prefix('-') {
            Some(text) => ("-", text),
            None => ("", text),
        };
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let start = self.0.len();
        self.0.extend_from_slice(sign.as_bytes());
        let first = self.0.len();
        let digits = whole.bytes().chain(fraction.bytes());
        self.0.extend(digits.skip_while(|digit| *digit == b'0'));
        let zeros = self.0[first..].iter().rev().take_while(|digit| **digit == b'0').count();
        self.0.truncate(self.0.len() - zeros);
        if self.0.len() == first {
            self.0.truncate(start);
            self.0.extend_from_slice(b"0;");
            return;
        }
        // An exponent that does not fit an `i64` is kept as text, next to the shift of the digits:
        // such numbers are equal only if they are spelled alike.
        let shift = i128::try_from(zeros).unwrap_or_default()
            - i128::try_from(fraction.len()).unwrap_or_default();
        let power = match exponent.parse::<i64>() {
            Ok(exponent) => (i128::from(exponent) + shift).to_string(),
            Err(_) => format!("{exponent}+{shift}"),
        };
        if power != "0" {
            self.0.push(b'e');
            self.0.extend_from_slice(power.as_bytes());
        }
        self.0.push(b';');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_and_space_do_not_matter_and_everything_else_does() {
        let first = digest(r#"{"b": [1, {"d": null, "c": "x"}], "a": 2}"#);
        assert_eq!(first, digest(r#" {"a":2,"\u0062":[1,{"c":"\u0078","d":null}]}"#));
        for other in [
            r#"{"a":2,"b":[{"c":"x","d":null},1]}"#,
            r#"{"a":2,"b":[1,{"c":"x"}]}"#,
            r#"{"a":2,"b":[1,{"c":"x","d":false}]}"#,
            r#"{"a":2,"b":[[1,{"c":"x","d":null}]]}"#,
            r#"{"a":"2","b":[1,{"c":"x","d":null}]}"#,
        ] {
            assert_ne!(first, digest(other), "{other}");
        }
    }

    #[test]
    fn numbers_are_compared_by_the_value_of_their_text() {
        let groups = [
            &["1", "1.0", "1e0", "1E+0", "10e-1", "0.1e1", "0.001e3", "1.000", "1e-0"][..],
            &["0", "-0", "0.0", "0e5", "-0.00e-7", "0e99999999999999999999"],
            &["-1", "-1.0", "-10e-1"],
            &["18446744073709551616", "18446744073709551616.0", "1844674407370955161.6e1"],
            &["18446744073709551617"],
            &["0.1", "1e-1", "0.10"],
            &["0.1000000000000000055511151231257827"],
            &["100", "1e2", "1.00e2", "1e02", "1e+2"],
            &["1e999999999", "10e999999998", "1.0e999999999"],
            &["1e-999999999"],
            &["1e999999998"],
            &["1e99999999999999999999", "1.e99999999999999999999"],
            &["1e99999999999999999998"],
            &["\"1\""],
            &["[1]"],
        ];
        for (at, group) in groups.iter().enumerate() {
            for other in &groups[..at] {
                assert_ne!(digest(other[0]), digest(group[0]), "{} {}", other[0], group[0]);
            }
            let valid = group.iter().filter(|text| !text.contains(".e"));
            for text in valid {
                assert_eq!(digest(text), digest(group[0]), "{text}");
                let inside = |text: &str| digest(&format!(r#"{{"a": [{text}, {text}]}}"#));
                assert_eq!(inside(text), inside(group[0]), "{text}");
            }
        }
    }

    #[test]
    fn what_is_long_is_distinguished_like_what_is_short() {
        let nested = |leaf: &str, depth: usize| {
            let open = r#"{"z": "0123456789012345678901234567890123456789", "a": ["#;
            open.repeat(depth) + leaf + &"]}".repeat(depth)
        };
        for depth in [1, 2, 50, 60] {
            assert_eq!(digest(&nested("1", depth)), digest(&nested("1.0", depth)));
            assert_ne!(digest(&nested("1", depth)), digest(&nested("2", depth)));
            assert_ne!(digest(&nested("1", depth)), digest(&nested("1", depth + 1)));
        }
    }

    #[test]
    fn of_a_key_that_is_there_twice_the_order_counts() {
        assert_ne!(digest(r#"{"a": 1, "a": 2}"#), digest(r#"{"a": 2, "a": 1}"#));
        assert_eq!(digest(r#"{"a": 1, "b": 3, "a": 2}"#), digest(r#"{"b": 3, "a": 1, "a": 2}"#));
    }

    #[test]
    fn nothing_passes_for_the_end_of_a_string_or_a_number() {
        let texts = [
            r#"["a\" ", "b"]"#,
            r#"["a", "\" b"]"#,
            r#"["a\" \"b"]"#,
            r#"["a\\", "b"]"#,
            r#"["a", "b"]"#,
            r#"["ab"]"#,
            "[1, 2]",
            "[12]",
            "[1, [2]]",
            "[[1], 2]",
            r#"{"a": {"b": 1}, "c": 2}"#,
            r#"{"a": {"b": 1, "c": 2}}"#,
            "not JSON",
            "not JSON ",
        ];
        for (at, text) in texts.iter().enumerate() {
            assert!(texts[..at].iter().all(|other| digest(other) != digest(text)), "{text}");
        }
    }
}
