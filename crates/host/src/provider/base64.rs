//! Base64, as far as it has to be known of data that is passed on.

/// How many bytes these are, if they are Base64 as providers take it, with padding.
pub(super) fn decoded_len(data: &str) -> Option<usize> {
    let digits = data.trim_end_matches('=');
    let padding = data.len() - digits.len();
    let is_digit = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    let is_valid = data.len().is_multiple_of(4) && padding <= 2 && digits.bytes().all(is_digit);
    is_valid.then(|| data.len() / 4 * 3 - padding)
}

#[cfg(test)]
mod tests {
    use super::decoded_len;

    #[test]
    fn lengths() {
        let cases = [("", Some(0)), ("AAAA", Some(3)), ("AAA=", Some(2)), ("AA==", Some(1))];
        for (data, len) in cases {
            assert_eq!(decoded_len(data), len, "{data:?}");
        }
        for data in ["A", "A===", "====", "AA", "AA=A", "AA-_", "AA\n=", "é==="] {
            assert_eq!(decoded_len(data), None, "{data:?}");
        }
    }
}
