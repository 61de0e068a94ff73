//! Tasks of servers, which ask in the middle and can be cancelled.

use std::time::Duration;

use mcp_runtime::protocol::{CallToolResult, TaskStatus};
use mcp_runtime::{Error, Result};
use mcp_runtime_client::{Started, TaskHandle};
use serde_json::Value;
use tokio::time::sleep;

use super::peer::{Peer, holds, same};

/// The task that a call becomes.
async fn started(peer: &Peer, tool: &str, arguments: Value) -> Result<TaskHandle> {
    match peer.client.start(tool, arguments).await? {
        Started::Task(task) => Ok(task),
        done => Err(Error::other(format!("{done:?} is not a task"))),
    }
}

/// Follows a task, whose questions are answered, to its end, and looks at it once more.
pub(super) async fn follow(peer: &Peer, tool: &str, arguments: Value) -> Result<CallToolResult> {
    let task = started(peer, tool, arguments).await?;
    holds(!task.status().await?.status.is_terminal(), "the task waits for an answer")?;
    let result = task.result().await?;
    same(task.status().await?.status, TaskStatus::Completed)?;
    Ok(result)
}

/// Cancels a task. A server of 2026-07-28 may take its time.
pub(super) async fn cancel(peer: &Peer, tool: &str, arguments: Value) -> Result<()> {
    let task = started(peer, tool, arguments).await?;
    task.cancel().await?;
    for _ in 0..100 {
        match task.status().await?.status {
            TaskStatus::Cancelled => {
                // Some servers have forgotten the task by then, so the words may be theirs.
                let ended = task.result().await;
                return holds(ended.is_err(), &format!("no result, but {ended:?}"));
            }
            status => holds(!status.is_terminal(), "the task is cancelled")?,
        }
        sleep(Duration::from_millis(20)).await;
    }
    Err(Error::other("the task is not cancelled"))
}

/// A task that there is not.
pub(super) async fn unknown(peer: &Peer) -> Result<()> {
    let refused = peer.client.task("nothing").status().await;
    let code = refused.err().and_then(|error| error.rpc().map(|error| error.code.0));
    same(code, Some(-32602))
}
