//! Tools that come and go while the server runs, and who is told.

use mcp_runtime::protocol::ProtocolVersion;
use mcp_runtime::testing::{self, Client, Notification, json};
use mcp_runtime::{Result, Schema, Server, server, tool};
use mcp_tests::peer::{Peer, modern};
use serde::Deserialize;
use serde_json::Value;

use super::code;

#[derive(Deserialize, Schema)]
struct Name {
    /// Whom to greet.
    name: String,
}

/// Is always there.
#[tool]
fn fixed() -> &'static str {
    "fixed"
}

fn changing() -> Result<Server> {
    server!().tool::<fixed>().dynamic().build()
}

fn add(server: &Server, name: &str) -> Result<()> {
    server.add_tool(
        name,
        "Greets somebody.",
        |who: Name| async move { format!("Hello, {}!", who.name) },
    )
}

async fn names(client: &Client) -> Result<Vec<String>> {
    Ok(client.list_tools().await?.into_iter().map(|tool| tool.name).collect())
}

#[tokio::test]
async fn tools_come_and_go() -> Result<()> {
    for version in ProtocolVersion::ALL {
        let server = changing()?;
        let client = testing::connect_as(server.clone(), version).await?;
        add(&server, "greet")?;
        assert_eq!(names(&client).await?, ["fixed", "greet"], "{version}");
        let greeting = client.call_tool("greet", json!({"name": "Ada"})).await?;
        assert_eq!(greeting.text(), "Hello, Ada!");
        let refused = client.call_tool("greet", json!({"nam": "Ada"})).await?;
        let expected = "Invalid arguments for tool `greet`:\n\
            - `name`: missing, expected a string (is `nam` meant for it?)\n\
            - unknown argument \"nam\": did you mean `name`?";
        assert_eq!(refused.text(), expected);
        server.remove_tool("fixed")?;
        server.remove_tool("greet")?;
        assert_eq!(names(&client).await?, [""; 0]);
        let error = client.call_tool("greet", json!({})).await.unwrap_err();
        assert_eq!(code(&error), Some(-32602), "the server still offers tools: {error}");
    }
    Ok(())
}

#[tokio::test]
async fn what_cannot_be_added_or_removed_is_an_error() -> Result<()> {
    let server = changing()?;
    for (name, text) in [("fixed", "already"), ("a b", "64"), ("", "64"), ("a.b", "64")] {
        let error = add(&server, name).unwrap_err().to_string();
        assert!(error.contains(text), "{name:?}: {error}");
    }
    let error = server.remove_tool("nothing").unwrap_err();
    assert!(error.to_string().contains("there is no tool `nothing`"), "{error}");
    let error = server.add_tool("text", "", |text: String| async { text }).unwrap_err();
    assert!(error.to_string().contains("are an object"), "{error}");
    let rigid = server!().tool::<fixed>().build()?;
    for error in [add(&rigid, "greet").unwrap_err(), rigid.remove_tool("fixed").unwrap_err()] {
        assert!(error.to_string().contains(".dynamic()"), "{error}");
    }
    Ok(())
}

#[tokio::test]
async fn a_call_that_runs_outlives_its_tool() -> Result<()> {
    let server = changing()?;
    let (enter, entered) = tokio::sync::oneshot::channel();
    let (go, gone) = tokio::sync::oneshot::channel::<()>();
    let once = std::sync::Mutex::new(Some((enter, gone)));
    server.add_tool("wait", "Waits.", move |_: std::collections::BTreeMap<String, u8>| {
        let (enter, gone) = once.lock().unwrap().take().expect("it is called once");
        async move {
            let _ = enter.send(());
            let _ = gone.await;
            "done"
        }
    })?;
    let client = testing::connect(server.clone()).await?;
    let remove = async {
        let _ = entered.await;
        server.remove_tool("wait")?;
        let _ = go.send(());
        Result::<()>::Ok(())
    };
    let (result, removed) = tokio::join!(client.call_tool("wait", json!({})), remove);
    removed?;
    assert_eq!(result?.text(), "done");
    Ok(())
}

