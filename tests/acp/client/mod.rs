//! Our client drives our agent, over the pipes of a process.

mod bounds;
mod draft;
mod liars;
mod permission;
mod remembered;
mod requests;
mod sessions;
mod shown;
mod turns;
mod workbench;

use mcp_runtime_acp::Client;
use mcp_runtime_acp::client::{ClientBuilder, Session, SessionState, Turn, Update};
use mcp_runtime_client::Stdio;
use mcp_test_support::peer::recording;

const AGENT: &str = env!("CARGO_BIN_EXE_agent-server");

/// The versions that a client speaks with an agent of ours.
const VERSIONS: [u16; 2] = [1, 2];

/// A client that speaks this version.
fn editor(version: u16) -> ClientBuilder {
    any_editor().version(version)
}

/// A client that speaks what its agent does.
fn any_editor() -> ClientBuilder {
    Client::builder("editor", "1.0")
}

/// How our agent is started; what is said is written down in a folder of its own, as all of it is ours.
fn agent() -> Stdio {
    let words = recording(AGENT, "both");
    Stdio::spawn(&words[0]).args(&words[1..]).arg("acp")
}

/// A session of an agent that is started.
async fn session(editor: ClientBuilder) -> Session {
    let client = editor.connect(agent()).await.expect("the agent starts");
    client.new_session("/work").await.expect("a session")
}

/// The next update of those that both versions have: version 2 also tells what the person said, and what
/// the session does.
async fn next(turn: &mut Turn) -> Option<Update> {
    loop {
        match turn.next().await? {
            Update::State(_) | Update::WholeMessage(_) => {}
            update => return Some(update),
        }
    }
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
        Update::WholeMessage(message) => format!("whole {:?}", message.role).to_lowercase(),
        Update::State(SessionState::Idle { .. }) => "idle".to_owned(),
        Update::State(state) => format!("{state:?}").to_lowercase(),
        other => format!("{other:?}"),
    }
}
