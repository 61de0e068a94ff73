//! What the servers of tests/interop/servers offer, each in its own way.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use mcp_runtime::protocol::{CompletionReference, ProgressParams};
use mcp_runtime::{Error, Result};
use mcp_runtime_client::Change;
use mcp_runtime_testing::json;
use serde_json::Value;
use tokio::sync::mpsc;
use tokio::time::sleep;

use super::peer::{Peer, holds, same};
use super::tasks;

pub(super) const CHECKS: [&str; 20] = [
    "list",
    "call",
    "fail",
    "unknown",
    "read",
    "template",
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
    "job",
    "task",
    "task-cancel",
    "task-unknown",
];

const COUNTER: &str = "fixture://counter";
const GREETING: &str = "fixture://greeting/{name}";

/// Runs a check by its name.
pub(super) async fn run(check: &str, peer: &Peer) -> Result<()> {
    let client = &peer.client;
    match check {
        "list" => list(peer).await,
        "call" => same(client.call::<i64>("add", json!({ "a": 1, "b": 2 })).await?, 3),
        "fail" => {
            let result = client.call_tool("fail", ()).await?;
            same(result.is_error, Some(true))?;
            holds(result.text().contains("on purpose"), "the tool says why it failed")
        }
        "unknown" => unknown(peer).await,
        "read" => same(client.read_resource(COUNTER).await?.text(), "0"),
        "template" => {
            same(client.read_resource("fixture://greeting/Ada").await?.text(), "Hello Ada")
        }
        "absent" => {
            let read = client.read_resource("fixture://absent").await;
            holds(read.is_err_and(|error| error.rpc().is_some()), "the server refuses")
        }
        "prompt" => {
            let prompt = client.get_prompt("greet", json!({ "name": "Ada" })).await?;
            same(prompt.text(), "Greet Ada")
        }
        "complete" => complete(peer).await,
        "progress" => progress(peer).await,
        "cancel" => cancel(peer).await,
        "elicit" => same(client.call_tool("ask", ()).await?.text(), "Hello Ada"),
        "sample" => same(client.call_tool("sample", ()).await?.text(), "short"),
        "roots" => same(client.call_tool("roots", ()).await?.text(), "file:///work"),
        "subscribe" => subscribe(peer).await,
        "ping" => client.ping().await,
        // In a task or not, the result is the same.
        "job" => same(client.call::<Value>("job", ()).await?, json!({ "name": "Ada" })),
        "task" => {
            let result = tasks::follow(peer, "job", json!({})).await?;
            let person = result.structured_content.map(|person| person.get().to_owned());
            same(person.as_deref(), Some(r#"{"name":"Ada"}"#))
        }
        "task-cancel" => tasks::cancel(peer, "job", json!({})).await,
        "task-unknown" => tasks::unknown(peer).await,
        other => Err(Error::other(format!("unknown check {other}"))),
    }
}

async fn list(Peer { client, .. }: &Peer) -> Result<()> {
    let mut tools: Vec<_> = client.list_tools().await?.into_iter().map(|tool| tool.name).collect();
    // Not every server has tasks.
    tools.retain(|tool| tool != "job");
    tools.sort_unstable();
    let expected =
        ["add", "ask", "cancelled", "fail", "progress", "roots", "sample", "slow", "tick"];
    same(tools, expected)?;
    let resources = client.list_resources().await?;
    same(resources.iter().map(|resource| &*resource.uri).collect::<Vec<_>>(), [COUNTER])?;
    let templates = client.list_resource_templates().await?;
    let uris: Vec<_> = templates.iter().map(|template| &*template.uri_template).collect();
    same(uris, [GREETING])?;
    let prompts = client.list_prompts().await?;
    same(prompts.iter().map(|prompt| &*prompt.name).collect::<Vec<_>>(), ["greet"])
}

/// Some answer with an error, and some with a result that says so.
async fn unknown(Peer { client, .. }: &Peer) -> Result<()> {
    match client.call_tool("nothing", ()).await {
        Ok(result) => same(result.is_error, Some(true)),
        Err(error) => holds(error.rpc().is_some(), "the error is the server's"),
    }
}

async fn complete(Peer { client, .. }: &Peer) -> Result<()> {
    let prompt = CompletionReference::prompt("greet");
    same(client.complete(prompt, "name", "a").await?.values, ["ada", "alan"])?;
    let template = CompletionReference::resource_template(GREETING);
    same(client.complete(template, "name", "g").await?.values, ["grace"])
}

async fn progress(Peer { client, .. }: &Peer) -> Result<()> {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let reports = Arc::clone(&seen);
    let tell = move |report: &ProgressParams| {
        if let Ok(mut reports) = reports.lock() {
            reports.push((report.progress, report.total));
        }
    };
    let result = client.call_tool("progress", json!({ "steps": 3 })).on_progress(tell).await?;
    same(result.text(), "done")?;
    let seen = seen.lock().map(|seen| seen.clone()).unwrap_or_default();
    same(seen, [(1.0, Some(3.0)), (2.0, Some(3.0)), (3.0, Some(3.0))])
}

/// Drops a call that runs, and asks the server whether it noticed.
async fn cancel(Peer { client, .. }: &Peer) -> Result<()> {
    let (runs, mut running) = mpsc::unbounded_channel();
    let call = client.call_tool("slow", ()).on_progress(move |_| {
        let _ = runs.send(());
    });
    tokio::select! {
        result = call => return Err(Error::other(format!("{result:?}"))),
        _ = running.recv() => {}
    }
    for _ in 0..100 {
        if client.call::<i64>("cancelled", ()).await? == 1 {
            return Ok(());
        }
        sleep(Duration::from_millis(20)).await;
    }
    Err(Error::other("the call runs on"))
}

async fn subscribe(Peer { client, .. }: &Peer) -> Result<()> {
    let mut counter = client.subscribe(COUNTER).await?;
    client.call_tool("tick", ()).await?;
    same(counter.next().await, Some(Change::Resource(COUNTER.to_owned())))?;
    same(client.read_resource(COUNTER).await?.text(), "1")
}
