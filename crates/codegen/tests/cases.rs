//! What becomes of schemas: the text compiles, and its types read and write what they should.
#![expect(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use schemas::{cases, name};

mod schemas;

/// The text for all cases, and `READERS`, which reads and writes a value by the type of each.
#[allow(
    dead_code,
    unreachable_pub,
    missing_docs,
    clippy::use_self,
    reason = "it is text for somebody else's crate"
)]
mod generated {
    use super::{Reader, read};

    include!("schemas/generated.txt");
}

type Reader = fn(&Value) -> Result<Value, String>;

fn read<T: Serialize + DeserializeOwned>(value: &Value) -> Result<Value, String> {
    let read: T = serde_json::from_value(value.clone()).map_err(|error| error.to_string())?;
    serde_json::to_value(read).map_err(|error| error.to_string())
}

#[test]
fn types_read_and_write_what_they_should() {
    let readers: BTreeMap<&str, Reader> = generated::READERS.iter().copied().collect();
    let mut wrong = Vec::new();
    for case in cases().iter().filter(|case| case["error"].is_null()) {
        let reader = readers[name(case)];
        for value in case["passes"].as_array().unwrap() {
            match reader(value) {
                Ok(written) if written == *value => {}
                result => wrong.push(format!("{}: {value} becomes {result:?}", name(case))),
            }
        }
        for value in case["fails"].as_array().unwrap() {
            if let Ok(written) = reader(value) {
                wrong.push(format!("{}: {value} is read, as {written}", name(case)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is not written as it was read.
#[test]
fn null_is_an_empty_list() {
    let readers: BTreeMap<&str, Reader> = generated::READERS.iter().copied().collect();
    assert_eq!(readers["65 null for an empty list"](&json!({ "v": null })), Ok(json!({})));
}

/// An error says where in a result it is, which what serde derives does not.
#[test]
fn errors_say_where_they_are() {
    let readers: BTreeMap<&str, Reader> = generated::READERS.iter().copied().collect();
    let cases = [
        ("38 deep inline", json!({ "a": { "b": { "c": [{}] } } }), "a: b: c: missing field `d`"),
        ("06 enum", json!({ "unit": 1 }), "unit: invalid type: integer `1`, expected a string"),
        ("07 enum odd values", json!({ "op": "<" }), "op: unknown value \"<\""),
        (
            "14 oneOf tagged",
            json!({ "shape": { "kind": 1 } }),
            "shape: kind: invalid type: integer `1`, expected a string",
        ),
        (
            "98 a new form in arguments",
            json!({ "v": { "kind": "x" } }),
            "v: kind: unknown value \"x\"",
        ),
        (
            "13 type list",
            json!({ "id": true }),
            "id: the value matches none of the variants of its type",
        ),
        ("17 allOf", json!({ "f": { "a": "x" } }), "f: missing field `b`"),
    ];
    for (case, value, expected) in cases {
        assert_eq!(readers[case](&value), Err(expected.to_owned()), "{case}");
    }
}

/// The deepest value that is read, where each level looks like the second form only at its end, or
/// is wrong at the end: 127 levels are what `serde_json` reads.
#[test]
fn a_value_of_forms_in_each_other_takes_linear_time() {
    let readers: BTreeMap<&str, Reader> = generated::READERS.iter().copied().collect();
    let nested = |levels: usize, end: Value, level: fn(Value) -> Value| json!({ "v": (1..levels).fold(end, |inner, _| level(inner)) });
    let second: fn(Value) -> Value = |inner| json!({ "next": inner, "b": 1 });
    let both: fn(Value) -> Value = |inner| json!({ "next": inner, "a": 1, "b": 1 });
    let list: fn(Value) -> Value = |inner| json!({ "all": [inner], "a": 1, "b": 1 });
    let map: fn(Value) -> Value = |inner| json!({ "all": { "x": inner }, "a": 1, "b": 1 });
    let tagged: fn(Value) -> Value = |inner| json!({ "kind": "other", "all": [inner] });
    let cases = [
        ("95 forms in each other", second, json!("x")),
        ("95 forms in each other", both, json!("x")),
        ("95 forms in each other", both, json!(1)),
        ("96 lists of forms in each other", list, json!(1)),
        ("96 lists of forms in each other", map, json!("x")),
        ("97 a new form of several", tagged, json!({ "kind": "leaf" })),
    ];
    for (case, level, end) in cases {
        for levels in [8, 16, 32, 64, 126] {
            let value = nested(levels, end.clone(), level);
            let started = Instant::now();
            let result = readers[case](&value);
            let elapsed = started.elapsed();
            println!("{case}, {levels} levels, {}: {elapsed:?}", result.is_ok());
            assert!(elapsed < Duration::from_secs(1), "{case}, {levels} levels: {elapsed:?}");
        }
    }
}
