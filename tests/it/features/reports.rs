//! What a running call tells its client: progress and log messages.

use mcp_runtime::protocol::{LoggingLevel, ProtocolVersion};
use mcp_runtime::{Context, Log, Progress, Result, ServerBuilder, prompt, resource, server, tool};
use mcp_runtime_client::Client;
use mcp_runtime_testing as testing;
use mcp_runtime_testing::{TestClient, json};
use serde_json::Value;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use super::{code, since};

/// Tells how far it is, with values that do not always increase.
#[tool]
async fn work(progress: Progress) -> String {
    progress.report(0.5).await;
    progress.report_of(1, 4, "one").await;
    for stale in [1.0, 0.5, f64::NAN, f64::INFINITY, -1.0] {
        progress.report(stale).await;
    }
    progress.report_of(4, 4, "four").await;
    format!("wanted: {}", progress.is_wanted())
}

/// Logs on every level.
#[tool]
async fn log_all(log: Log) {
    for level in LoggingLevel::ALL {
        log.log(level, json!({ "level": level })).await;
    }
}

/// Tells from a prompt.
#[prompt]
async fn ask(context: Context) -> &'static str {
    context.progress().report(1).await;
    context.log().warning("asked").await;
    "ask"
}

/// Tells from a resource.
#[resource("a://b")]
async fn read(context: &Context) -> &'static str {
    context.progress().report(1).await;
    context.log().error("read").await;
    "read"
}

fn server() -> ServerBuilder {
    server!().tool::<work>().tool::<log_all>().prompt::<ask>().resource::<read>()
}

/// The parameters of the notifications of one method that have arrived.
fn arrived(client: &TestClient, method: &str) -> Vec<Value> {
    let all = client.notifications().into_iter();
    let ours = all.filter(|notification| notification.method == method);
    ours.map(|notification| notification.params).collect()
}

/// A client that asks for nothing by itself, and the parameters of what it is told.
async fn silent(version: ProtocolVersion) -> Result<(Client, UnboundedReceiver<Value>)> {
    let (tell, told) = unbounded_channel();
    let client = Client::builder("silent", "1.0")
        .on_notification(move |_, params| drop(tell.send(params.clone())))
        .version(version)
        .connect(server())
        .await?;
    Ok((client, told))
}

#[tokio::test]
async fn progress_increases_and_names_its_token() -> Result<()> {
    for &version in ProtocolVersion::ALL {
        let (client, mut told) = silent(version).await?;
        for token in [json!("a token"), json!(7)] {
            let params = json!({"name": "work", "_meta": {"progressToken": token}});
            let result = client.request("tools/call", params).await?;
            assert_eq!(result["content"][0]["text"], "wanted: true");
            let progress: Vec<Value> = std::iter::from_fn(|| told.try_recv().ok()).collect();
            let mut expected = [
                json!({"progressToken": token, "progress": 0.5}),
                json!({"progressToken": token, "progress": 1.0, "total": 4.0, "message": "one"}),
                json!({"progressToken": token, "progress": 4.0, "total": 4.0, "message": "four"}),
            ];
            if !since(version, "2025-03-26") {
                for params in &mut expected {
                    params.as_object_mut().unwrap().remove("message");
                }
            }
            assert_eq!(progress, expected, "{version}");
        }
    }
    Ok(())
}

#[tokio::test]
async fn nobody_is_told_of_progress_unasked() -> Result<()> {
    for &version in ProtocolVersion::ALL {
        let (client, told) = silent(version).await?;
        let result = client.request("tools/call", json!({"name": "work"})).await?;
        assert_eq!(result["content"][0]["text"], "wanted: false");
        assert!(told.is_empty(), "{version}: {told:?}");
    }
    Ok(())
}

#[tokio::test]
async fn log_messages_are_those_that_the_client_wants() -> Result<()> {
    for &version in ProtocolVersion::ALL {
        let client = testing::connect_as(server(), version).await?;
        client.call_tool("log_all", json!({})).await?;
        assert_eq!(arrived(&client, "notifications/message").len(), 7, "{version}: from info on");
        for (index, least) in LoggingLevel::ALL.into_iter().enumerate() {
            client.set_log_level(least).await?;
            client.call_tool("log_all", json!({})).await?;
            let messages = arrived(&client, "notifications/message");
            let levels: Vec<&Value> = messages.iter().map(|params| &params["level"]).collect();
            let expected: Vec<Value> =
                LoggingLevel::ALL[index..].iter().map(|level| json!(level)).collect();
            assert_eq!(levels, expected.iter().collect::<Vec<_>>(), "{version}: {least:?}");
            assert_eq!(messages[0]["data"], json!({ "level": least }));
        }
    }
    Ok(())
}

#[tokio::test]
async fn a_modern_request_that_names_no_level_gets_no_messages() -> Result<()> {
    let (client, told) = silent(ProtocolVersion::LATEST).await?;
    client.request("tools/call", json!({"name": "log_all"})).await?;
    assert!(told.is_empty(), "{told:?}");
    let params = json!({"name": "log_all", "_meta": {"io.modelcontextprotocol/logLevel": "loud"}});
    let error = client.request("tools/call", params).await.unwrap_err();
    assert_eq!(code(&error), Some(-32602), "{error}");
    let error = client.request("logging/setLevel", json!({"level": "info"})).await.unwrap_err();
    assert_eq!(code(&error), Some(-32601), "the revision has no such method: {error}");
    Ok(())
}

#[tokio::test]
async fn a_level_that_does_not_exist_is_refused() -> Result<()> {
    let client = testing::connect_as(server(), ProtocolVersion::LATEST_LEGACY).await?;
    for params in [json!({"level": "loud"}), json!({}), json!({"level": 3})] {
        let error = client.request("logging/setLevel", params).await.unwrap_err();
        assert_eq!(code(&error), Some(-32602), "{error}");
    }
    Ok(())
}

#[tokio::test]
async fn prompts_and_resources_tell_as_tools_do() -> Result<()> {
    for &version in ProtocolVersion::ALL {
        let client = testing::connect_as(server(), version).await?;
        client.get_prompt("ask", json!({})).await?;
        client.read_resource("a://b").await?;
        let methods: Vec<String> =
            client.notifications().into_iter().map(|notification| notification.method).collect();
        let both = ["notifications/progress", "notifications/message"];
        assert_eq!(methods, [both, both].concat(), "{version}");
    }
    Ok(())
}
