//! The text for all schemas, which `cases.rs` compiles.
//!
//! `MCP_WRITE=1 cargo test -p mcp-runtime-codegen --test text` writes it anew.

#![expect(clippy::unwrap_used, reason = "a helper of a test fails the test")]

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use mcp_runtime_codegen::{CodegenError, Options, client};
use serde_json::{Value, json};

use schemas::{cases, name};

mod schemas;

/// The text for a schema, as arguments or results of the tool `x`.
fn rust(case: &Value) -> Result<String, CodegenError> {
    let tool = if case["side"] == "results" {
        json!({ "input": { "type": "object" }, "output": case["schema"] })
    } else {
        json!({ "input": case["schema"] })
    };
    let lock = json!({ "lock": 1, "server": { "name": "notes", "version": "1.0.0" }, "tools": { "x": tool } });
    client(&lock.to_string(), &Options::new("notes.lock").both_ways())
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
        let root = if case["side"] == "results" { "XResult" } else { "XArgs" };
        let path = format!("{module}::{root}");
        let is_nullable = rust.contains("RequestBuilder<Option<XResult>>");
        let of = if is_nullable { format!("Option<{path}>") } else { path };
        write!(text, "/// {}.\npub mod {module} {{\n{rust}}}\n\n", &name(&case)[3..]).unwrap();
        writeln!(readers, "    ({:?}, read::<{of}>),", name(&case)).unwrap();
    }
    write!(text, "pub(super) const READERS: &[(&str, Reader)] = &[\n{readers}];\n").unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/schemas/generated.txt");
    if env::var_os("MCP_WRITE").is_some() {
        fs::write(&path, &text).unwrap();
    }
    let committed = fs::read_to_string(&path).unwrap();
    assert!(
        committed == text,
        "`MCP_WRITE=1 cargo test -p mcp-runtime-codegen --test text` writes it anew"
    );
}
