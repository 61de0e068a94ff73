//! Headers that are missing, repeated, or unknown.

use http::Request;

use super::*;

/// Calls `look` with the head of a request with these headers.
pub(crate) fn with_head<T>(given: &[(&str, &str)], look: impl FnOnce(&Head<'_>) -> T) -> T {
    let request = given.iter().fold(Request::builder(), |request, (name, value)| {
        request.header(*name, HeaderValue::from_bytes(value.as_bytes()).unwrap())
    });
    let (parts, ()) = request.body(()).unwrap().into_parts();
    look(&Head::read(&OwnedHead::Owned(parts)))
}

#[test]
fn what_decides_is_not_given_twice() {
    for (name, code) in [
        ("content-type", -32600),
        ("mcp-session-id", -32600),
        ("last-event-id", -32600),
        ("mcp-protocol-version", -32020),
        ("mcp-method", -32020),
        ("mcp-name", -32020),
        ("mcp-param-region", -32020),
    ] {
        for second in ["first", "other"] {
            let refusal = with_head(&[(name, "first"), (name, second)], |head| head.check_unique())
                .unwrap_err();
            assert_eq!(refusal.status, StatusCode::BAD_REQUEST, "{name}");
            assert_eq!(refusal.error.code.0, code, "{name}");
            assert_eq!(refusal.error.message, format!("the header {name} is given twice"));
        }
        assert!(
            with_head(&[(name, "first"), ("Accept", "first")], |head| head.check_unique()).is_ok()
        );
    }
    assert!(with_head(&[("Cookie", "a"), ("Cookie", "b")], |head| head.check_unique()).is_ok());
}

#[test]
fn a_version_is_known_or_refused() {
    let version = |text| with_head(&[("mcp-protocol-version", text)], |head| head.version());
    let is_modern = |text| with_head(&[("mcp-protocol-version", text)], |head| head.is_modern());
    for &known in ProtocolVersion::ALL {
        assert_eq!(version(known.as_str()).unwrap(), Some(known));
        assert_eq!(is_modern(known.as_str()), known.is_modern());
    }
    for unknown in ["", "banana", "draft", "1999-01-01", "2025-11-25, 2025-06-18"] {
        assert_eq!(version(unknown).unwrap_err().status, StatusCode::BAD_REQUEST, "{unknown}");
        assert!(!is_modern(unknown), "{unknown}");
    }
    assert_eq!(with_head(&[], |head| head.version()).unwrap(), None);
    assert!(!with_head(&[], |head| head.is_modern()));
}
