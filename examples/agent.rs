//! An agent, and an MCP server: one binary that editors start over the Agent Client Protocol, and others
//! over the Model Context Protocol.

use mcp_runtime::{Result, json, server, tool};
use mcp_runtime_acp::{Prompt, Turn, agent};

/// Adds two numbers.
#[tool(read_only)]
fn add(a: f64, b: f64) -> f64 {
    a + b
}

/// A coding agent.
#[agent]
async fn coder(prompt: Prompt, turn: Turn) -> Result<()> {
    turn.say(format!("You said {}", prompt.text())).await?;
    let sum: f64 = turn.call("add", json!({ "a": 2, "b": 3 })).await?;
    turn.say(format!("The sum is {sum}")).await
}

fn main() -> Result<()> {
    server!().agent::<coder>().tool::<add>().run()
}