#[tokio::test]
async fn a_legacy_session_is_told_without_asking() -> Result<()> {
    for version in ProtocolVersion::ALL.into_iter().filter(|version| !version.is_modern()) {
        let server = changing()?;
        let client = testing::connect_as(server.clone(), version).await?;
        // The session is open once the server has read `initialized`, which it reads in order.
        client.request("ping", json!({})).await?;
        add(&server, "greet")?;
        let told = client.next_notification().await?;
        assert_eq!(told.method, "notifications/tools/list_changed", "{version}");
        assert_eq!(names(&client).await?, ["fixed", "greet"]);
        server.remove_tool("greet")?;
        assert_eq!(client.next_notification().await?.method, told.method);
        assert_eq!(client.notifications(), []);
    }
    Ok(())
}

fn listen(filter: Value) -> Value {
    json!({ "notifications": filter })
}

/// Who told: the id of the request that opened the stream.
fn subscription(notification: &Notification) -> &Value {
    &notification.params["_meta"]["io.modelcontextprotocol/subscriptionId"]
}

#[tokio::test]
async fn a_modern_client_is_told_where_it_listens() -> Result<()> {
    let server = changing()?;
    let client = testing::connect(server.clone()).await?;
    add(&server, "early")?;
    let everything = json!({
        "toolsListChanged": true,
        "promptsListChanged": true,
        "resourceSubscriptions": ["a://b"],
    });
    let told = async {
        let acknowledged = client.next_notification().await?;
        assert_eq!(acknowledged.method, "notifications/subscriptions/acknowledged");
        let agreed = &acknowledged.params["notifications"];
        assert_eq!(*agreed, json!({"toolsListChanged": true}), "only what can happen");
        assert!(subscription(&acknowledged).is_number(), "{acknowledged:?}");
        for name in ["one", "two"] {
            add(&server, name)?;
            let changed = client.next_notification().await?;
            assert_eq!(changed.method, "notifications/tools/list_changed");
            assert_eq!(subscription(&changed), subscription(&acknowledged));
        }
        Result::<()>::Ok(())
    };
    tokio::select! {
        result = client.request("subscriptions/listen", listen(everything)) => {
            panic!("the stream ended: {result:?}");
        }
        told = told => told?,
    }
    // The request was dropped, so the stream is cancelled and nobody is told any more.
    client.request("tools/list", json!({})).await?;
    add(&server, "late")?;
    client.request("tools/list", json!({})).await?;
    assert_eq!(client.notifications(), []);
    Ok(())
}

#[tokio::test]
async fn listening_where_nothing_can_change_is_agreed_to_nothing() -> Result<()> {
    let client = testing::connect(server!().tool::<fixed>()).await?;
    let request = client.request("subscriptions/listen", listen(json!({"toolsListChanged": true})));
    let acknowledged = async {
        let acknowledged = client.next_notification().await?;
        assert_eq!(acknowledged.params["notifications"], json!({}));
        Result::<()>::Ok(())
    };
    tokio::select! {
        result = request => panic!("the stream ended: {result:?}"),
        acknowledged = acknowledged => acknowledged?,
    }
    for params in [json!({}), json!({"notifications": []}), listen(json!({"toolsListChanged": 1}))]
    {
        let error = client.request("subscriptions/listen", params).await.unwrap_err();
        assert_eq!(code(&error), Some(-32602), "{error}");
    }
    Ok(())
}

#[tokio::test]
async fn a_stream_ends_with_a_result_when_the_connection_does() -> Result<()> {
    let mut peer = Peer::memory(changing()?);
    let params = modern(listen(json!({"toolsListChanged": true})));
    let id = peer.start("subscriptions/listen", params).await;
    let acknowledged = peer.receive().await;
    assert_eq!(acknowledged["method"], "notifications/subscriptions/acknowledged");
    peer.close();
    let result = peer.answer(id).await["result"].take();
    assert_eq!(result["resultType"], "complete");
    assert_eq!(result["_meta"]["io.modelcontextprotocol/subscriptionId"], id);
    assert_eq!(peer.rest().await, [] as [Value; 0]);
    Ok(())
}
