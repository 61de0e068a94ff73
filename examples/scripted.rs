//! An agent without a model, for developers of agent clients: its behaviour is predictable.
//!
//! The first word of a prompt selects what it does; any other one lists them.

use std::time::Duration;

use mcp_runtime::{Error, Result, json, server, tool};
use mcp_runtime_acp::{
    AgentServer, AgentSettings, CallView, Diff, MessageRole, Notice, Plan, Prompt, StopReason,
    Subagent, SystemPromptSupport, Turn, agent,
};
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

/// Pretends to change a file.
#[tool(read_only, ask, kind = "edit")]
async fn edit(path: String, call: CallView) -> Result<&'static str> {
    call.at(&path, 2).await?;
    call.diff(Diff::new(&path, "one\ntwo\n", "one\n2\n")).await?;
    Ok("Changed.")
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
        "edit" => {
            let done: String = turn.call("edit", json!({ "path": "hello.txt" })).await?;
            turn.say(done).await
        }
        "slow" => count(&turn).await,
        "fail" => Err("it was told to fail".into()),
        "mcp" => call(rest, &turn).await,
        _ => show(word, &turn).await,
    }
}

/// Shows what an agent can show besides messages and calls.
async fn show(word: &str, turn: &Turn) -> Result<()> {
    match word {
        "think" => turn.think("Let me see.").await,
        "plan" => turn.plan(["look", "act"]).await,
        "plans" => {
            turn.plan(Plan::new(["look"]).id("tests")).await?;
            turn.plan(Plan::markdown("# Design").id("design")).await?;
            turn.remove_plan("tests").await
        }
        "notice" => turn.notice(Notice::warning("Slow model").description("Retrying")).await,
        "compact" => turn.compacted("We have talked.").await,
        "title" => turn.title("A talk").await,
        "usage" => turn.usage(53_000, 200_000).cost(0.12, "USD").await,
        "subagent" => {
            let reviewer = turn.subagent(Subagent::new("Reviewer").cancellable()).await?;
            reviewer.told("Review it.").await?;
            reviewer.say("It is fine.").await?;
            reviewer.done(StopReason::EndTurn).await
        }
        "remember" => {
            let said = turn.session().conversation().into_iter();
            let prompts = said.filter(|message| message.role == MessageRole::User).count();
            turn.say(format!("You have said {prompts} things.")).await
        }
        "instructions" => turn.say(turn.session().instructions("Be predictable.")).await,
        _ => {
            let words = "echo, tool, permission, edit, slow, fail, mcp, think, plan, plans, notice, \
                         compact, title, usage, subagent, remember or instructions";
            turn.say(format!("Say {words}.")).await
        }
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
    let settings = AgentSettings::new().system_prompt(SystemPromptSupport::AppendOrOverride);
    server!().agent::<scripted>().agent_settings(settings).tools::<(add, wipe, edit)>().run()
}
