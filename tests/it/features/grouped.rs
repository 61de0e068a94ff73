//! The settings of a server that are given in groups.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use mcp_runtime::observe::Telemetry;
use mcp_runtime::protocol::Icon;
use mcp_runtime::{About, Changes, Limits, Result, State, prompt, server, tool};
use mcp_runtime_testing as testing;
use mcp_runtime_testing::json;

/// A number.
#[tool]
fn number(shared: State<u32>) -> u32 {
    *shared
}

/// Says much.
#[tool]
fn speech() -> String {
    "word ".repeat(1000)
}

/// Asks.
#[prompt]
fn ask() -> &'static str {
    "ask"
}

#[tokio::test]
async fn what_was_set_stays_unless_it_is_set_anew() -> Result<()> {
    let server = server!()
        .state(7_u32)
        .tool::<number>()
        .tool::<speech>()
        .limits(Limits::new().page_size(2).max_result_size(2000))
        .limits(Limits::new().page_size(1));
    let client = testing::connect(server).await?;
    let page = client.request("tools/list", json!({})).await?;
    assert_eq!(page["tools"].as_array().map(Vec::len), Some(1));
    let called = client.call_tool("speech", json!({})).await?;
    assert_eq!(called.is_error, Some(true), "{}", called.text());
    Ok(())
}

#[tokio::test]
async fn changes_add_up() -> Result<()> {
    let server = server!()
        .prompt::<ask>()
        .changes(Changes::new().tools())
        .changes(Changes::new().prompts())
        .build()?;
    server.add_tool("late", "Is late.", async || "late")?;
    server.remove_prompt("ask")?;
    assert!(server.resources_changed().is_err(), "resources were not said to change");
    Ok(())
}

#[tokio::test]
async fn all_observers_are_told() -> Result<()> {
    let told = Arc::new(AtomicUsize::new(0));
    let counting = || {
        let told = Arc::clone(&told);
        Telemetry::new().observe(move |request| {
            if request.method == "tools/call" {
                told.fetch_add(1, Ordering::Relaxed);
            }
        })
    };
    let server = server!().tool::<speech>().telemetry(counting()).telemetry(counting());
    let client = testing::connect(server).await?;
    client.call_tool("speech", json!({})).await?;
    client.close().await;
    assert_eq!(told.load(Ordering::Relaxed), 2);
    Ok(())
}

#[test]
fn people_are_shown_all_that_was_said() -> Result<()> {
    let icon = |name| Icon::new(format!("https://example.org/{name}.png"));
    let server = server!()
        .about(About::new().title("Old").website("https://example.org").icon(icon("a")))
        .about(About::new().title("New").description("").icon(icon("b")))
        .build()?;
    let info = server.info();
    assert_eq!(info.title.as_deref(), Some("New"));
    assert_eq!(info.website_url.as_deref(), Some("https://example.org"));
    assert_eq!(info.description, None, "an empty one is none");
    assert_eq!(info.icons.len(), 2);
    Ok(())
}

#[tokio::test]
async fn what_is_done_before_serving_may_leave_more_to_do() -> Result<()> {
    let server = server!()
        .tool::<number>()
        .before_serving(|server| async { Ok(server.state_from(async || Ok(7_u32))) });
    let client = testing::connect(server.open().await?).await?;
    assert_eq!(client.call_tool("number", json!({})).await?.text(), "7");
    Ok(())
}
