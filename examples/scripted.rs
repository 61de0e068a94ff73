//! An agent without a model, for developers of agent clients: its behaviour is predictable.
//!
//! The first word of a prompt selects what it does: `echo`, `tool`, `permission`, `slow`, `fail` or
//! `mcp`.

use std::time::Duration;

use mcp_runtime::{Error, Result, json, server, tool};
use mcp_runtime_acp::{Prompt, Turn, agent};
use serde_json::Value;
use tokio::time::sleep;

/// Adds two numbers.
#[tool(read_only)]
fn add(a: f64, b: f64) -> f64 {
    a + b
}

/// Says that everything was wiped.
#[tool(destructive)]
fn wipe() -> &'static str {
    "Everything is gone."
}

/// Does what the first word of the prompt says.
#[agent]
async fn scripted(prompt: Prompt, turn: Turn) -> Result<()> {
    let text = prompt.text();
    let (word, rest) = text.split_once(' ').unwrap_or((&text, ""));
    match word {
        "echo" => turn.say(rest).await,
        "tool" => {
            let sum: f64 = turn.call("add", json!({ "a": 2, "b": 3 })).await?;
            turn.say(format!("The sum is {sum}")).await
        }
        "permission" => match turn.call::<String>("wipe", json!({})).await {
            Ok(said) => turn.say(said).await,
            Err(error) => turn.say(format!("Not done: {error}")).await,
        },
        "slow" => count(&turn).await,
        "fail" => Err("it was told to fail".into()),
        "mcp" => call(rest, &turn).await,
        _ => turn.say("Say echo, tool, permission, slow, fail or mcp.").await,
    }
}

/// Counts for two minutes, unless it is cancelled.
async fn count(turn: &Turn) -> Result<()> {
    for second in 1..=120 {
        turn.say(format!("{second} ")).await?;
        sleep(Duration::from_secs(1)).await;
    }
    Ok(())
}

/// Calls a tool of the MCP servers of the session, `server__tool {"its": "arguments"}`; without
/// one, lists the tools.
async fn call(order: &str, turn: &Turn) -> Result<()> {
    if order.is_empty() {
        let tools = turn.tools().await.into_iter().map(|tool| tool.name);
        return turn.say(tools.collect::<Vec<_>>().join(" ")).await;
    }
    let (tool, arguments) = order.split_once(' ').unwrap_or((order, "{}"));
    let arguments: Value = serde_json::from_str(arguments).map_err(Error::other)?;
    turn.say(turn.call_tool(tool, arguments).await?.text()).await
}

fn main() -> Result<()> {
    server!().agent::<scripted>().tools::<(add, wipe)>().run()
}
