//! What the official reference server offers.

use std::sync::{Arc, Mutex};

use mcp_runtime::protocol::{CompleteParams, CompletionReference, ContentBlock, ProgressParams};
use mcp_runtime::{Error, Result};
use mcp_runtime_client::Change;
use mcp_runtime_testing::json;
use serde::Deserialize;
use tokio::sync::mpsc;

use super::peer::{Peer, holds, same};
use super::tasks;

pub(super) const CHECKS: [&str; 22] = [
    "list",
    "call",
    "structured",
    "fail",
    "unknown",
    "content",
    "read",
    "absent",
    "prompt",
    "complete",
    "progress",
    "cancel",
    "elicit",
    "sample",
    "roots",
    "subscribe",
    "ping",
    "task",
    "task-cancel",
    "task-unknown",
    "elicit-task",
    "sample-task",
];

const TEXT: &str = "demo://resource/dynamic/text/1";

/// Runs a check by its name.
#[expect(clippy::too_many_lines, reason = "a table of checks")]
pub(super) async fn run(check: &str, peer: &Peer) -> Result<()> {
    let client = &peer.client;
    match check {
        "list" => list(peer).await,
        "call" => {
            let sum: String = client.call("get-sum", json!({ "a": 1, "b": 2 })).await?;
            same(sum, "The sum of 1 and 2 is 3.")
        }
        "structured" => structured(peer).await,
        "fail" => {
            same(client.call_tool("get-sum", json!({ "a": "x" })).await?.is_error, Some(true))
        }
        "unknown" => same(client.call_tool("nothing", ()).await?.is_error, Some(true)),
        "content" => content(peer).await,
        "read" => {
            contains(&client.read_resource(TEXT).await?.text(), "This is a plaintext resource")
        }
        "absent" => {
            let read = client.read_resource("demo://absent").await;
            holds(read.is_err_and(|error| error.rpc().is_some()), "the server refuses")
        }
        "prompt" => {
            let prompt = client.get_prompt("args-prompt", json!({ "city": "Rome" })).await?;
            same(prompt.text(), "What's weather in Rome?")
        }
        "complete" => complete(peer).await,
        "progress" => progress(peer).await,
        "cancel" => cancel(peer).await,
        "elicit" => {
            let result = client.call_tool("trigger-elicitation-request", ()).await?;
            // The defaults of the form are filled in.
            contains(&result.text(), "- Name: Ada")?;
            contains(&result.text(), "- Favorite Integer: 42")
        }
        "sample" => {
            let asked = client.call_tool("trigger-sampling-request", json!({ "prompt": "Say" }));
            contains(&asked.await?.text(), "short")
        }
        "roots" => contains(&client.call_tool("get-roots-list", ()).await?.text(), "file:///work"),
        "subscribe" => subscribe(peer).await,
        "ping" => client.ping().await,
        "task" => {
            let query = json!({ "topic": "python", "ambiguous": true });
            let report = tasks::follow(peer, "simulate-research-query", query).await?;
            contains(&report.text(), "# Research Report: python (snake)")
        }
        "task-cancel" => {
            let query = json!({ "topic": "python" });
            tasks::cancel(peer, "simulate-research-query", query).await
        }
        "task-unknown" => tasks::unknown(peer).await,
        // Here the task is the client's, and the server looks at it.
        "elicit-task" => {
            let result = client.call_tool("trigger-elicitation-request-async", ()).await?;
            contains(&result.text(), "[COMPLETED]")?;
            contains(&result.text(), "- Name: Ada")
        }
        "sample-task" => {
            let asked = json!({ "prompt": "Say" });
            let result = client.call_tool("trigger-sampling-request-async", asked).await?;
            contains(&result.text(), "[COMPLETED]")?;
            contains(&result.text(), "short")
        }
        other => Err(Error::other(format!("unknown check {other}"))),
    }
}

