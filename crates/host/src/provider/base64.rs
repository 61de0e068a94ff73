//! Base64, as far as it has to be known of data that is passed on.

/// How many bytes these are, if they are Base64 as providers take it, with padding.
pub(super) fn decoded_len(data: &str) -> Option<usize> {
    let digits = data.trim_end_matches('=');
    let padding = data.len() - digits.len();
    let is_digit = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    let is_valid = data.len().is_multiple_of(4) && padding <= 2 && digits.bytes().all(is_digit);
    is_valid.then(|| data.len() / 4 * 3 - padding)
}

/// The byte at a place of data that is Base64.
pub(super) fn byte(data: &str, at: usize) -> Option<u8> {
    let group = data.as_bytes().chunks(4).nth(at / 3)?;
    let digit = |place: usize| group.get(place).copied().and_then(digit);
    let first = at % 3;
    let high = digit(first)?;
    let low = digit(first + 1)?;
    let shift = 2 * (first + 1);
    // The rest of the first digit, and what is needed of the second one.
    u8::try_from((u16::from(high) << shift | u16::from(low) >> (6 - shift)) & 0xff).ok()
}

fn digit(byte: u8) -> Option<u8> {
    Some(match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{byte, decoded_len};

    #[test]
    fn bytes_at_places() {
        let cases = [
            ("", b"".as_slice()),
            ("AAH/", b"\0\x01\xff"),
            ("SGVsbG8h", b"Hello!"),
            ("SGVsbG8=", b"Hello"),
            ("SGVsbA==", b"Hell"),
            ("+/+/", b"\xfb\xff\xbf"),
        ];
        for (data, bytes) in cases {
            let read: Vec<u8> = (0..10).map_while(|at| byte(data, at)).collect();
            assert_eq!(read, bytes, "{data}");
        }
    }

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
