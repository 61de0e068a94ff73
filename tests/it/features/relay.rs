//! What another server offers, offered once more.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use mcp_runtime::protocol::{
    CallToolResult, ClientCapabilities, ClientCapability, ContentBlock, ElicitFormParams,
    ElicitParams, GetPromptResult, InputRequest, MissingRequiredClientCapability, Prompt,
    PromptMessage, ProtocolVersion, ReadResourceResult, RequestedSchema, Resource,
    ResourceContents, ResourceTemplate, Tool,
};
use mcp_runtime::{
    Accepted, Changes, Context, Error, ErrorObject, Limits, Result, Schema, Server, server,
};
use mcp_runtime_client::{Change, Client};
use mcp_runtime_testing::json;
use serde_json::{Map, Value};
use tokio::sync::Semaphore;

/// A tool that takes anything.
fn tool(name: &str) -> Tool {
    Tool::new(name, json!({ "type": "object" }))
}

fn relaying() -> Server {
    let server = server!().changes(Changes::new().tools().prompts().resources()).build().unwrap();
    let schema = json!({ "type": "object", "properties": { "a": { "const": 1 } } });
    let tools = vec![Tool::new("any.name/at all", schema), tool("refusing"), tool("asking")];
    server.relay_tools(tools, call).unwrap();
    let get = |_, name, arguments: Map<String, Value>| async move {
        let text = format!("{name}: Hi, {}!", arguments["name"].as_str().unwrap());
        Ok(GetPromptResult::new(vec![PromptMessage::user(text)]))
    };
    server.relay_prompts(vec![Prompt::new("greet")], get).unwrap();
    let read = |_, uri: String| async move {
        let text = format!("this is {uri}");
        Ok(ReadResourceResult::new(vec![ResourceContents::text(uri, text)]))
    };
    let resources = vec![Resource::new("other://one", "one")];
    let template = |uri| ResourceTemplate::new(uri, "many");
    let templates = vec![template("other://many/{id}"), template("other://{broken")];
    server.relay_resources(resources, templates, read).unwrap();
    server
}

async fn call(
    context: Context,
    name: String,
    arguments: Map<String, Value>,
) -> Result<CallToolResult> {
    let text = match &*name {
        "refusing" => return Err(ErrorObject::invalid_params("not this").into()),
        "asking" => {
            let form = ElicitFormParams::new("Who?", RequestedSchema::default());
            let question = || InputRequest::Elicit(ElicitParams::Form(form.clone()));
            let questions = [("one".to_owned(), question()), ("other".to_owned(), question())];
            let answers = context.ask_all(questions.into()).await?;
            format!("{:?}", answers.keys())
        }
        _ => Value::Object(arguments).to_string(),
    };
    Ok(CallToolResult::new(vec![ContentBlock::text(text)]))
}

#[tokio::test]
async fn calls_are_passed_on_as_they_are() {
    for &version in ProtocolVersion::ALL {
        let client =
            Client::builder("agent", "1.0").version(version).connect(relaying()).await.unwrap();
        let tools = client.list_tools().await.unwrap();
        assert_eq!(tools[0].input_schema["properties"]["a"]["const"], 1, "{version}");
        let arguments = json!({ "a": 2, "b": [null] });
        let passed = client.call_tool("any.name/at all", &arguments).await.unwrap();
        assert_eq!(passed.text(), arguments.to_string(), "{version}");
        let refused = client.call_tool("refusing", ()).await.unwrap_err();
        assert_eq!(refused.to_string(), "not this (-32602)", "{version}");
        let prompt = client.get_prompt("greet", json!({ "name": "Ann" })).await.unwrap();
        assert_eq!(prompt.text(), "greet: Hi, Ann!", "{version}");
        let templates = client.list_resource_templates().await.unwrap();
        assert_eq!(templates.len(), 1, "{version}: one cannot be matched");
        for uri in ["other://one", "other://many/7"] {
            let read = client.read_resource(uri).await.unwrap();
            assert_eq!(read.text(), format!("this is {uri}"), "{version}");
        }
    }
}

