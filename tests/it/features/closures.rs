//! Handlers that are closures get what functions get.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use mcp_runtime::protocol::{ProtocolVersion, Resource};
use mcp_runtime::{
    Accepted, Changes, Context, Elicit, Error, Json, NewTool, Result, Schema, Server, State, json,
    server,
};
use mcp_runtime_testing as testing;

#[derive(serde::Deserialize, Schema)]
struct Words {
    /// What to count in.
    text: String,
}

#[derive(serde::Serialize, Schema)]
struct Count {
    words: usize,
}

#[derive(Elicit)]
struct Sure {
    sure: bool,
}

#[tokio::test]
async fn a_tool_says_of_itself_what_an_attribute_could() -> Result<()> {
    let server = server!().changes(Changes::new().tools()).build()?;
    let tool = NewTool::new("count", "Counts words.").title("Count!").read_only(true).strict();
    server.add_tool_with(tool.open_world(false), async |it: Words| {
        Json(Count { words: it.text.split_whitespace().count() })
    })?;
    for version in ProtocolVersion::ALL {
        let client = testing::connect_as(server.clone(), *version).await?;
        let tools = client.list_tools().await?;
        let [tool] = &tools[..] else { panic!("{tools:?}") };
        assert_eq!(tool.description.as_deref(), Some("Counts words."));
        if *version >= ProtocolVersion::V2025_06_18 {
            assert_eq!(tool.title.as_deref(), Some("Count!"));
            let output = serde_json::to_value(&tool.output_schema).unwrap();
            assert_eq!(output["properties"]["words"]["type"], "integer");
        }
        if *version >= ProtocolVersion::V2025_03_26 {
            let hints = tool.annotations.clone().unwrap();
            assert_eq!((hints.read_only_hint, hints.open_world_hint), (Some(true), Some(false)));
        }
        let counted = client.call_tool("count", json!({ "text": "a b" })).await?;
        assert_eq!(counted.text(), r#"{"words":2}"#);
        let refused = client.call_tool("count", json!({ "text": "a", "more": 1 })).await?;
        assert!(refused.text().contains("unknown argument \"more\""), "{}", refused.text());
    }
    Ok(())
}

fn growing() -> Result<Server> {
    let server = server!().changes(Changes::new().tools().prompts().resources());
    server.state("shared".to_owned()).build()
}

#[tokio::test]
async fn closures_take_context_parameters() -> Result<()> {
    let server = growing()?;
    server.add_tool("both", "", async |state: State<String>, context: Context, it: Words| {
        format!("{} {} {}", *state, it.text, context.client().info.is_some())
    })?;
    server.add_tool("context", "", async |context: Context| context.version().to_string())?;
    server.add_tool("neither", "", async || Err::<&str, _>(Error::other("it is broken")))?;
    server.add_tool("ask", "", async |elicit: Elicit, it: Words| {
        let answer = elicit.form::<Sure>(it.text).await?;
        Ok::<_, Error>(matches!(answer, Accepted(Sure { sure: true })))
    })?;
    server.add_prompt("prompt", "", async |state: State<String>, it: Words| {
        format!("{} {}", *state, it.text)
    })?;
    let resource = Resource::new("test://one", "one");
    server.add_resource(resource, async |context: Context| context.uri().map(str::to_owned))?;
    for version in [ProtocolVersion::LATEST_LEGACY, ProtocolVersion::LATEST] {
        let client =
            testing::connect_as(server.clone(), version).answers([json!({ "sure": true })]).await?;
        let words = || json!({ "text": "words" });
        assert_eq!(client.call_tool("both", words()).await?.text(), "shared words true");
        assert_eq!(client.call_tool("context", ()).await?.text(), version.as_str());
        let broken = client.call_tool("neither", ()).await?;
        assert_eq!((broken.is_error, broken.text().as_str()), (Some(true), "it is broken"));
        assert_eq!(client.call_tool("ask", words()).await?.text(), "true");
        let prompt = client.get_prompt("prompt", words()).await?;
        assert!(format!("{prompt:?}").contains("shared words"), "{prompt:?}");
        let read = client.read_resource("test://one").await?;
        assert!(format!("{read:?}").contains("test://one"), "{read:?}");
    }
    Ok(())
}

#[tokio::test]
async fn what_a_closure_lacks_is_said_when_it_is_added() -> Result<()> {
    let server = growing()?;
    let errors = [
        server.add_tool("a", "", async |_: State<Arc<u8>>| "").unwrap_err(),
        server.add_prompt("a", "", async |_: State<Arc<u8>>| "").unwrap_err(),
        server.add_resource(Resource::new("a://b", "b"), async |_: State<Arc<u8>>| "").unwrap_err(),
    ];
    for error in errors {
        assert!(error.to_string().contains("needs State<alloc::sync::Arc<u8>>"), "{error}");
    }
    Ok(())
}

#[tokio::test(start_paused = true)]
async fn a_closure_has_its_time() -> Result<()> {
    let server = growing()?;
    let tool = NewTool::new("slow", "").timeout(Duration::from_secs(1));
    server.add_tool_with(tool, async || std::future::pending::<&str>().await)?;
    let client = testing::connect(server).await?;
    let late = client.call_tool("slow", ()).await?;
    assert_eq!(late.text(), "tool `slow` took longer than 1s");
    Ok(())
}

/// Adds a tool that says what it captured, as programs do that make tools of what they find.
fn add_greeting(server: &Server, name: &str, count: &Arc<AtomicUsize>) -> Result<()> {
    let greeting = format!("Hello from {name}");
    let count = Arc::clone(count);
    server.add_tool(name, "Greets.", async move |words: Words| {
        count.fetch_add(1, Ordering::Relaxed);
        format!("{greeting}, {}", words.text)
    })
}

#[tokio::test]
async fn what_a_closure_captures_is_there_in_every_call() -> Result<()> {
    let server = growing()?;
    let count = Arc::default();
    for name in ["one", "two"] {
        add_greeting(&server, name, &count)?;
    }
    let note = "Buy milk.".to_owned();
    server.add_resource(Resource::new("notes://1", "note"), async move || note)?;
    let client = testing::connect(server).await?;
    for name in ["one", "two", "one"] {
        let greeted = client.call_tool(name, json!({ "text": "ada" })).await?;
        assert_eq!(greeted.text(), format!("Hello from {name}, ada"));
        assert_eq!(client.read_resource("notes://1").await?.text(), "Buy milk.");
    }
    assert_eq!(count.load(Ordering::Relaxed), 3);
    Ok(())
}
