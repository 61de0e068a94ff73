//! Locks that are too deep, too large, or not locks.

#![expect(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::time::{Duration, Instant};

use mcp_runtime_codegen::{CodegenError, Options, client};
use serde_json::{Map, Value, json};

/// The text for the input of one tool.
fn rust(input: &Value) -> Result<String, CodegenError> {
    let lock = json!({ "lock": 1, "server": {}, "tools": { "x": { "input": input } } });
    client(&lock.to_string(), &Options::new("notes.lock"))
}

fn refusal(lock: &str) -> String {
    client(lock, &Options::new("notes.lock")).unwrap_err().to_string()
}

#[test]
fn what_is_no_lock_is_refused() {
    let cases = [
        ("", "notes.lock: not an mcp.lock file: EOF while parsing a value at line 1 column 0"),
        (
            "[]",
            "notes.lock: not an mcp.lock file: invalid type: sequence, expected an object at line 1 column 0",
        ),
        (
            "{}",
            "notes.lock: not an mcp.lock file: the member `lock` (the format version) is missing",
        ),
        (r#"{"lock": 2, "tools": {}}"#, "notes.lock: unsupported lock format 2: expected 1"),
        (
            r#"{"lock": 1, "tools": {"a": {"input": {}}, "a": {"input": {}}}}"#,
            "notes.lock: not an mcp.lock file: duplicate tool `a` at line 1 column 45",
        ),
        (r#"{"lock": 1, "tools": {"a": {}}}"#, "notes.lock: tool `a`: it has no `input`"),
    ];
    for (lock, expected) in cases {
        assert_eq!(refusal(lock), expected, "{lock}");
    }
}

#[test]
fn a_format_that_no_string_has_is_refused() {
    let input = json!({ "properties": { "at": { "type": "string", "format": "date-time" } } });
    let lock = json!({ "lock": 1, "server": {}, "tools": { "x": { "input": input } } }).to_string();
    let options = Options::new("notes.lock").format("date-time", "jiff::Timestamp");
    assert!(client(&lock, &options).unwrap().contains("at: Option<jiff::Timestamp>,"));
    let error = client(&lock, &options.format("datetime", "u8")).unwrap_err().to_string();
    assert_eq!(
        error,
        "notes.lock: the lock has no string with the format `datetime`; its formats are: date-time"
    );
}

#[test]
fn what_is_deep_is_any_value() {
    let mut schema = json!({ "type": "string" });
    for _ in 0..40 {
        schema = json!({ "type": "object", "properties": { "a": schema } });
    }
    let text = rust(&schema).unwrap();
    assert!(text.contains("a: Option<Value>"));
    assert!(text.len() < 100_000, "{}", text.len());
}

/// What doubles with each level: parts of an `allOf`, forms, and references.
#[test]
fn what_grows_without_end_is_refused() {
    let double = |key: &str, one: fn(&str) -> Value| {
        let mut definitions = Map::new();
        for level in 0..60 {
            let next = one(&format!("#/$defs/D{}", level + 1));
            definitions.insert(format!("D{level}"), json!({ key: [next, next] }));
        }
        definitions
            .insert("D60".to_owned(), json!({ "type": "object", "properties": { "a": {} } }));
        json!({ "$ref": "#/$defs/D0", "$defs": definitions })
    };
    let nested = |reference: &str| json!({ "type": "object", "properties": { "a": { "allOf": [{ "$ref": reference }, { "required": ["b"] }] } } });
    let bare = |reference: &str| json!({ "$ref": reference });
    for (key, one) in [
        ("allOf", bare as fn(&str) -> Value),
        ("anyOf", bare),
        ("allOf", nested),
        ("oneOf", nested),
    ] {
        let started = Instant::now();
        match rust(&double(key, one)) {
            Ok(text) => assert!(text.len() < 2_000_000, "{key}: {}", text.len()),
            Err(error) => {
                let error = error.to_string();
                let is_limit = error.contains("the generated client exceeds 16 MiB")
                    || error.contains("they have more than 200000 subschemas and members");
                assert!(is_limit, "{error}")
            }
        }
        assert!(started.elapsed() < Duration::from_secs(10), "{key}: {:?}", started.elapsed());
    }
}

#[test]
fn what_is_wide_takes_no_longer_than_it_is_long() {
    let members: Map<String, Value> = (0..30_000)
        .map(|at| (format!("{}{at}", if at % 2 == 0 { "a-" } else { "a_" }), json!({})))
        .collect();
    let same: Map<String, Value> =
        (1..5_000).map(|at| ("-".repeat(at), json!({ "enum": ["a", "b"] }))).collect();
    let chain: Map<String, Value> = (0..5_000)
        .map(|at| {
            (
                format!("D{at}"),
                json!({ "properties": { "a": { "$ref": format!("#/$defs/D{}", at + 1) } } }),
            )
        })
        .chain([("D5000".to_owned(), json!({ "$ref": "#/$defs/D0" }))])
        .collect();
    let names: Vec<String> = (0..30_000).map(|at| format!("m{at}")).collect();
    let forms: Vec<Value> =
        (0..200).map(|at| json!({ "type": "object", "properties": { "k": { "const": at.to_string() } }, "required": ["k"] })).collect();
    let cases = [
        json!({ "properties": members, "required": names }),
        json!({ "properties": same }),
        json!({ "$ref": "#/$defs/D0", "$defs": chain }),
        json!({ "properties": { "a": { "enum": names } } }),
        json!({ "properties": { "a": { "oneOf": forms } } }),
        json!({ "properties": { "a": { "description": "[".repeat(1_000_000) } } }),
    ];
    for case in cases {
        let started = Instant::now();
        let text = rust(&case);
        let json = case.to_string();
        let what = &json[..80];
        assert!(text.is_ok_and(|text| text.len() < 20_000_000), "{what}");
        assert!(started.elapsed() < Duration::from_secs(10), "{what}: {:?}", started.elapsed());
    }
}
