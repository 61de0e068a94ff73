//! What lists take of memory, measured in processes of their own: no more than the client allows.

use std::process::Command;
use std::time::Duration;

use mcp_runtime_client::Client;
use mcp_runtime_testing::json;

use mcp_test_support::scripted::{result, scripted};

const MIB: usize = 1024 * 1024;

/// What is allowed, and what a page may take while it is read.
const LIMIT: usize = 64 * MIB;
const PAGE: usize = 14 * MIB;

/// A page of a list of one kind, of about this many bytes: as text, since a tree of it would be
/// measured, too.
fn page(kind: &str, number: usize, bytes: usize) -> String {
    // One more than what has room in a map or a list that grows.
    let list = |length: usize, item: &str| {
        let items = vec![item; length].join(",");
        format!(r#"{{"enum":[{items}]}}"#)
    };
    let schema = match kind {
        "members" => {
            let members: Vec<String> = (0..57).map(|at| format!("\"{at}\":0")).collect();
            format!("{{{}}}", members.join(","))
        }
        "objects" => list(33, r#"{"a":0}"#),
        "numbers" => list(1025, "0"),
        "texts" => list(1025, r#""a""#),
        "tools" => "{}".to_owned(),
        "long" => format!(r#"{{"title":"{}"}}"#, "x".repeat(bytes)),
        other => panic!("{other}"),
    };
    let tool = |at| format!(r#"{{"name":"{number}-{at}","inputSchema":{schema}}}"#);
    let tools: Vec<String> = (0..1 + bytes / (schema.len() + 30)).map(tool).collect();
    format!(r#"{{"tools":[{}],"nextCursor":"{number}"}}"#, tools.join(","))
}

/// Runs in a process of its own, for the test below.
#[tokio::test]
#[ignore = "a test starts it"]
async fn measured() {
    let Ok(kind) = std::env::var("LIST") else { return };
    let mut number = 0;
    let server = scripted(move |message| match message["method"].as_str().unwrap() {
        "server/discover" => {
            result(message, &json!({ "supportedVersions": ["2026-07-28"], "capabilities": {} }))
        }
        _ => {
            number += 1;
            // Two of the large pages do not fit.
            let bytes = match kind.as_str() {
                "two members" => 2_000_000,
                "two objects" => 500_000,
                "two numbers" => 600_000,
                "two texts" => 1_200_000,
                _ => 300_000,
            };
            let page = page(kind.trim_start_matches("two "), number, bytes);
            Some(format!(r#"{{"jsonrpc":"2.0","id":{},"result":{page}}}"#, message["id"]) + "\n")
        }
    });
    let client = Client::builder("agent", "1.0")
        .max_result(LIMIT)
        .timeout(Duration::from_secs(60))
        .without_cache()
        .connect(server)
        .await
        .unwrap();
    let before = peak();
    let error = client.list_tools().await.unwrap_err().to_string();
    assert!(error.contains("max_result"), "{error}");
    println!("peak {}", peak() - before);
}

/// The most memory that this process has used.
fn peak() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    peak.trim().trim_end_matches(" kB").parse::<usize>().unwrap() * 1024
}

#[test]
fn a_list_takes_no_more_memory_than_is_allowed() {
    let kinds = ["members", "objects", "numbers", "texts", "tools", "long"];
    let large = ["two members", "two objects", "two numbers", "two texts"];
    for kind in kinds.into_iter().chain(large) {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "memory::measured", "--ignored", "--nocapture"]);
        let output = command.env("LIST", kind).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let peak: usize = said
            .split("peak ")
            .nth(1)
            .and_then(|rest| rest.split_whitespace().next())
            .unwrap_or_else(|| panic!("{kind}: {said}"))
            .parse()
            .unwrap();
        println!("{kind}: {} MiB", peak / MIB);
        assert!(peak < LIMIT + PAGE, "{kind}: {} MiB", peak / MIB);
    }
}
