//! The client against real servers: a child process, and a server in memory.

#![expect(deprecated, reason = "what MCP has deprecated is tested, too")]
#![expect(clippy::unwrap_used, reason = "a helper of a test fails the test")]
#![allow(
    clippy::needless_pass_by_value,
    clippy::too_many_arguments,
    reason = "a handler is given what it asks for"
)]

mod bounds;
mod calls;
mod capabilities;
mod careless;
mod connecting;
mod http;
mod liars;
mod memory;
mod news;
mod options;
mod paging;
mod processes;
mod tasks;
mod unreadable;
mod waiting;

use mcp_runtime::Accepted;
use mcp_runtime::protocol::{CreateMessageResult, ProtocolVersion, Root};
use mcp_runtime_client::{Client, ClientBuilder, Stdio};
use mcp_runtime_testing::json;

/// The revisions that a client speaks with a server of ours.
const VERSIONS: &[ProtocolVersion] = ProtocolVersion::ALL;

/// The fixture that asks, as a process.
fn interaction() -> Stdio {
    Stdio::spawn(env!("CARGO_BIN_EXE_asked-server")).arg("stdio")
}

/// A client that answers everything.
fn agent() -> ClientBuilder {
    Client::builder("agent", "1.0")
        .on_elicit(|form| async move {
            let fields = form.requested_schema.properties.0.iter();
            let answer = fields.map(|(name, _)| match name.as_str() {
                "destination" => (name.clone(), json!("Rome")),
                "days" => (name.clone(), json!(3)),
                "budget" => (name.clone(), json!(99.5)),
                _ => (name.clone(), json!(true)),
            });
            Ok(Accepted(answer.collect::<serde_json::Map<_, _>>()))
        })
        .on_sample(|_| async { Ok(CreateMessageResult::new("model", "short")) })
        .roots([Root::new("file:///work"), Root::new("file:///home")])
}

/// Calls what asks the agent, and looks at what became of its answers.
async fn questions_are_answered_by(client: &Client) {
    let version = client.version();
    let trip = client.call_tool("trip", ()).await.unwrap();
    assert_eq!(trip.text(), "Rome 3 99.5 sure=true charge=1", "{version}");
    let summary = client.call_tool("summarize", json!({ "text": "long" })).await.unwrap();
    assert_eq!(summary.text(), "summary: short", "{version}");
    let places = client.call_tool("where", ()).await.unwrap();
    assert_eq!(places.text(), "file:///work file:///home", "{version}");
}
