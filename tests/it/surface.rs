//! What the record of the public interface says of all of it.

use std::fs;
use std::path::Path;

/// The public enums that users may match to the last variant, and why no other one can come.
const CLOSED: &[(&str, &str)] = &[
    ("mcp_runtime::store::Expected", "a store has to know all of them"),
    ("mcp_runtime::store::Hint", "a hint is heard, or it is lost"),
    ("mcp_runtime::store::IndexChange", "a store has to know all of them"),
    ("mcp_runtime::store::LogOutcome", "it is in the log, or it is not"),
    ("mcp_runtime::store::StoreError", "whoever asks a store does one of three things then"),
    ("mcp_runtime::store::WriteOutcome", "it is written, or there is another version, or none"),
    ("mcp_runtime_lint::Level", "what to do about a finding is one of these"),
    (
        "mcp_runtime_protocol::Answer",
        "a person accepts, declines or cancels, and a handler has to know what it does then",
    ),
    ("mcp_runtime_protocol::FormMode", "it is a constant"),
    ("mcp_runtime_protocol::LoggingLevel", "RFC 5424 has these"),
    ("mcp_runtime_protocol::MethodKind", "JSON-RPC has these"),
    ("mcp_runtime_protocol::NumberType", "JSON Schema has these"),
    ("mcp_runtime_protocol::RequestId", "JSON-RPC has these"),
    ("mcp_runtime_protocol::UrlMode", "it is a constant"),
];

#[test]
fn public_enums_may_grow_unless_there_is_a_reason() {
    let records = Path::new(env!("CARGO_MANIFEST_DIR")).join("surface");
    let name = |line: &str| {
        let rest = line.trim_start_matches("#[must_use] ").strip_prefix("enum ")?;
        rest.split('<').next().map(str::to_owned)
    };
    let mut found = Vec::new();
    let mut read = 0;
    for file in fs::read_dir(records).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "txt") {
            found.extend(fs::read_to_string(path).unwrap().lines().filter_map(name));
            read += 1;
        }
    }
    assert!(read > 10, "there is a record of each crate");
    found.sort();
    let closed: Vec<&str> = CLOSED.iter().map(|(name, _)| *name).collect();
    assert_eq!(found, closed, "mark it #[non_exhaustive], or say here why it cannot grow");
}

#[test]
fn the_builder_of_a_server_has_a_list_that_people_read() {
    let records = Path::new(env!("CARGO_MANIFEST_DIR")).join("surface");
    let record = fs::read_to_string(records.join("mcp-runtime.txt")).unwrap();
    let methods: Vec<&str> = record
        .lines()
        .filter_map(|line| line.split_once("fn mcp_runtime::ServerBuilder::"))
        .filter_map(|(_, rest)| rest.split(['<', '(']).next())
        .collect();
    assert!(methods.contains(&"build"), "the record has its methods");
    assert!(
        methods.len() <= 43,
        "give a method to one of its groups, such as `Limits`: {methods:?}"
    );
}
