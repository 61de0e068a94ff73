//! What the record of the public interface says of all of it.

use std::fs;
use std::path::Path;

/// The public enums that users may match to the last variant, and why no other one can come.
const CLOSED: &[(&str, &str)] = &[
    (
        "Answer",
        "a person accepts, declines or cancels, and a handler has to know what it does then",
    ),
    ("protocol::FormMode", "it is a constant"),
    ("protocol::LoggingLevel", "RFC 5424 has these"),
    ("protocol::MethodKind", "JSON-RPC has these"),
    ("protocol::NumberType", "JSON Schema has these"),
    ("protocol::RequestId", "JSON-RPC has these"),
    ("protocol::UrlMode", "it is a constant"),
    ("store::Expected", "a store has to know all of them"),
    ("store::Hint", "a hint is heard, or it is lost"),
    ("store::IndexChange", "a store has to know all of them"),
    ("store::LogOutcome", "it is in the log, or it is not"),
    ("store::StoreError", "whoever asks a store does one of three things then"),
    ("store::WriteOutcome", "it is written, or there is another version, or none"),
    ("testing::lint::Level", "what to do about a finding is one of these"),
];

#[test]
fn public_enums_may_grow_unless_there_is_a_reason() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("surface/mcp-runtime.txt");
    let record = fs::read_to_string(path).expect("there is a record");
    let name = |line: &str| {
        let rest = line.trim_start_matches("#[must_use] ").strip_prefix("enum mcp_runtime::")?;
        rest.split('<').next().map(str::to_owned)
    };
    let found: Vec<String> = record.lines().filter_map(name).collect();
    let closed: Vec<&str> = CLOSED.iter().map(|(name, _)| *name).collect();
    assert_eq!(found, closed, "mark it #[non_exhaustive], or say here why it cannot grow");
}