#[tokio::test]
async fn questions_are_passed_on_in_both_eras() {
    for version in [ProtocolVersion::V2025_06_18, ProtocolVersion::LATEST] {
        let client = Client::builder("agent", "1.0")
            .version(version)
            .on_elicit(|_| async { Ok(Accepted(json!({}))) })
            .connect(relaying())
            .await
            .unwrap();
        let asked = client.call_tool("asking", ()).await.unwrap();
        assert_eq!(asked.text(), r#"["one", "other"]"#, "{version}");
    }
}

#[derive(serde::Deserialize, Schema)]
struct Nothing {}

#[tokio::test]
async fn what_is_relayed_takes_the_place_of_what_was() {
    let server = relaying();
    server.add_tool("own", "Is not relayed.", |_: Nothing| async { "own" }).unwrap();
    let client = Client::builder("agent", "1.0").connect(server.clone()).await.unwrap();
    let mut lists = client.listen([Change::Tools]).await.unwrap();
    server.relay_tools(vec![tool("own"), tool("new"), tool("new")], call).unwrap();
    assert_eq!(lists.next().await, Some(Change::Tools));
    let tools = client.list_tools().await.unwrap();
    let names: Vec<_> = tools.iter().map(|tool| &*tool.name).collect();
    assert_eq!(names, ["own", "new"]);
    assert_eq!(client.call_tool("own", json!({})).await.unwrap().text(), "own");
    assert_eq!(client.call_tool("new", json!({})).await.unwrap().text(), "{}");
    client.call_tool("refusing", ()).await.unwrap_err();
}

/// The other server lists them in another order by now.
#[tokio::test]
async fn who_pages_what_is_relayed_misses_nothing() {
    let server = server!()
        .changes(Changes::new().tools())
        .limits(Limits::new().page_size(2))
        .build()
        .unwrap();
    let tools = |names: [&str; 4]| names.map(tool).to_vec();
    server.relay_tools(tools(["a", "b", "c", "d"]), call).unwrap();
    let client = Client::builder("agent", "1.0").connect(server.clone()).await.unwrap();
    let mut pages = client.tools();
    let mut names = vec![pages.next().await.unwrap().unwrap().name];
    server.relay_tools(tools(["e", "d", "b", "c"]), call).unwrap();
    while let Some(tool) = pages.next().await.unwrap() {
        names.push(tool.name);
    }
    assert_eq!(names, ["a", "b", "c", "d", "e"]);
}

/// A relay of tools and a resource that another server refuses, or that fail here.
fn refusing() -> Server {
    let server = server!().changes(Changes::new().tools().resources()).build().unwrap();
    let lacking = || {
        let lacking = ClientCapabilities::from(ClientCapability::ElicitationForm);
        Error::from(ErrorObject::from(MissingRequiredClientCapability::new(lacking)))
    };
    let tools = vec![tool("lacking"), tool("failing")];
    let call = move |_, name, _| async move {
        Err(if name == "lacking" { lacking() } else { Error::other("it is gone") })
    };
    server.relay_tools(tools, call).unwrap();
    let resources = vec![Resource::new("other://lacking", "lacking")];
    server.relay_resources(resources, vec![], move |_, _| async move { Err(lacking()) }).unwrap();
    server
}

#[tokio::test]
async fn what_the_client_lacks_is_told_as_in_its_revision() {
    for &version in ProtocolVersion::ALL {
        let client =
            Client::builder("agent", "1.0").version(version).connect(refusing()).await.unwrap();
        let called = client.call_tool("lacking", ()).await;
        let refused = client.read_resource("other://lacking").await.unwrap_err();
        let read = refused.rpc().unwrap();
        let missing = json!({ "requiredCapabilities": { "elicitation": { "form": {} } } });
        assert_eq!(read.data.as_ref(), Some(&missing), "{version}");
        if version.is_modern() {
            assert_eq!(called.unwrap_err().rpc().unwrap().code.0, -32021);
            assert_eq!(read.code.0, -32021);
        } else {
            let said = "tool `lacking` needs elicitation.form, which the client did not declare";
            assert_eq!(called.unwrap().text(), said, "{version}");
            assert_eq!(read.code.0, -32600, "{version}");
        }
        let failed = client.call_tool("failing", ()).await.unwrap();
        assert_eq!((failed.is_error, failed.text().as_str()), (Some(true), "it is gone"));
    }
}

#[tokio::test]
async fn calls_that_run_count_when_the_tools_are_listed_anew() {
    let server = server!()
        .changes(Changes::new().tools())
        .limits(Limits::new().tool_concurrency("slow", 1))
        .build()
        .unwrap();
    let running = Arc::new(AtomicUsize::new(0));
    let release = Arc::new(Semaphore::new(0));
    let relay = || {
        let running = Arc::clone(&running);
        let release = Arc::clone(&release);
        let call = move |_, _, _| {
            let running = Arc::clone(&running);
            let release = Arc::clone(&release);
            async move {
                running.fetch_add(1, Ordering::Relaxed);
                release.acquire().await.unwrap().forget();
                running.fetch_sub(1, Ordering::Relaxed);
                Ok(CallToolResult::new(vec![ContentBlock::text("done")]))
            }
        };
        server.relay_tools(vec![tool("slow")], call).unwrap();
    };
    relay();
    let client = Client::builder("agent", "1.0").connect(server.clone()).await.unwrap();
    let slow = || tokio::spawn(client.call_tool("slow", ()).into_future());
    let first = slow();
    while running.load(Ordering::Relaxed) < 1 {
        tokio::task::yield_now().await;
    }
    relay();
    let second = slow();
    tokio::task::yield_now().await;
    // It has been received when what is sent after it is answered.
    client.ping().await.unwrap();
    assert_eq!(running.load(Ordering::Relaxed), 1);
    release.add_permits(2);
    for call in [first, second] {
        assert_eq!(call.await.unwrap().unwrap().text(), "done");
    }
}
