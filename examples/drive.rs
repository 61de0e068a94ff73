//! Lets a model delegate work to an agent: `drive --agent some-agent --agent-arg=acp`. Any agent
//! that editors start over the Agent Client Protocol works.
//!
//! Updates of the agent become progress, its requests for permission become questions to the
//! person, and cancelling a call cancels its turn.

use std::collections::HashMap;
use std::path::PathBuf;

use clap::Args;
use mcp_runtime::protocol::{ProgressParams, ProgressToken};
use mcp_runtime::{Accepted, Context, Elicit, Error, Progress, Result, State, server, tool};
use mcp_runtime_acp::client::{AgentMessages, PermissionChoice, PermissionRequest, Update};
use mcp_runtime_acp::{Client, PlanContent, StopReason};
use mcp_runtime_client::Stdio;
use tokio::sync::{mpsc, oneshot};

#[derive(Args)]
struct Options {
    /// The program of the agent.
    #[arg(long)]
    agent: String,
    /// An argument of it; say it again for the next one.
    #[arg(long = "agent-arg", allow_hyphen_values = true)]
    args: Vec<String>,
    /// The directory that it works in.
    #[arg(long, default_value = ".")]
    cwd: PathBuf,
}

#[derive(Elicit)]
struct Permission {
    /// May it be done?
    allow: bool,
}

/// A question of the agent, and the channel for its answer.
type PendingPermission = (PermissionRequest, oneshot::Sender<PermissionChoice>);

/// Gives work to an agent, and answers with what it says.
#[tool]
async fn ask_agent(
    /// What it is to do.
    prompt: &str,
    options: State<Options>,
    context: Context,
    progress: Progress,
) -> Result<String> {
    let mut begins = false;
    context.once("begin", async { begins = true }).await?;
    if !begins {
        // The call only waits for a person for a while, and the agent stops with its call.
        return Err("the answer came too late, and the agent has given the work up".into());
    }
    let (asks, mut asked) = mpsc::channel::<PendingPermission>(1);
    let agent = Client::builder("drive", env!("CARGO_PKG_VERSION"))
        .on_permission(move |request| {
            let asks = asks.clone();
            async move {
                let (choose, chosen) = oneshot::channel();
                asks.send((request, choose)).await.map_err(Error::other)?;
                chosen.await.map_err(Error::other)
            }
        })
        // The keys of an agent are in its environment.
        .connect(Stdio::spawn(&options.agent).args(&options.args).inherit_all())
        .await?;
    // Dropped with the call, the turn is cancelled.
    let mut turn = agent.new_session(&options.cwd).await?.prompt(prompt).await?;
    let mut said = AgentMessages::default();
    let mut titles = HashMap::new();
    let mut steps = 0.0;
    loop {
        tokio::select! {
            // What came before a question is shown before it.
            biased;
            update = turn.next() => {
                let Some(update) = update else { break };
                said.add(&update);
                if let Some(step) = step(&update, &mut titles) {
                    steps += 1.0;
                    let mut report = ProgressParams::new(ProgressToken("drive".into()), steps);
                    report.message = Some(step);
                    progress.pass_on(report).await;
                }
            }
            Some((request, choose)) = asked.recv() => {
                // If the receiver is gone, the turn was cancelled.
                let _ = choose.send(decide(&context.elicit(), &request).await?);
            }
        }
    }
    let reason = turn.finish().await?;
    agent.close().await;
    match reason {
        StopReason::EndTurn => Ok(said.text()),
        reason => Err(Error::other(format!("the agent ended with {reason:?}: {}", said.text()))),
    }
}

/// Asks the person, who allows it once or refuses.
async fn decide(elicit: &Elicit, request: &PermissionRequest) -> Result<PermissionChoice> {
    Ok(match elicit.form::<Permission>(format!("The agent asks: {}", request.title)).await? {
        Accepted(Permission { allow: true }) => request.allow(),
        _ => request.reject(),
    })
}

/// Formats an update for a person. Only the first update of a call may have its title.
fn step(update: &Update, titles: &mut HashMap<String, String>) -> Option<String> {
    match update {
        Update::Thought(thought) => thought.content.as_text().map(str::to_owned),
        Update::ToolCall(call) => {
            let status = call.status.as_ref().map_or("runs", |status| status.as_str());
            titles.extend(call.title.clone().map(|title| (call.id.clone(), title)));
            let title = titles.get(&call.id).map_or("a tool", String::as_str);
            Some(format!("{title}: {status}"))
        }
        Update::Plan(plan) => Some(match &plan.content {
            PlanContent::Items { entries } => format!("a plan of {} steps", entries.len()),
            _ => "a plan".to_owned(),
        }),
        Update::Notice(notice) => Some(notice.title.clone()),
        Update::Compaction(_) => Some("the agent compacts the conversation".to_owned()),
        _ => None,
    }
}

fn main() -> Result<()> {
    server!().tool::<ask_agent>().run_with(|server, options: Options| Ok(server.state(options)))
}
