//! A tool that drives an agent, as clients of both eras see it.

use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use mcp_runtime::client::{Client, ClientBuilder, Stdio};
use mcp_runtime::protocol::ProtocolVersion;
use mcp_runtime::{Accepted, json};
use tokio::sync::Notify;

use crate::program::Program;

const DRIVE: &str = env!("CARGO_BIN_EXE_drive");
const AGENT: &str = env!("CARGO_BIN_EXE_agent");
const DRIVEN: &str = env!("CARGO_BIN_EXE_driven");
const ERAS: [ProtocolVersion; 2] = [ProtocolVersion::LATEST_LEGACY, ProtocolVersion::LATEST];

async fn connect(client: ClientBuilder, version: ProtocolVersion, agent: &str) -> Client {
    let server = Stdio::spawn(DRIVE).args(["--agent", agent, "--cwd", "/"]);
    client.version(version).connect(server).await.unwrap()
}

fn client() -> ClientBuilder {
    Client::builder("client", "1.0")
}

#[tokio::test]
async fn an_agent_answers_and_what_it_does_becomes_progress() {
    for version in ERAS {
        let client = connect(client(), version, AGENT).await;
        let steps = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&steps);
        let said = client.call_tool("ask_agent", json!({ "prompt": "hello" }));
        let said = said.on_progress(move |report| {
            heard.lock().unwrap().push((report.progress, report.message.clone()));
        });
        assert_eq!(said.await.unwrap().text(), "You said helloThe sum is 5", "{version}");
        let steps = steps.lock().unwrap();
        assert_eq!(steps[0], (1.0, Some("Add: pending".to_owned())), "{version}");
        assert_eq!(steps.len(), 3, "{steps:?}");
    }
}

#[tokio::test]
async fn the_permission_that_it_wants_is_asked_of_the_person() {
    for version in ERAS {
        for (allow, decision) in [(true, "AllowOnce"), (false, "RejectOnce")] {
            let client = client().on_elicit(move |form| async move {
                assert_eq!(form.message, "The agent asks: Paint it green");
                Ok(Accepted(json!({ "allow": allow })))
            });
            let client = connect(client, version, DRIVEN).await;
            let said = client.call_tool("ask_agent", json!({ "prompt": "ask" })).await.unwrap();
            assert_eq!(said.text(), decision, "{version}");
        }
    }
}

#[tokio::test]
async fn a_call_that_is_cancelled_cancels_the_turn() {
    for version in ERAS {
        let name = format!("driven-{version}");
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_file(&file);
        let server = Stdio::spawn(DRIVE).args(["--agent", DRIVEN]).env("DRIVEN_FILE", &file);
        let client = client().version(version).connect(server).await.unwrap();
        let works = Arc::new(Notify::new());
        let is_at_work = Arc::clone(&works);
        let call = client
            .call_tool("ask_agent", json!({ "prompt": "hang" }))
            .on_progress(move |_| is_at_work.notify_one())
            .into_future();
        tokio::select! {
            result = call => panic!("{result:?}"),
            () = works.notified() => {}
        }
        while fs::read(&file).is_err() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        assert_eq!(fs::read_to_string(&file).unwrap(), "cancelled");
        client.close().await;
    }
}

#[test]
fn an_agent_that_refuses_or_is_not_there_is_a_failure() {
    let ask = |agent: &str| {
        Program::new(DRIVE).run(&["--agent", agent, "call", "ask_agent", "prompt=anything"])
    };
    let ran = ask(DRIVEN);
    assert_eq!(ran.status, 1, "{ran:?}");
    assert!(ran.stderr.contains("the agent ended with Refusal"), "{ran:?}");
    let ran = ask("/nowhere/at/all");
    assert!(ran.status == 1 && ran.stderr.contains("/nowhere/at/all"), "{ran:?}");
}
