//! Version 1, which is stable.
//!
//! Source: [ACP, "Schema"](https://agentclientprotocol.com/protocol/schema).

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::options::{auth_methods, commands, options, system_prompt};
use super::tool_call::WireCall;
use super::update::WireUpdate;
use super::{AgentMethod, Codec};
use crate::protocol::{
    AgentSide, ClientCapabilities, ClientSide, ConfigChoice, ConfigOption, ConfigValue, Permission,
    Plan, PlanContent, SessionUpdate, ToolCall, ToolStatus,
};
use crate::version::V1;
use mcp_runtime_protocol::Implementation;
use mcp_runtime_protocol::jsonrpc::ErrorObject;

/// The stable versions.
pub(super) const CODECS: &[&dyn Codec] = &[&Version1];

/// The codec.
pub(super) struct Version1;

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
        let session = &declared["session"];
        capabilities.notices = session["notices"].is_object();
        capabilities.compaction = session["compaction"].is_object();
        capabilities.plans = declared["plan"].is_object();
        capabilities.subagents = declared["subagents"].is_object();
        capabilities.boolean_options = session["configOptions"]["boolean"].is_object();
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
        if let Some(support) = agent.system_prompt {
            capabilities["sessionCapabilities"]["systemPrompt"] = system_prompt(support);
        }
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

    fn wire_updates<'a>(&self, update: &'a SessionUpdate) -> Vec<WireUpdate<'a>> {
        match update {
            SessionUpdate::UserMessage { id, content, .. } => {
                let chunk = |content| WireUpdate::UserMessageChunk { message_id: id, content };
                content.iter().map(chunk).collect()
            }
            SessionUpdate::ToolCall(call) => vec![WireUpdate::ToolCall(wire_call(call))],
            SessionUpdate::ToolCallUpdate(call) => {
                vec![WireUpdate::ToolCallUpdate(wire_call(call))]
            }
            SessionUpdate::Plan {
                plan: Plan { id: None, content: PlanContent::Items { entries } },
                ..
            } => vec![WireUpdate::Plan { entries }],
            SessionUpdate::Commands(all) => {
                let available_commands = commands(all, None);
                vec![WireUpdate::AvailableCommandsUpdate { available_commands }]
            }
            SessionUpdate::Options { options: all, mode } => {
                let mode =
                    mode.as_deref().map(|id| WireUpdate::CurrentModeUpdate { current_mode_id: id });
                let config_options = options(all, "id");
                mode.into_iter()
                    .chain([WireUpdate::ConfigOptionUpdate { config_options }])
                    .collect()
            }
            // The response to the prompt reports the state, and the one to `session/load` the end of
            // the replay.
            _ => WireUpdate::common(update).into_iter().collect(),
        }
    }

    /// Clients that do not support options receive modes.
    ///
    /// Source: [ACP, "Session Modes"](https://agentclientprotocol.com/protocol/session-modes).
    fn opened(&self, all: &[ConfigOption], mode: Option<&ConfigOption>) -> Map<String, Value> {
        let mut opened = Map::new();
        if let Some(ConfigValue::Select { current, options }) = mode.map(|it| &it.value) {
            let available: Vec<Value> = options.iter().map(mode_of).collect();
            let modes = json!({ "currentModeId": current, "availableModes": available });
            opened.insert("modes".to_owned(), modes);
        }
        if !all.is_empty() {
            opened.insert("configOptions".to_owned(), options(all, "id"));
        }
        opened
    }

    fn changed(&self, all: &[ConfigOption]) -> Value {
        json!({ "configOptions": options(all, "id") })
    }

    fn permission(&self, session: &str, asked: &Permission<'_>) -> Value {
        let call = ToolCall { title: Some(asked.title.to_owned()), ..asked.tool_call.clone() };
        json!({ "sessionId": session, "toolCall": wire_call(&call), "options": asked.options })
    }

    fn answers_when_turn_begins(&self) -> bool {
        false
    }

    /// This version has none.
    fn idempotency_key(&self, _: Option<Value>) -> Result<Option<String>, ErrorObject> {
        Ok(None)
    }

    /// `session/load` replays all of it, or fails.
    fn replays_what_is_left(&self) -> bool {
        false
    }

    fn takes_relative_paths(&self) -> bool {
        true
    }
}

fn mode_of(value: &ConfigChoice) -> Value {
    let mut mode = json!({ "id": value.value, "name": value.name });
    if let Some(description) = &value.description {
        mode["description"] = json!(description);
    }
    mode
}

/// A call; one that was cancelled is reported as failed in this version.
fn wire_call(call: &ToolCall) -> WireCall<'_> {
    let mut wire = WireCall::new(call);
    if wire.status == Some(&ToolStatus::Cancelled) {
        wire.status = Some(&ToolStatus::Failed);
    }
    wire
}
