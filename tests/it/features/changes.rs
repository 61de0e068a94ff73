//! Tools, prompts and resources that come and go while the server runs, and who is told.

use mcp_runtime::protocol::{ProtocolVersion, Resource};
use mcp_runtime::{Changes, Error, Result, Schema, Server, server, tool};
use mcp_runtime_testing as testing;
use mcp_runtime_testing::{Notification, TestClient, json};
use mcp_test_support::peer::{Peer, modern};
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
    server!().tool::<fixed>().changes(Changes::new().tools()).build()
}

fn add(server: &Server, name: &str) -> Result<()> {
    server.add_tool(
        name,
        "Greets somebody.",
        |who: Name| async move { format!("Hello, {}!", who.name) },
    )
}

async fn names(client: &TestClient) -> Result<Vec<String>> {
    Ok(client.list_tools().await?.into_iter().map(|tool| tool.name).collect())
}

#[tokio::test]
async fn tools_come_and_go() -> Result<()> {
    for &version in ProtocolVersion::ALL {
        let server = changing()?;
        let client = testing::connect_as(server.clone(), version).await?;
        add(&server, "greet")?;
        assert_eq!(names(&client).await?, ["fixed", "greet"], "{version}");
        let greeting = client.call_tool("greet", json!({"name": "Ada"})).await?;
        assert_eq!(greeting.text(), "Hello, Ada!");
        let refused = client.call_tool("greet", json!({"nam": "Ada"})).await?;
        let expected = "Invalid arguments for tool `greet`:\n\
            - `name`: missing, expected a string (did you mean this by `nam`?)";
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
async fn prompts_come_and_go() -> Result<()> {
    for &version in ProtocolVersion::ALL {
        let server = server!().changes(Changes::new().prompts()).build()?;
        let client = testing::connect_as(server.clone(), version).await?;
        server.add_prompt("greet", "Greets somebody.", |who: Name| async move {
            match who.name.as_str() {
                "Nobody" => Err(Error::other("nobody is there")),
                name => Ok(format!("Greet {name}.")),
            }
        })?;
        let prompts = client.list_prompts().await?;
        assert_eq!(prompts.len(), 1, "{version}");
        assert_eq!(prompts[0].description.as_deref(), Some("Greets somebody."));
        let argument = &prompts[0].arguments.as_ref().unwrap()[0];
        assert_eq!(argument.description.as_deref(), Some("Whom to greet."));
        let prompt = client.get_prompt("greet", json!({"name": "Ada"})).await?;
        assert_eq!(prompt.text(), "Greet Ada.");
        let failed = client.get_prompt("greet", json!({"name": "Nobody"})).await.unwrap_err();
        assert_eq!(code(&failed), Some(-32603), "{failed}");
        server.remove_prompt("greet")?;
        assert_eq!(client.list_prompts().await?, []);
    }
    Ok(())
}

#[tokio::test]
async fn resources_come_and_go() -> Result<()> {
    for &version in ProtocolVersion::ALL {
        let server = server!().changes(Changes::new().resources()).build()?;
        let client = testing::connect_as(server.clone(), version).await?;
        let note = Resource::new("notes://1", "first").with_mime_type("text/markdown");
        server.add_resource(note, || async { Result::<_>::Ok(Some("# Milk")) })?;
        server.add_resource(Resource::new("notes://2", "second"), || async { None::<String> })?;
        let listed = client.list_resources().await?.into_iter().map(|note| note.uri);
        assert_eq!(listed.collect::<Vec<_>>(), ["notes://1", "notes://2"], "{version}");
        let read = client.request("resources/read", json!({"uri": "notes://1"})).await?;
        let contents = json!({"uri": "notes://1", "mimeType": "text/markdown", "text": "# Milk"});
        assert_eq!(read["contents"], json!([contents]));
        let gone = client.read_resource("notes://2").await.unwrap_err();
        let not_found = if version.is_modern() { -32602 } else { -32002 };
        assert_eq!(code(&gone), Some(not_found), "{gone}");
        server.remove_resource("notes://1")?;
        assert_eq!(client.list_resources().await?.len(), 1);
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
    assert!(error.to_string().contains("the server has no tool `nothing`"), "{error}");
    let error = server.add_tool("text", "", |text: String| async { text }).unwrap_err();
    assert!(error.to_string().contains("are an object"), "{error}");
    let rigid = server!().tool::<fixed>().build()?;
    for error in [add(&rigid, "greet").unwrap_err(), rigid.remove_tool("fixed").unwrap_err()] {
        assert!(error.to_string().contains(".changes(Changes::new().tools())"), "{error}");
    }
    let error = server.add_prompt("x", "", |_: Name| async { "" }).unwrap_err().to_string();
    assert!(
        error.contains(".changes(Changes::new().prompts())"),
        "a server of changing tools: {error}"
    );
    let server = server!().changes(Changes::new().resources()).build()?;
    let add = |uri: &str| server.add_resource(Resource::new(uri, "x"), || async { "" });
    add("a://b")?;
    for (uri, text) in [("a://b", "already"), ("a://{b}", "template")] {
        let error = add(uri).unwrap_err().to_string();
        assert!(error.contains(text), "{uri}: {error}");
    }
    for uri in ["a://c", "a://{c}"] {
        let error = server.remove_resource(uri).unwrap_err().to_string();
        assert!(error.contains(&format!("the server has no resource `{uri}`")), "{error}");
    }
    Ok(())
}

#[tokio::test]
async fn a_call_that_runs_outlives_its_tool() -> Result<()> {
    let server = changing()?;
    let (enter, entered) = tokio::sync::oneshot::channel();
    let (go, gone) = tokio::sync::oneshot::channel::<()>();
    let once = std::sync::Arc::new(std::sync::Mutex::new(Some((enter, gone))));
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
    for version in ProtocolVersion::ALL.iter().copied().filter(|version| !version.is_modern()) {
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

#[tokio::test]
async fn each_list_has_a_notification_of_its_own() -> Result<()> {
    let server = server!().changes(Changes::new().tools().prompts().resources()).build()?;
    let legacy = testing::connect_as(server.clone(), ProtocolVersion::LATEST_LEGACY).await?;
    legacy.request("ping", json!({})).await?;
    let modern = testing::connect(server.clone()).await?;
    let change = |list| match list {
        "tools" => add(&server, "greet"),
        "prompts" => server.add_prompt("greet", "", |who: Name| async { who.name }),
        _ => server.add_resource(Resource::new("a://b", "b"), || async { "" }),
    };
    let told = async {
        let agreed = json!({"promptsListChanged": true, "resourcesListChanged": true});
        let acknowledged = modern.next_notification().await?;
        assert_eq!(acknowledged.params["notifications"], agreed);
        for list in ["tools", "prompts", "resources"] {
            change(list)?;
            let method = format!("notifications/{list}/list_changed");
            assert_eq!(legacy.next_notification().await?.method, method);
            // It has not asked for the tools.
            if list != "tools" {
                assert_eq!(modern.next_notification().await?.method, method);
            }
        }
        Result::<()>::Ok(())
    };
    let wanted = json!({"promptsListChanged": true, "resourcesListChanged": true});
    tokio::select! {
        ended = modern.request("subscriptions/listen", listen(wanted)) => panic!("{ended:?}"),
        told = told => told?,
    }
    assert_eq!(legacy.notifications(), []);
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