async fn list(Peer { client, .. }: &Peer) -> Result<()> {
    let tools = client.list_tools().await?;
    // It offers some only to clients that can be asked.
    for name in ["echo", "get-sum", "trigger-elicitation-request", "trigger-sampling-request"] {
        holds(tools.iter().any(|tool| tool.name == name), name)?;
    }
    holds(!client.list_resources().await?.is_empty(), "there are resources")?;
    same(client.list_resource_templates().await?.len(), 2)?;
    same(client.list_prompts().await?.len(), 4)
}

async fn structured(Peer { client, .. }: &Peer) -> Result<()> {
    #[derive(Deserialize)]
    struct Weather {
        temperature: f64,
        conditions: String,
    }
    let place = json!({ "location": "Chicago" });
    let weather: Weather = client.call("get-structured-content", place).await?;
    same((weather.temperature, weather.conditions.as_str()), (36.0, "Light rain / drizzle"))
}

async fn content(Peer { client, .. }: &Peer) -> Result<()> {
    let image = client.call_tool("get-tiny-image", ()).await?;
    let images = image.content.iter().filter(|block| matches!(block, ContentBlock::Image(_)));
    same(images.count(), 1)?;
    let result = client.call_tool("get-resource-links", json!({ "count": 2 })).await?;
    let links =
        result.content.iter().filter(|block| matches!(block, ContentBlock::ResourceLink(_)));
    same(links.count(), 2)?;
    let resource =
        client.call_tool("get-resource-reference", json!({ "resourceType": "Blob" })).await?;
    let resources =
        resource.content.iter().filter(|block| matches!(block, ContentBlock::Resource(_)));
    same(resources.count(), 1)
}

async fn complete(Peer { client, .. }: &Peer) -> Result<()> {
    let prompt = || CompletionReference::prompt("completable-prompt");
    same(client.complete(prompt(), "department", "S").await?.values, ["Sales", "Support"])?;
    let mut params = CompleteParams::new(prompt(), "name", "");
    let department = [("department".to_owned(), "Sales".to_owned())];
    params.context.get_or_insert_default().arguments = Some(department.into());
    same(client.complete_with(params).await?.values, ["David", "Eve", "Frank"])
}

async fn progress(Peer { client, .. }: &Peer) -> Result<()> {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let reports = Arc::clone(&seen);
    let tell = move |report: &ProgressParams| {
        if let Ok(mut reports) = reports.lock() {
            reports.push((report.progress, report.total));
        }
    };
    let arguments = json!({ "duration": 0.1, "steps": 2 });
    client.call_tool("trigger-long-running-operation", arguments).on_progress(tell).await?;
    let seen = seen.lock().map(|seen| seen.clone()).unwrap_or_default();
    same(seen, [(1.0, Some(2.0)), (2.0, Some(2.0))])
}

/// Nothing tells what the server makes of it; but its other reports and its answer, which it may
/// still send, must not be taken for anything else.
async fn cancel(peer: &Peer) -> Result<()> {
    let (runs, mut running) = mpsc::unbounded_channel();
    let tell = move |_: &ProgressParams| {
        let _ = runs.send(());
    };
    let arguments = json!({ "duration": 0.3, "steps": 3 });
    let call = peer.client.call_tool("trigger-long-running-operation", arguments);
    tokio::select! {
        result = call.on_progress(tell) => return Err(Error::other(format!("{result:?}"))),
        _ = running.recv() => {}
    }
    progress(peer).await
}

async fn subscribe(Peer { client, .. }: &Peer) -> Result<()> {
    let mut text = client.subscribe(TEXT).await?;
    client.call_tool("toggle-subscriber-updates", ()).await?;
    let change = text.next().await;
    client.call_tool("toggle-subscriber-updates", ()).await?;
    same(change, Some(Change::Resource(TEXT.to_owned())))
}

fn contains(text: &str, part: &str) -> Result<()> {
    if text.contains(part) { Ok(()) } else { Err(Error::other(format!("no {part:?} in {text:?}"))) }
}
