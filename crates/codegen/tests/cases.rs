//! What becomes of schemas: the text compiles, and its types read and write what they should.
//!
//! `MCP_WRITE=1 cargo test -p mcp-runtime-codegen` writes the text anew.

#![expect(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use mcp_runtime_codegen::{Options, client};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

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

    include!("cases/generated.txt");
}

type Reader = fn(&Value) -> Result<Value, String>;

fn read<T: Serialize + DeserializeOwned>(value: &Value) -> Result<Value, String> {
    let read: T = serde_json::from_value(value.clone()).map_err(|error| error.to_string())?;
    serde_json::to_value(read).map_err(|error| error.to_string())
}

/// The cases that were given, and our own.
fn cases() -> Vec<Value> {
    let text = [include_str!("cases/given.jsonl"), include_str!("cases/own.jsonl")];
    let cases: Vec<Value> = text
        .iter()
        .flat_map(|text| text.lines())
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(cases.len(), 40 + 41);
    cases
}

/// The text for a schema, as arguments or results of the tool `x`.
fn rust(case: &Value) -> mcp_runtime_codegen::Result<String> {
    let tool = if case["side"] == "results" {
        json!({ "input": { "type": "object" }, "output": case["schema"] })
    } else {
        json!({ "input": case["schema"] })
    };
    let lock = json!({ "lock": 1, "server": { "name": "notes", "version": "1.0.0" }, "tools": { "x": tool } });
    client(&lock.to_string(), &Options::new("notes.lock").both_ways())
}

fn name(case: &Value) -> &str {
    case["case"].as_str().unwrap()
}

#[test]
fn the_text_is_as_committed() {
    let mut text = String::new();
    let mut readers = String::new();
    for case in cases() {
        let rust = match (rust(&case), case["error"].as_str()) {
            (Ok(rust), None) => rust,
            (Err(error), Some(expected)) => {
                assert_eq!(error.to_string(), expected);
                continue;
            }
            (result, _) => panic!("{}: {result:?}", name(&case)),
        };
        let module = format!("c{}", &name(&case)[..2]);
        let of = if case["side"] == "results" { "XResult" } else { "XArgs" };
        write!(text, "/// {}.\npub mod {module} {{\n{rust}}}\n\n", &name(&case)[3..]).unwrap();
        writeln!(readers, "    ({:?}, read::<{module}::{of}>),", name(&case)).unwrap();
    }
    write!(text, "pub(super) const READERS: &[(&str, Reader)] = &[\n{readers}];\n").unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/generated.txt");
    if env::var_os("MCP_WRITE").is_some() {
        fs::write(&path, &text).unwrap();
    }
    let committed = fs::read_to_string(&path).unwrap();
    assert!(committed == text, "`MCP_WRITE=1 cargo test -p mcp-runtime-codegen` writes it anew");
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
