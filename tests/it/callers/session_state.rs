//! What a server remembers of a client.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use mcp_runtime::protocol::ProtocolVersion;
use mcp_runtime::{Limits, ServerBuilder, SessionState, json, server, tool};
use mcp_runtime_client::Client;
use mcp_runtime_testing as testing;

use super::{VERSIONS, client, connect, serve};

/// How often the client has called.
#[tool]
fn count(calls: SessionState<AtomicU32>, others: SessionState<Other>) -> String {
    let calls = calls.fetch_add(1, Ordering::Relaxed) + 1;
    format!("{calls} {}", others.0.load(Ordering::Relaxed))
}

/// Another value of the client.
#[derive(Default)]
struct Other(AtomicU32);

/// Whether anything is remembered.
#[tool]
fn remembers(calls: Option<SessionState<AtomicU32>>) -> bool {
    calls.is_some()
}

fn counting() -> ServerBuilder {
    server!().tool::<count>().tool::<remembers>()
}

async fn text(client: &Client, tool: &str) -> String {
    client.call_tool(tool, json!({})).await.unwrap().text()
}

#[tokio::test]
async fn each_principal_has_a_value_of_its_own() {
    for version in VERSIONS {
        let url = serve(counting()).await;
        let alice = connect(&url, "key-of-alice", client(), version).await;
        let bob = connect(&url, "key-of-bob", client(), version).await;
        let one = text(&alice, "count").await;
        let two = text(&alice, "count").await;
        assert_eq!(
            (one.as_str(), two.as_str(), &*text(&bob, "count").await),
            ("1 0", "2 0", "1 0")
        );
        // Another session of the same principal, or where there are none, another connection.
        let again = connect(&url, "key-of-alice", client(), version).await;
        let expected = if version == ProtocolVersion::LATEST { "3 0" } else { "1 0" };
        assert_eq!(text(&again, "count").await, expected, "{version}");
        assert_eq!(text(&alice, "remembers").await, "true");
    }
}

#[tokio::test]
async fn what_might_be_anybody_shares_nothing() {
    let url = serve(counting()).await;
    for version in VERSIONS {
        let is_modern = version == ProtocolVersion::LATEST;
        let nobody = connect(&url, "stolen", client(), version).await;
        assert_eq!(text(&nobody, "remembers").await, (!is_modern).to_string());
        let counted = nobody.call_tool("count", json!({})).await;
        match counted {
            Ok(counted) => assert_eq!((counted.text().as_str(), is_modern), ("1 0", false)),
            Err(refused) => {
                assert!(is_modern, "{version}: {refused}");
                assert!(refused.to_string().contains("an authenticated caller"), "{refused}");
            }
        }
    }
}

#[tokio::test]
async fn over_pipes_there_is_one_client() {
    for version in ProtocolVersion::ALL {
        let client = testing::connect_as(counting(), *version).await.unwrap();
        assert_eq!(client.call_tool("count", json!({})).await.unwrap().text(), "1 0");
        assert_eq!(client.call_tool("count", json!({})).await.unwrap().text(), "2 0");
    }
}

#[tokio::test(start_paused = true)]
async fn what_nobody_uses_is_forgotten() {
    let server = counting().limits(Limits::new().session_state_timeout(Duration::from_secs(60)));
    let client = testing::connect_as(server, ProtocolVersion::LATEST).await.unwrap();
    for (wait, expected) in [(0, "1 0"), (59, "2 0"), (59, "3 0"), (61, "1 0")] {
        tokio::time::advance(Duration::from_secs(wait)).await;
        assert_eq!(client.call_tool("count", json!({})).await.unwrap().text(), expected);
    }
}

#[tokio::test]
async fn as_many_are_remembered_as_allowed() {
    let url = serve(counting().limits(Limits::new().max_session_states(1))).await;
    let alice = connect(&url, "key-of-alice", client(), ProtocolVersion::LATEST).await;
    let bob = connect(&url, "key-of-bob", client(), ProtocolVersion::LATEST).await;
    for (client, expected) in [(&alice, "1 0"), (&alice, "2 0"), (&bob, "1 0"), (&alice, "1 0")] {
        assert_eq!(text(client, "count").await, expected);
    }
}
