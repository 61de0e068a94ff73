//! A client of rmcp that follows a task: `rmcp-tasks SERVER [ARGUMENT…]`.
//!
//! The server is examples/indexer.rs. What was seen of rmcp 3.9.0: it has the tasks of 2026-07-28 alone, as methods; nothing of it
//! looks at a task until it ends, answers its questions, or hears how it continues.

use std::env::{args_os, temp_dir};
use std::error::Error;
use std::fs;
use std::time::Duration;

use rmcp::ClientServiceExt;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CancelTaskParams, ClientCapabilities, ClientConfig,
    DetailedTask, GetTaskParams, Implementation, InputResponses, ProtocolVersion, TaskPayload,
    UpdateTaskParams,
};
use rmcp::service::{ClientLifecycleMode, Peer, RoleClient, ServiceError};
use rmcp::transport::TokioChildProcess;
use serde_json::{Value, json};
use tokio::process::Command;
use tokio::time::sleep;

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

/// How many files are in the folder; the indexer asks whether it shall read so many.
const FILES: usize = 120;

#[tokio::main]
async fn main() -> Outcome {
    let folder = temp_dir().join(format!("rmcp-tasks-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    for file in 0..FILES {
        fs::write(folder.join(format!("{file}.txt")), "some words and more words")?;
    }
    let driven = drive(&json!({ "folder": folder })).await;
    fs::remove_dir_all(&folder)?;
    driven
}

async fn drive(arguments: &Value) -> Outcome {
    let mut line = args_os().skip(1);
    let mut server = Command::new(line.next().ok_or("rmcp-tasks SERVER [ARGUMENT…]")?);
    server.args(line);
    let capabilities = ClientCapabilities::builder().enable_tasks().enable_elicitation().build();
    let config = ClientConfig::new(capabilities, Implementation::new("rmcp", "3.9.0"));
    let modern =
        ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] };
    let client = config.serve_with_lifecycle(TokioChildProcess::new(server)?, modern).await?;
    finish(client.peer(), arguments).await?;
    cancel(client.peer(), arguments).await?;
    refuse(client.peer()).await?;
    client.cancel().await?;
    println!("a task was finished, another one cancelled, and an unknown one refused");
    Ok(())
}

/// The id of a task that asks its question now, and the key of that.
async fn asking(client: &Peer<RoleClient>, arguments: &Value) -> Outcome<(String, String)> {
    let arguments = arguments.as_object().cloned().unwrap_or_default();
    let call = CallToolRequestParams::new("index").with_arguments(arguments);
    let CallToolResponse::Task(made) = client.call_tool_once(call).await? else {
        return Err("the call is not a task".into());
    };
    let id = made.task.task_id;
    loop {
        match look(client, &id).await?.payload {
            TaskPayload::Working => sleep(Duration::from_millis(10)).await,
            TaskPayload::InputRequired { input_requests } => {
                let key = input_requests.keys().next().cloned();
                return Ok((id, key.ok_or("the task asks for nothing")?));
            }
            other => return Err(format!("{other:?}").into()),
        }
    }
}

async fn look(client: &Peer<RoleClient>, id: &str) -> Result<DetailedTask, ServiceError> {
    Ok(client.get_task(GetTaskParams::new(id)).await?.task)
}

async fn finish(client: &Peer<RoleClient>, arguments: &Value) -> Outcome {
    let (id, key) = asking(client, arguments).await?;
    let yes = json!({ "action": "accept", "content": { "all": true } });
    let answers = InputResponses::from([(key, yes)]);
    client.update_task(UpdateTaskParams::new(&id, answers)).await?;
    loop {
        match look(client, &id).await?.payload {
            TaskPayload::Completed { result } => {
                let index = json!({
                    "files": FILES,
                    "words": { "some": FILES, "words": 2 * FILES, "more": FILES },
                });
                let found = result.get("structuredContent");
                let is_right = found == Some(&index);
                return if is_right { Ok(()) } else { Err(format!("{result:?}").into()) };
            }
            TaskPayload::Working => sleep(Duration::from_millis(10)).await,
            other => return Err(format!("{other:?}").into()),
        }
    }
}

async fn cancel(client: &Peer<RoleClient>, arguments: &Value) -> Outcome {
    let (id, _) = asking(client, arguments).await?;
    client.cancel_task(CancelTaskParams::new(&id)).await?;
    match look(client, &id).await?.payload {
        TaskPayload::Cancelled => Ok(()),
        other => Err(format!("{other:?}").into()),
    }
}

async fn refuse(client: &Peer<RoleClient>) -> Outcome {
    match look(client, "nothing").await {
        Err(ServiceError::McpError(error)) if error.code.0 == -32602 => Ok(()),
        other => Err(format!("{other:?}").into()),
    }
}
