//! Our client drives our agent, over the pipes of a process.

mod bounds;
mod liars;
mod permission;
mod sessions;
mod turns;

use mcp_runtime::acp::Client;
use mcp_runtime::acp::client::{ClientBuilder, Session, Update};
use mcp_runtime::client::Stdio;

const AGENT: &str = env!("CARGO_BIN_EXE_agent-server");

fn editor() -> ClientBuilder {
    Client::builder("editor", "1.0")
}

/// A session of an agent that is started.
async fn session(editor: ClientBuilder) -> Session {
    let client = editor.connect(Stdio::spawn(AGENT)).await.expect("the agent starts");
    client.new_session("/work").await.expect("a session")
}

/// All that the agent says to a prompt.
async fn said(session: &Session, prompt: &str) -> String {
    let turn = session.prompt(prompt).await.expect("a turn");
    turn.text().await.expect("it ends")
}

/// What kind of update it is, with the status of a call.
fn kind(update: &Update) -> String {
    match update {
        Update::UserMessage(_) => "user".to_owned(),
        Update::Message(_) => "message".to_owned(),
        Update::Thought(_) => "thought".to_owned(),
        Update::ToolCall(call) => {
            format!("call {}", call.status.as_ref().map_or("?", |status| status.as_str()))
        }
        Update::Plan(_) => "plan".to_owned(),
        Update::Info(_) => "info".to_owned(),
        Update::Usage(_) => "usage".to_owned(),
        other => format!("{other:?}"),
    }
}
