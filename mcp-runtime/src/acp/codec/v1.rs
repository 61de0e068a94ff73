//! Version 1, which is stable.
//!
//! Source: [ACP, "Schema"](https://agentclientprotocol.com/protocol/schema).

use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};

use super::tool_call::WireCall;
use super::{AgentMethod, Codec};
use crate::acp::protocol::{
    AgentSide, ClientSide, Permission, PlanEntry, SessionUpdate, ToolCall, ToolStatus,
};
use crate::acp::version::V1;
use crate::jsonrpc::ErrorObject;
use crate::protocol::{ContentBlock, Implementation};

/// The stable versions.
pub(super) const CODECS: &[&dyn Codec] = &[&Version1];

/// The codec.
pub(super) struct Version1;

/// An update on the wire.
#[derive(Serialize)]
#[serde(tag = "sessionUpdate", rename_all = "snake_case", rename_all_fields = "camelCase")]
enum Wire<'a> {
    UserMessageChunk { message_id: &'a str, content: &'a ContentBlock },
    AgentMessageChunk { message_id: &'a str, content: &'a ContentBlock },
    AgentThoughtChunk { message_id: &'a str, content: &'a ContentBlock },
    ToolCall(WireCall<'a>),
    ToolCallUpdate(WireCall<'a>),
    Plan { entries: &'a [PlanEntry] },
    SessionInfoUpdate { title: &'a str, updated_at: &'a str },
    UsageUpdate { used: u64, size: u64 },
}

impl Codec for Version1 {
    fn version(&self) -> u16 {
        V1
    }

    fn read_client(&self, params: &Value, _: bool) -> Result<ClientSide, ErrorObject> {
        let info = Implementation::deserialize(&params["clientInfo"]).ok();
        Ok(ClientSide::read(info, &params["clientCapabilities"]))
    }

    fn initialize_result(&self, agent: &AgentSide, _: &Value) -> Value {
        json!({
            "protocolVersion": V1,
            "agentCapabilities": {
                "loadSession": true,
                "promptCapabilities": { "image": true, "audio": true, "embeddedContext": true },
                "mcpCapabilities": { "http": false, "sse": false },
                "sessionCapabilities": {
                    "list": {}, "resume": {}, "close": {}, "delete": {},
                    "additionalDirectories": {},
                },
            },
            "authMethods": [],
            "agentInfo": agent.info,
        })
    }

    fn method(&self, name: &str) -> Option<AgentMethod> {
        Some(match name {
            "session/new" => AgentMethod::NewSession,
            "session/load" => AgentMethod::LoadSession,
            "session/resume" => AgentMethod::ResumeSession,
            "session/list" => AgentMethod::ListSessions,
            "session/close" => AgentMethod::CloseSession,
            "session/delete" => AgentMethod::DeleteSession,
            "session/prompt" => AgentMethod::Prompt,
            _ => return None,
        })
    }

    fn replays(&self, _: Option<&Value>) -> Result<bool, ErrorObject> {
        Ok(false)
    }

    fn updates(&self, update: &SessionUpdate) -> serde_json::Result<Vec<Box<RawValue>>> {
        let wire = match update {
            SessionUpdate::UserMessage { id, content } => {
                let chunk = |content| Wire::UserMessageChunk { message_id: id, content };
                return content.iter().map(|content| to_raw_value(&chunk(content))).collect();
            }
            SessionUpdate::AgentMessage { id, content } => {
                Wire::AgentMessageChunk { message_id: id, content }
            }
            SessionUpdate::AgentThought { id, content } => {
                Wire::AgentThoughtChunk { message_id: id, content }
            }
            SessionUpdate::ToolCall(call) => Wire::ToolCall(wire_call(call)),
            SessionUpdate::ToolCallUpdate(call) => Wire::ToolCallUpdate(wire_call(call)),
            SessionUpdate::Plan { entries } => Wire::Plan { entries },
            SessionUpdate::SessionInfo { title, updated_at } => {
                Wire::SessionInfoUpdate { title, updated_at }
            }
            SessionUpdate::Usage { used, size } => Wire::UsageUpdate { used: *used, size: *size },
            // The answer to the prompt says it.
            SessionUpdate::State(_) => return Ok(Vec::new()),
        };
        to_raw_value(&wire).map(|update| vec![update])
    }

    fn permission(&self, session: &str, asked: &Permission<'_>) -> Value {
        let call = ToolCall { title: Some(asked.title.to_owned()), ..asked.tool_call.clone() };
        json!({ "sessionId": session, "toolCall": wire_call(&call), "options": asked.options })
    }

    fn answers_at_insertion(&self) -> bool {
        false
    }

    fn closes_unknown_sessions(&self) -> bool {
        false
    }

    fn takes_relative_directories(&self) -> bool {
        true
    }
}

/// A call that was cancelled has failed here.
fn wire_call(call: &ToolCall) -> WireCall<'_> {
    let mut wire = WireCall::new(call);
    if wire.status == Some(ToolStatus::Cancelled) {
        wire.status = Some(ToolStatus::Failed);
    }
    wire
}
