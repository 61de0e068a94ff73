//! The servers of the README satisfy every client, in every revision.

use std::{collections::BTreeMap, sync::Mutex};

use mcp_runtime::protocol::ProtocolVersion;
use mcp_runtime::{
    Answer, Elicit, Json, Result, Schema, ServerBuilder, handlers, resource, server, tool,
};
use mcp_runtime_lint::{Level, Lint, Listing, Rule};
use mcp_runtime_testing::offers;
use serde::Serialize;
use serde_json::json;

// From here on, as in the README.

/// Adds two numbers.
#[tool(pure)]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

#[derive(Default)]
struct Notes(Mutex<BTreeMap<String, String>>);

/// Keeps notes. Search before you write. (A model reads this as instructions.)
#[handlers]
impl Notes {
    /// Finds the notes that contain a text.
    #[tool(read_only)]
    fn search(
        &self,
        /// A part of the note.
        text: &str,
        #[arg(default = 10, range(1..=100))] limit: usize,
    ) -> Vec<String> {
        let notes = self.0.lock().unwrap();
        let found = notes.iter().filter(|(_, note)| note.contains(text)).take(limit);
        found.map(|(name, _)| name.clone()).collect()
    }

    /// Writes a note.
    #[tool(destructive, confirm = "Write the note {name}?")]
    async fn write(&self, name: String, #[arg(length(1..=10_000))] text: String) {
        self.0.lock().unwrap().insert(name, text);
    }

    /// One note.
    #[resource("notes://{name}", mime = "text/markdown")]
    fn note(&self, name: &str) -> Option<String> {
        self.0.lock().unwrap().get(name).cloned()
    }
}

#[derive(Elicit)]
struct Confirm {
    /// Really delete it?
    sure: bool,
}

/// Deletes a file for good.
#[tool(destructive)]
async fn delete(path: String, elicit: Elicit) -> Result<String> {
    match elicit.form::<Confirm>(format!("Delete {path}?")).await? {
        Answer::Accepted(Confirm { sure: true }) => Ok(format!("{path} is deleted")),
        _ => Ok("Nothing is deleted.".to_owned()),
    }
}

// Up to here.

/// A summary.
#[derive(Serialize, Schema)]
struct Summary {
    /// How many there are.
    count: u32,
}

/// Counts everything.
#[tool(read_only, title = "Count")]
fn counts() -> Vec<Summary> {
    Vec::new()
}

/// Counts by name.
#[tool(read_only, title = "Count by name")]
fn count_by_name() -> BTreeMap<String, u32> {
    BTreeMap::new()
}

/// Counts them.
#[tool(read_only, title = "Count them")]
fn total() -> Json<u32> {
    Json(0)
}

/// What breaks a client.
fn errors(server: ServerBuilder) -> Vec<String> {
    let server = server.build().unwrap();
    let findings = Lint::new().check_offers(&offers(&server)).findings;
    let findings = findings.into_iter().filter(|finding| finding.level == Level::Error);
    findings.map(|finding| format!("{} {}", finding.rule, finding.subject)).collect()
}

#[test]
fn the_servers_of_the_readme_satisfy_every_client() {
    let nothing: [&str; 0] = [];
    assert_eq!(errors(server!().tool::<add>()), nothing);
    assert_eq!(errors(server!().handlers(Notes::default())), nothing);
    assert_eq!(errors(server!().tool::<delete>()), nothing);
}

#[test]
fn they_are_those_of_the_readme() {
    let (source, readme) = (include_str!("documented.rs"), include_str!("../../README.md"));
    let (_, source) = source.split_once("// From here on, as in the README.\n").unwrap();
    let (source, _) = source.split_once("// Up to here.\n").unwrap();
    for item in source.trim().split("\n\n") {
        assert!(readme.contains(item), "{item}");
    }
}

/// Only up to 2025-11-25 it has to be an object, and there it is one.
#[test]
fn a_result_of_any_type_satisfies_every_client() {
    let nothing: [&str; 0] = [];
    let server = server!().tool::<counts>().tool::<count_by_name>().tool::<total>();
    assert_eq!(errors(server), nothing);
}

#[test]
fn an_output_that_is_no_object_is_an_error_in_the_revisions_that_want_one() {
    let tool = json!({
        "name": "search", "inputSchema": { "type": "object" }, "outputSchema": { "type": "array" },
    });
    let listing = Listing::new().page(json!({ "tools": [tool] }));
    let is_found = |lint: Lint| {
        lint.check(&listing).findings.iter().any(|finding| finding.rule == Rule::OutputRootType)
    };
    assert!(is_found(Lint::new()));
    for (version, expected) in [
        (ProtocolVersion::V2025_06_18, true),
        (ProtocolVersion::V2025_11_25, true),
        (ProtocolVersion::V2026_07_28, false),
    ] {
        assert_eq!(is_found(Lint::new().revision(version)), expected, "{version}");
        assert_eq!(is_found(Lint::ordinary().revision(version)), expected, "{version}");
    }
}
