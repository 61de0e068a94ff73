//! The servers of the README, the guide and the documentation of the macros satisfy every client, in
//! every revision.

use std::collections::BTreeMap;

use mcp_runtime::protocol::ProtocolVersion;
use mcp_runtime::{Json, Schema, Server, ServerBuilder, server, tool};
use mcp_runtime_lint::{Level, Lint, Listing, Rule};
use mcp_runtime_testing::offers;
use serde::Serialize;
use serde_json::json;

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
fn errors(server: &Server) -> Vec<String> {
    let findings = Lint::new()
        .check_offers(&offers(server))
        .findings
        .into_iter()
        .filter(|finding| finding.level == Level::Error);
    findings.map(|finding| format!("{} {}", finding.rule, finding.subject)).collect()
}

/// The programs as `build.rs` writes them: those of some pages come without a server that is made of a
/// variable.
#[allow(
    warnings,
    clippy::all,
    clippy::pedantic,
    reason = "they are written for those who read them"
)]
mod programs {
    include!(concat!(env!("OUT_DIR"), "/documented.rs"));

    pub(super) fn all() -> (Vec<(&'static str, super::ServerBuilder)>, Vec<&'static str>) {
        (servers(), UNSEEN.to_vec())
    }
}

/// What the servers of some programs have cannot be made here.
const ELSEWHERE: [(&str, &str); 5] = [
    ("command_line", "its state is made of the options of the program"),
    ("recipes", "its state needs a key in the environment"),
    ("resources", "its handlers hold what the program shows"),
    ("skills", "its skills are in a folder"),
    ("start", "its state is opened by the program"),
];

#[tokio::test]
async fn every_documented_server_satisfies_every_client() {
    let (servers, mut unseen) = programs::all();
    let mut linted = 0;
    let mut found = Vec::new();
    for (place, server) in servers {
        match server.open().await.and_then(ServerBuilder::build) {
            Ok(server) => {
                linted += 1;
                found.extend(errors(&server).iter().map(|error| format!("{place}: {error}")));
            }
            Err(error) => {
                println!("{place}: {error}");
                unseen.extend(place.split('.').next());
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    unseen.sort_unstable();
    assert_eq!(unseen, ELSEWHERE.map(|(page, _)| page));
    assert_eq!(linted, 70, "how many there are, so that none is lost");
}

/// Only up to 2025-11-25 it has to be an object, and there it is one.
#[test]
fn a_result_of_any_type_satisfies_every_client() {
    let nothing: [&str; 0] = [];
    let server = server!().tool::<counts>().tool::<count_by_name>().tool::<total>();
    assert_eq!(errors(&server.build().unwrap()), nothing);
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
