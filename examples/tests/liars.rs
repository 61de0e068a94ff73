//! Servers that lie, and how much memory that costs the processes in front of them.

use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use mcp_runtime::protocol::ProtocolVersion;
use mcp_runtime_client::{Client, HttpTransport};
use serde_json::json;
use tokio::time::sleep;

use super::bridge::Bridge;

const LIAR: &str = env!("CARGO_BIN_EXE_liar");

/// What a lie may cost on top of what the process takes without one, in KiB.
const BEARABLE: u64 = 64 * 1024;

/// The most memory that a process took so far, in KiB.
fn peak(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    peak.trim().trim_end_matches(" kB").parse().ok()
}

/// Runs a client to its end; its most memory, and what it said was wrong.
fn run(arguments: &[&str]) -> (u64, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_client"));
    command.arg("--legacy").args(arguments).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut client: Child = command.spawn().unwrap();
    let mut most = 0;
    let started = Instant::now();
    while client.try_wait().unwrap().is_none() {
        most = most.max(peak(client.id()).unwrap_or_default());
        assert!(started.elapsed() < Duration::from_secs(120), "{arguments:?} does not end");
        thread::sleep(Duration::from_millis(1));
    }
    let output = client.wait_with_output().unwrap();
    (most, String::from_utf8(output.stderr).unwrap())
}

#[test]
fn what_a_server_answers_has_a_bound() {
    let (calm, _) = run(&["--call", "lie", "--", LIAR, "none"]);
    let lies = ["numbers", "objects", "arrays", "strings", "text", "line"];
    for (lie, arguments) in lies
        .map(|lie| (lie, vec!["--call", "lie", "--", LIAR, lie]))
        .into_iter()
        .chain([("pages", vec!["--", LIAR, "pages"])])
    {
        let (most, said) = run(&arguments);
        println!("{lie}: {} KiB more; {}", most.saturating_sub(calm), said.trim());
        assert!(most < calm + BEARABLE, "{lie}: {calm} KiB, and then {most}");
        match lie {
            "line" => assert!(said.contains("max_message_size"), "{said}"),
            "pages" => assert!(said.contains("max_result"), "{said}"),
            // What is not looked into is only text.
            _ => assert!(said.is_empty(), "{lie}: {said}"),
        }
    }
}

#[tokio::test]
async fn a_bridge_bears_a_flood() {
    let bridge = Bridge::start(&[LIAR, "none"]);
    let calm = peak(bridge.id()).unwrap();
    for lie in ["changes", "logs", "pings", "questions"] {
        let bridge = Bridge::start(&[LIAR, lie]);
        for front in [ProtocolVersion::LATEST_LEGACY, ProtocolVersion::LATEST] {
            let agent = Client::builder("agent", "1.0")
                .version(front)
                .connect(HttpTransport::new(bridge.url()))
                .await
                .unwrap();
            // Its client answers no questions, which come while the resource is read, too.
            let subscription = agent.subscribe("test://0").await;
            assert!(subscription.is_ok() || lie == "questions", "{lie}: {subscription:?}");
            for _ in 0..10 {
                sleep(Duration::from_millis(100)).await;
                let well = agent.call_tool("honest", json!({}));
                match well.timeout(Duration::from_secs(10)).await {
                    // Its client answers no questions.
                    _ if lie == "questions" => {}
                    Ok(well) => assert_eq!(well.text(), "well", "{lie}"),
                    Err(error) => panic!("{lie}: {error}"),
                }
            }
        }
        let most = peak(bridge.id()).unwrap();
        println!("{lie}: {} KiB more", most.saturating_sub(calm));
        assert!(most < calm + BEARABLE, "{lie}: {calm} KiB, and then {most}");
    }
}
