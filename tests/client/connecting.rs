//! Finding out what a server is: eras, refusals, silence, and the end of a process.

use std::time::Duration;

use mcp_runtime::protocol::{DiscoverResult, ProtocolVersion, ServerCapabilities};
use mcp_runtime_client::{Client, Stdio};
use mcp_runtime_testing::json;

use mcp_test_support::scripted::{initialized, refusal, result, scripted};
use mcp_test_support::vectors::{negotiation, records};

use super::{agent, interaction};

fn client() -> mcp_runtime_client::ClientBuilder {
    Client::builder("agent", "1.0")
}

#[tokio::test]
async fn the_era_is_found_as_recorded() {
    let file = negotiation();
    let records: Vec<_> = records(&file, "client_era_detection")
        .iter()
        .filter(|record| record["transport"] == "stdio")
        .collect();
    assert_eq!(records.len(), 10);
    for record in records {
        let recorded = record.clone();
        let (sender, mut asked) = tokio::sync::mpsc::unbounded_channel();
        let server = scripted(move |message| {
            let reply = &recorded["probe_reply"];
            sender.send(message.clone()).unwrap();
            let version = message["params"]["protocolVersion"].as_str().unwrap_or_default();
            match message["method"].as_str().unwrap() {
                "server/discover" if reply["result"].is_object() => {
                    result(message, &reply["result"])
                }
                "server/discover" if reply["error"].is_object() => {
                    let mut error = reply["error"].clone();
                    error["message"] = "as recorded".into();
                    refusal(message, &error)
                }
                "initialize" => result(message, &initialized(version)),
                _ => None,
            }
        });
        let connected = client().probe_timeout(Duration::from_millis(50)).connect(server).await;
        let mut methods = Vec::new();
        while let Ok(message) = asked.try_recv() {
            methods.push(message["method"].as_str().unwrap().to_owned());
        }
        let decision = record["decision"].as_str().unwrap();
        match decision.split_once(':').map_or(decision, |(decision, _)| decision) {
            "modern" => {
                assert_eq!(connected.unwrap().version(), ProtocolVersion::LATEST, "{record}");
                assert_eq!(methods, ["server/discover"], "{record}");
            }
            "initialize" => {
                let version = connected.unwrap().version();
                assert_eq!(version, ProtocolVersion::LATEST_LEGACY, "{record}");
                assert_eq!(&methods[..2], ["server/discover", "initialize"], "{record}");
            }
            // This one always refuses, so the retry is refused, too.
            "retry" => {
                connected.expect_err("refused");
                assert_eq!(methods, ["server/discover"; 3], "{record}");
            }
            "no-common-version" => {
                let error = connected.expect_err("nothing in common").to_string();
                assert!(error.contains("2027-01-01"), "{error}");
                assert_eq!(methods, ["server/discover"], "{record}");
            }
            other => panic!("{other}"),
        }
    }
}

#[tokio::test]
async fn what_a_legacy_server_answers_is_used_as_recorded() {
    let file = negotiation();
    for record in records(&file, "legacy_client") {
        // This client speaks all legacy revisions; one that speaks fewer forces one.
        let all = record["client_supports"].as_array().unwrap().len() == 5;
        let answered = record["answered"].as_str().unwrap().to_owned();
        let expected = answered.clone();
        let server = scripted(move |message| match message["method"].as_str().unwrap() {
            "initialize" => result(message, &initialized(&answered)),
            "server/discover" => refusal(message, &json!({ "code": -32601, "message": "unknown" })),
            _ => None,
        });
        let client = if all { client() } else { client().version(ProtocolVersion::V2025_11_25) };
        let connected = client.connect(server).await;
        match record["outcome"].as_str().unwrap() {
            "use" => assert_eq!(connected.unwrap().version().as_str(), expected),
            _ => assert!(connected.unwrap_err().to_string().contains(&expected), "{record}"),
        }
    }
}

#[tokio::test]
async fn a_stored_discovery_sends_nothing() {
    let server = scripted(|message| {
        assert_eq!(message["method"], "tools/list", "nothing comes before the first request");
        result(message, &json!({ "tools": [], "resultType": "complete" }))
    });
    let versions = vec![ProtocolVersion::LATEST.to_string()];
    let discovered = DiscoverResult::new(versions, ServerCapabilities::default());
    let client = client().discovered(discovered).connect(server).await.unwrap();
    assert!(client.list_tools().await.unwrap().is_empty());
}

#[tokio::test]
async fn a_program_that_is_not_there_is_named() {
    let error = client().connect(Stdio::spawn("no-such-program")).await.unwrap_err();
    assert!(error.to_string().starts_with("cannot start \"no-such-program\": "), "{error}");
}

#[tokio::test]
async fn a_program_that_ends_at_once_is_no_server() {
    let server = Stdio::spawn("bash").args(["-c", "exit 7"]);
    let error = client().connect(server).await.unwrap_err();
    assert!(error.is_closed(), "{error}");
    assert_eq!(error.to_string(), "the program \"bash\" has ended (exit status: 7)");
}

#[tokio::test]
async fn a_closed_client_leaves_no_process() {
    let client = agent().connect(interaction()).await.unwrap();
    let call = client.call_tool("slow", json!({ "ms": 60_000 }));
    let waiting = tokio::spawn(async move { call.await });
    tokio::task::yield_now().await;
    client.clone().close().await;
    assert!(waiting.await.unwrap().is_err());
    assert!(client.call_tool("echo", json!({ "text": "" })).await.unwrap_err().is_closed());
}

#[tokio::test]
async fn the_end_of_a_process_can_be_waited_for() {
    let script = r#"
        read probe
        echo '{"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2026-07-28"],"capabilities":{}}}'
    "#;
    let client = client().connect(Stdio::spawn("bash").args(["-c", script])).await.unwrap();
    let why = client.closed().await;
    assert!(why.is_closed() && why.to_string().ends_with("(exit status: 0)"), "{why}");
}

/// A process that ignores the end of its input is asked to end, and one that ignores that is killed.
#[tokio::test]
async fn a_process_that_does_not_end_is_made_to() {
    let script = r#"
        trap '' TERM
        read probe
        echo '{"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2026-07-28"],"capabilities":{}}}'
        while true; do sleep 1; done
    "#;
    let server = Stdio::spawn("bash").args(["-c", script]).exit_timeout(Duration::from_millis(100));
    let client = client().connect(server).await.unwrap();
    client.close().await;
}
