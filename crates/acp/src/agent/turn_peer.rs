//! Translates the messages of MCP handlers within a turn to the Agent Client Protocol.

use std::pin::Pin;
use std::task::{Context, Poll};

use serde_json::{Map, Value, json};

use super::turn::Turn;
use crate::protocol::{SessionUpdate, ToolCall};
use mcp_runtime_protocol::ContentBlock;
use mcp_runtime_protocol::jsonrpc::Peer;

/// The client of a turn, as the peer of the handlers that run in it.
pub(super) struct TurnPeer {
    turn: Turn,
    /// The call that a handler serves, if it is a tool.
    tool_call: Option<String>,
}

impl TurnPeer {
    pub(super) fn new(turn: Turn, tool_call: Option<String>) -> Self {
        Self { turn, tool_call }
    }

    /// Sends a question to the user, which belongs to the session in this protocol.
    fn ask(&self, mut message: Map<String, Value>) {
        if let Some(params) = message.get_mut("params").and_then(Value::as_object_mut) {
            params.insert("sessionId".to_owned(), json!(self.turn.session().id()));
            params.entry("mode").or_insert_with(|| json!("form"));
            if let Some(id) = &self.tool_call {
                params.insert("toolCallId".to_owned(), json!(id));
            }
        }
        let number = message.get("id").and_then(Value::as_u64);
        self.turn.connection().client.send(Value::Object(message).to_string().as_bytes());
        if let Some(number) = number {
            self.turn.wait_for_person(number);
        }
    }

    /// Reports progress as content of the call.
    fn progress(&self, params: &Value) {
        let Some(id) = self.tool_call.clone() else { return };
        let text = match (params["message"].as_str(), &params["progress"], &params["total"]) {
            (Some(message), ..) => message.to_owned(),
            (None, done, Value::Null) => done.to_string(),
            (None, done, total) => format!("{done}/{total}"),
        };
        let open = self.turn.session().open_calls();
        let content = Some(open.content(&id, [ContentBlock::text(text)]));
        let call = ToolCall { id, content, ..ToolCall::default() };
        // Serializing text cannot fail.
        let _ = self.turn.send(&SessionUpdate::ToolCallUpdate(call));
    }
}

impl Peer for TurnPeer {
    fn poll_ready(&self, cx: &mut Context<'_>) -> Poll<()> {
        self.turn.connection().client.poll_ready(cx)
    }

    fn closing(&self) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        self.turn.connection().client.closing()
    }

    fn send(&self, message: &[u8]) {
        let Ok(message) = serde_json::from_slice::<Map<String, Value>>(message) else { return };
        let params = message.get("params").unwrap_or(&Value::Null);
        match message.get("method").and_then(Value::as_str) {
            Some("elicitation/create") => self.ask(message),
            Some("notifications/progress") => self.progress(params),
            Some("notifications/cancelled") => {
                let id = &params["requestId"];
                if let Some(number) = id.as_u64() {
                    self.turn.connection().waiting.end(number);
                }
                self.turn.connection().cancel_request(id);
            }
            // The protocol has no counterpart.
            _ => {}
        }
    }
}
