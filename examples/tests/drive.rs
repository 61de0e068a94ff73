//! A tool that drives an agent, as clients of both eras see it.

use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use mcp_runtime::protocol::ProtocolVersion;
use mcp_runtime::{Accepted, json};
use mcp_runtime_client::{Client, ClientBuilder, Stdio};

use crate::program::Program;

const DRIVE: &str = env!("CARGO_BIN_EXE_drive");
const SCRIPTED: &str = env!("CARGO_BIN_EXE_scripted");
const ERAS: [ProtocolVersion; 2] = [ProtocolVersion::LATEST_LEGACY, ProtocolVersion::LATEST];

async fn connect(client: ClientBuilder, version: ProtocolVersion, agent: &str) -> Client {
    let server = Stdio::spawn(DRIVE).args(["--agent", agent, "--agent-arg=acp", "--cwd", "/"]);
    client.version(version).connect(server).await.unwrap()
}

fn client() -> ClientBuilder {
    Client::builder("client", "1.0")
}

#[tokio::test]
async fn an_agent_answers_and_what_it_does_becomes_progress() {
    for version in ERAS {
        let client = connect(client(), version, SCRIPTED).await;
        let steps = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&steps);
        let said =
            client.call_tool("ask_agent", json!({ "prompt": "tool" })).on_progress(move |report| {
                heard.lock().unwrap().push((report.progress, report.message.clone()));
            });
        assert_eq!(said.await.unwrap().text(), "The sum is 5", "{version}");
        let steps = steps.lock().unwrap();
        assert_eq!(steps[0], (1.0, Some("Add: pending".to_owned())), "{version}");
        assert_eq!(steps.len(), 3, "{steps:?}");
    }
}

#[tokio::test]
async fn the_permission_that_it_wants_is_asked_of_the_person() {
    for version in ERAS {
        for (allow, done) in [(true, "Everything is gone."), (false, "Not done: ")] {
            let builder = client().on_elicit(move |form| async move {
                assert_eq!(form.message, "The agent asks: Wipe");
                Ok(Accepted(json!({ "allow": allow })))
            });
            let client = connect(builder, version, SCRIPTED).await;
            let said = client
                .call_tool("ask_agent", json!({ "prompt": "permission" }))
                .await
                .unwrap()
                .text();
            assert!(said.starts_with(done), "{version}: {said}");
        }
    }
}

#[tokio::test]
async fn the_call_that_needs_permission_is_shown_before_the_question() {
    for version in ERAS {
        for _ in 0..10 {
            let seen = Arc::new(Mutex::new(Vec::new()));
            let asked = Arc::clone(&seen);
            let heard = Arc::clone(&seen);
            let builder = client().on_elicit(move |form| {
                asked.lock().unwrap().push(form.message);
                async { Ok(Accepted(json!({ "allow": true }))) }
            });
            let client = connect(builder, version, SCRIPTED).await;
            let said = client
                .call_tool("ask_agent", json!({ "prompt": "permission" }))
                .on_progress(move |report| {
                    heard.lock().unwrap().extend(report.message.clone());
                });
            said.await.unwrap();
            let seen = seen.lock().unwrap();
            assert_eq!(seen[..2], ["Wipe: pending", "The agent asks: Wipe"], "{version}: {seen:?}");
        }
    }
}

/// What the agent is sent is written down.
#[tokio::test]
async fn a_call_that_is_cancelled_cancels_the_turn() {
    for version in ERAS {
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("drive-{version}"));
        fs::write(&file, "").unwrap();
        let agent = format!("--agent-arg=tee {} | {SCRIPTED} acp", file.display());
        let server = Stdio::spawn(DRIVE).args(["--agent", "sh", "--agent-arg=-c", &agent]);
        let client = client().version(version).connect(server).await.unwrap();
        let is_sent = async |method: &str| {
            while !fs::read_to_string(&file).unwrap().contains(method) {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::select! {
            result = client.call_tool("ask_agent", json!({ "prompt": "slow" })) => {
                panic!("{result:?}");
            }
            () = is_sent("session/prompt") => {}
        }
        is_sent("session/cancel").await;
        client.close().await;
    }
}

#[test]
fn an_agent_that_fails_or_is_not_there_is_a_failure() {
    let ask = |agent: &str| {
        Program::new(DRIVE).run(&[
            "--agent",
            agent,
            "--agent-arg=acp",
            "call",
            "ask_agent",
            "prompt=fail",
        ])
    };
    let ran = ask(SCRIPTED);
    assert!(ran.status == 1 && ran.stderr.contains("it was told to fail"), "{ran:?}");
    let ran = ask("/nowhere/at/all");
    assert!(ran.status == 1 && ran.stderr.contains("/nowhere/at/all"), "{ran:?}");
}
