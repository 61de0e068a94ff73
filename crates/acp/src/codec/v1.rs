//! Version 1, which is stable.
//!
//! Source: [ACP, "Schema"](https://agentclientprotocol.com/protocol/schema).

use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value, json};

use super::notice::Notice;
use super::options::{auth_methods, commands, options};
use super::tool_call::WireCall;
use super::{AgentMethod, Codec};
use crate::protocol::{
    AgentSide, ClientCapabilities, ClientSide, Permission, PlanEntry, SessionConfigKind,
    SessionConfigOption, SessionConfigValue, SessionUpdate, ToolCall, ToolCallContent, ToolKind,
    ToolStatus, UnavailableServer,
};
use crate::version::V1;
use mcp_runtime_protocol::jsonrpc::ErrorObject;
use mcp_runtime_protocol::{ContentBlock, Implementation};

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
    AvailableCommandsUpdate { available_commands: Value },
    CurrentModeUpdate { current_mode_id: &'a str },
    ConfigOptionUpdate { config_options: Value },
    Notice(Notice<'a>),
}

impl Codec for Version1 {
    fn version(&self) -> u16 {
        V1
    }

    fn read_client(&self, params: &Value, _: bool) -> Result<ClientSide, ErrorObject> {
        let info = Implementation::deserialize(&params["clientInfo"]).ok();
        let declared = &params["clientCapabilities"];
        let is_true = |value: &Value| value.as_bool() == Some(true);
        let mut capabilities = ClientCapabilities::read(declared);
        capabilities.read_text_file = is_true(&declared["fs"]["readTextFile"]);
        capabilities.write_text_file = is_true(&declared["fs"]["writeTextFile"]);
        capabilities.terminal = is_true(&declared["terminal"]);
        capabilities.terminal_auth = is_true(&declared["auth"]["terminal"]);
        let options = &declared["session"]["configOptions"];
        capabilities.notices = declared["session"]["notices"].is_object();
        capabilities.boolean_options = options["boolean"].is_object();
        Ok(ClientSide::new(info, capabilities))
    }

    fn initialize_result(&self, agent: &AgentSide, _: &Value) -> Value {
        let mut capabilities = json!({
            "loadSession": true,
            "promptCapabilities": { "image": true, "audio": true, "embeddedContext": true },
            "mcpCapabilities": { "http": agent.has_http, "sse": false },
            "sessionCapabilities": {
                "list": {}, "resume": {}, "close": {}, "delete": {},
                "additionalDirectories": {},
            },
        });
        if agent.can_log_out {
            capabilities["auth"] = json!({ "logout": {} });
        }
        if !agent.meta.is_empty() {
            capabilities["_meta"] = json!(agent.meta);
        }
        json!({
            "protocolVersion": V1,
            "agentCapabilities": capabilities,
            "authMethods": auth_methods(&agent.auth_methods, "id"),
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
            "session/set_mode" => AgentMethod::SetMode,
            "session/set_config_option" => AgentMethod::SetOption,
            "authenticate" => AgentMethod::LogIn,
            "logout" => AgentMethod::LogOut,
            _ => return None,
        })
    }

    fn replays(&self, _: Option<&Value>) -> Result<bool, ErrorObject> {
        Ok(false)
    }

    fn updates(
        &self,
        update: &SessionUpdate,
        client: &ClientSide,
    ) -> serde_json::Result<Vec<Box<RawValue>>> {
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
            SessionUpdate::Commands(all) => {
                Wire::AvailableCommandsUpdate { available_commands: commands(all, None) }
            }
            SessionUpdate::Options { options: all, mode } => {
                let mode = mode.as_deref();
                let mode = mode.map(|current_mode_id| Wire::CurrentModeUpdate { current_mode_id });
                let all = Wire::ConfigOptionUpdate { config_options: options(all, "id") };
                return mode.iter().chain([&all]).map(to_raw_value).collect();
            }
            SessionUpdate::ServerUnavailable(server) if client.capabilities.notices => {
                Wire::Notice(Notice::unavailable(server))
            }
            SessionUpdate::ServerUnavailable(server) => {
                return to_raw_value(&Wire::ToolCall(wire_call(&startup_call(server))))
                    .map(|update| vec![update]);
            }
            // The response to the prompt reports it.
            SessionUpdate::State(_) => return Ok(Vec::new()),
        };
        to_raw_value(&wire).map(|update| vec![update])
    }

    /// Clients that do not support options receive modes.
    ///
    /// Source: [ACP, "Session Modes"](https://agentclientprotocol.com/protocol/session-modes).
    fn opened(
        &self,
        all: &[SessionConfigOption],
        mode: Option<&SessionConfigOption>,
    ) -> Map<String, Value> {
        let mut opened = Map::new();
        if let Some(SessionConfigKind::Select { current_value, options }) = mode.map(|it| &it.kind)
        {
            let modes: Vec<Value> = options.iter().map(mode_of).collect();
            let modes = json!({ "currentModeId": current_value, "availableModes": modes });
            opened.insert("modes".to_owned(), modes);
        }
        if !all.is_empty() {
            opened.insert("configOptions".to_owned(), options(all, "id"));
        }
        opened
    }

    fn changed(&self, all: &[SessionConfigOption]) -> Value {
        json!({ "configOptions": options(all, "id") })
    }

    fn permission(&self, session: &str, asked: &Permission<'_>) -> Value {
        let call = ToolCall { title: Some(asked.title.to_owned()), ..asked.tool_call.clone() };
        json!({ "sessionId": session, "toolCall": wire_call(&call), "options": asked.options })
    }

    fn answers_when_turn_begins(&self) -> bool {
        false
    }

    fn takes_relative_paths(&self) -> bool {
        true
    }
}

fn mode_of(value: &SessionConfigValue) -> Value {
    let mut mode = json!({ "id": value.value, "name": value.name });
    if let Some(description) = &value.description {
        mode["description"] = json!(description);
    }
    mode
}

/// The call of a tool by which clients without notices show that a server could not be started, as
/// other agents report it.
fn startup_call(server: &UnavailableServer) -> ToolCall {
    ToolCall {
        id: format!("mcp_startup.{}", server.name),
        title: Some(Notice::title_of(server)),
        kind: Some(ToolKind::Other),
        status: Some(ToolStatus::Failed),
        content: Some(vec![ToolCallContent::Content(ContentBlock::text(server.reason.as_str()))]),
        ..ToolCall::default()
    }
}

/// A call; one that was cancelled is reported as failed in this version.
fn wire_call(call: &ToolCall) -> WireCall<'_> {
    let mut wire = WireCall::new(call);
    if wire.status == Some(ToolStatus::Cancelled) {
        wire.status = Some(ToolStatus::Failed);
    }
    wire
}
