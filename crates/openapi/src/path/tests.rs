//! Values that try to leave their segment.

use serde_json::json;

use super::*;
use crate::operation::RequestParameter;

fn operation(path: &'static str) -> Operation {
    let name = |piece| match piece {
        Piece::Variable(name) => Some(name),
        Piece::Literal(_) => None,
    };
    let names = segments(path).flat_map(pieces).filter_map(name);
    let parameters = names.map(|name| RequestParameter {
        argument: name.into(),
        name: name.into(),
        place: RequestPart::Path,
    });
    let parameters: Vec<_> = parameters.collect();
    Operation {
        method: reqwest::Method::GET,
        path: path.into(),
        parameters: parameters.into(),
        body: None,
    }
}

fn at(base: &str, path: &'static str, values: &[Value]) -> Result<String> {
    let base = Base::parse(base, false).unwrap();
    let values: Vec<_> = values.iter().cloned().map(Some).collect();
    url(&base, &operation(path), &values, "").map(String::from)
}

fn with(value: &str) -> Result<String> {
    at("https://api.example/v1/", "/pets/{id}/photos", &[json!(value)])
}

#[test]
fn values_are_one_segment() {
    for (value, segment) in [
        ("7", "7"),
        ("a/b", "a%2Fb"),
        ("a\\b", "a%5Cb"),
        ("//evil.example", "%2F%2Fevil.example"),
        ("a?b=c#d", "a%3Fb%3Dc%23d"),
        ("a;b", "a%3Bb"),
        ("a%2fb", "a%252fb"),
        ("@evil.example:80", "%40evil.example%3A80"),
        ("...", "..."),
        ("v1..v2", "v1..v2"),
        (".hidden", ".hidden"),
        ("ä ö", "%C3%A4%20%C3%B6"),
        ("100%", "100%25"),
        ("{id}", "%7Bid%7D"),
    ] {
        let expected = format!("https://api.example/v1/pets/{segment}/photos");
        assert_eq!(with(value).unwrap(), expected, "{value}");
    }
}

#[test]
fn values_that_may_become_more_are_refused() {
    for value in [
        "",
        ".",
        "..",
        "../admin",
        "..\\admin",
        "a/../b",
        "a/..",
        "./a",
        "..%2fadmin",
        "%2e%2e",
        "%2E%2e",
        "%252e%252e",
        "%252e%252e%252f",
        "%25252e.",
        ".%2e",
        "..;/admin",
        "..;x=1",
        "a/..;b/c",
        "a/.. /b",
        "%2e%2e%5cadmin",
        "\0",
        "a\r\nb",
        "a%00b",
        "a%0d%0ab",
        "%2525252525252e",
        "\u{7f}",
        "\u{85}",
    ] {
        let error = with(value).unwrap_err().to_string();
        assert!(error.starts_with("`id`: it must not "), "{value:?}: {error}");
    }
}

#[test]
fn a_value_is_needed() {
    for (value, why) in [
        (json!(null), "a value is required, since it is part of the path"),
        (json!([]), "at least one value is required, since it is part of the path"),
        (
            json!({ "a": 1 }),
            "expected a string, a number, a boolean, or a list of those, since it is part of the path",
        ),
        (
            json!([[1]]),
            "expected a string, a number, a boolean, or a list of those, since it is part of the path",
        ),
        (
            json!(["a", ".."]),
            "it must not have `.` or `..` as a segment, or encoded control characters, since it is part of the path: pass the plain, unencoded value",
        ),
    ] {
        let error = at("https://api.example", "/pets/{id}", &[value]).unwrap_err();
        assert_eq!(error.to_string(), format!("`id`: {why}"));
    }
    let error = at("https://api.example", "/pets/{id}", &[]).unwrap_err();
    assert_eq!(error.to_string(), "`id`: a value is required, since it is part of the path");
}

#[test]
fn lists_and_parts_of_segments_are_filled_in() {
    let at = |path, values: &[Value]| at("https://api.example", path, values).unwrap();
    assert_eq!(at("/pets/{ids}", &[json!([1, "a,b"])]), "https://api.example/pets/1,a%2Cb");
    assert_eq!(at("/{a}.{b}", &[json!("x"), json!("y")]), "https://api.example/x.y");
    assert_eq!(at("/v{a}/", &[json!(true)]), "https://api.example/vtrue/");
    assert_eq!(at("/", &[]), "https://api.example/");
}

#[test]
fn parts_that_are_dots_together_are_refused() {
    let values = [json!("x"), json!("y")];
    for (path, values) in
        [("/a/../b", &values[..0]), ("/./b", &values[..0]), ("/a?x={a}", &values[..1])]
    {
        let error = at("https://api.example", path, values).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("an argument would change the path `{path}`: pass plain values")
        );
    }
}

#[test]
fn a_long_url_is_refused() {
    let error = with(&"a".repeat(MAX_URL_BYTES)).unwrap_err().to_string();
    assert_eq!(error, "the arguments make the URL longer than 16384 bytes: pass less");
}

/// A thousand values of hostile pieces either stay in their segment or are refused.
#[test]
fn no_value_leaves_its_segment() {
    const PIECES: [&str; 24] = [
        "..", ".", "/", "\\", "%2e", "%2f", "%5c", "%252e", "%00", ";", "?", "#", "@", ":", "//",
        "\r\n", "\t", "admin", "é", "%", "{id}", "&", " ", "%c0%ae",
    ];
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = |below: usize| {
        // Xorshift: the same values in each run.
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % below as u64).unwrap()
    };
    let mut sent = 0;
    for _ in 0..1000 {
        let value: String = (0..=next(5)).map(|_| PIECES[next(PIECES.len())]).collect();
        let Ok(url) = with(&value) else { continue };
        sent += 1;
        let path = url.strip_prefix("https://api.example/v1/pets/").unwrap();
        let segment = path.strip_suffix("/photos").unwrap();
        assert!(!segment.contains(['/', '?', '#', '\\', ';']), "{value:?}: {url}");
        assert_eq!(percent_decode_str(segment).decode_utf8().unwrap(), value);
    }
    assert!(sent > 300, "{sent}");
}
