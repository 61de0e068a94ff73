//! Every kind of request, in every revision.

use mcp_runtime::protocol::{CallToolResult, ProtocolVersion};
use mcp_runtime::{Answer, Error, Result, server, tool};
use mcp_runtime_client::ClientBuilder;
use mcp_runtime_testing::json;
use serde_json::value::RawValue;

use super::{VERSIONS, agent, interaction, questions_are_answered_by};

#[tokio::test]
async fn the_newest_revision_is_found() {
    let client = agent().connect(interaction()).await.unwrap();
    assert_eq!(client.version(), ProtocolVersion::LATEST);
    assert_eq!(client.server_info().name, "mcp-test-support");
    client.close().await;
}

#[tokio::test]
async fn tools_answer_in_every_revision() {
    for &version in VERSIONS {
        let client = agent().version(version).connect(interaction()).await.unwrap();
        assert_eq!(client.version(), version);
        let sum: i64 = client.call("add", json!({ "a": 1, "b": 2 })).await.unwrap();
        assert_eq!(sum, 3, "{version}");
        let echo: String = client.call("echo", json!({ "text": "5" })).await.unwrap();
        assert_eq!(echo, "5", "{version}");
        let failed = client.call::<String>("fail", ()).await.unwrap_err();
        assert!(failed.to_string().starts_with("fail: "), "{failed}");
        let refused = client.call::<i64>("add", json!({ "a": 1 })).await.unwrap_err().to_string();
        assert!(refused.starts_with("Invalid arguments for tool `add`:"), "{refused}");
        let other = client.call::<bool>("add", json!({ "a": 1, "b": 2 })).await.unwrap_err();
        assert!(other.to_string().starts_with("add: "), "{other}");
        let unknown = client.call_tool("nothing", ()).await.unwrap_err();
        assert_eq!(unknown.rpc().unwrap().code.0, -32602);
        client.close().await;
    }
}

#[tokio::test]
async fn questions_are_answered_in_every_revision_that_has_them() {
    for version in
        VERSIONS.iter().copied().filter(|version| *version >= ProtocolVersion::V2025_06_18)
    {
        let client = agent().version(version).connect(interaction()).await.unwrap();
        questions_are_answered_by(&client).await;
        client.close().await;
    }
}

/// A legacy server is told of it, since it waits for an answer; from a modern one nobody does.
#[tokio::test]
async fn a_handler_that_fails_ends_the_call() {
    for version in [ProtocolVersion::LATEST_LEGACY, ProtocolVersion::LATEST] {
        let call = async |client: ClientBuilder| {
            let client = client.version(version).connect(interaction()).await.unwrap();
            let result = client.call::<String>("confirm", json!({ "what": "it" })).await;
            let is_well = client.call::<i64>("add", json!({ "a": 1, "b": 2 })).await;
            assert_eq!(is_well.unwrap(), 3, "{version}");
            result.unwrap_err().to_string()
        };
        let fails =
            agent().on_elicit(|_| async { Err::<Answer<()>, _>(Error::other("no screen")) });
        let failed = call(fails).await;
        let panics = agent().on_elicit(|_| async { panic!("a bug") as Result<Answer<()>> });
        let panicked = call(panics).await;
        if version.is_modern() {
            assert_eq!(failed, "no screen");
            assert_eq!(panicked, "the client's handler panicked");
        } else {
            assert!(failed.starts_with("confirm: ") && failed.contains("no screen"), "{failed}");
            assert!(panicked.contains("the client's handler panicked"), "{panicked}");
        }
    }
}

/// JSON in several lines, as people write it.
fn lines() -> Box<RawValue> {
    RawValue::from_string("{\n  \"a\": 1,\r\n  \"b\": 2\n}".to_owned()).unwrap()
}

/// Answers in several lines.
#[tool]
fn write() -> CallToolResult {
    let mut result = CallToolResult::new(Vec::new());
    result.structured_content = Some(lines());
    result
}

#[tokio::test]
async fn json_of_several_lines_is_one_message() {
    let client = agent().connect(interaction()).await.unwrap();
    client.notify("notifications/any", lines());
    let sum: i64 = client.call("add", lines()).await.unwrap();
    assert_eq!(sum, 3);
    let client = agent().connect(server!().tool::<write>()).await.unwrap();
    let written: serde_json::Value = client.call("write", ()).await.unwrap();
    assert_eq!(written, json!({ "a": 1, "b": 2 }));
}
