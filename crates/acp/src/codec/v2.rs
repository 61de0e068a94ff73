//! Version 2, a draft: its wire format has changed from month to month, and will change again.
//!
//! Source: [ACP, version 2, "Schema"](https://agentclientprotocol.com/protocol/v2/schema), as of the
//! official package 2.4.0.

use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value, json};

use super::notice::Notice;
use super::options::{auth_methods, commands, options};
use super::tool_call::WireCall;
use super::v1;
use super::{AgentMethod, Codec};
use crate::protocol::{
    AgentSide, ClientCapabilities, ClientSide, Permission, PlanEntry, SessionConfigOption,
    SessionState, SessionUpdate, ToolCall, TurnEnd,
};
use crate::version::V2;
use mcp_runtime_protocol::jsonrpc::{ErrorObject, truncate_for_display};
use mcp_runtime_protocol::{ContentBlock, Implementation};

/// The stable version, and this one.
pub(super) const CODECS: &[&dyn Codec] = &[v1::CODECS[0], &Version2];

/// The codec.
struct Version2;

/// An update on the wire.
#[derive(Serialize)]
#[serde(tag = "sessionUpdate", rename_all = "snake_case", rename_all_fields = "camelCase")]
enum Wire<'a> {
    UserMessage { message_id: &'a str, content: &'a [ContentBlock] },
    AgentMessageChunk { message_id: &'a str, content: &'a ContentBlock },
    AgentThoughtChunk { message_id: &'a str, content: &'a ContentBlock },
    ToolCallUpdate(WireCall<'a>),
    PlanUpdate { plan: Plan<'a> },
    SessionInfoUpdate { title: &'a str, updated_at: &'a str },
    UsageUpdate { used: u64, size: u64 },
    AvailableCommandsUpdate { available_commands: Value },
    ConfigOptionUpdate { config_options: Value },
    StateUpdate(State<'a>),
    Notice(Notice<'a>),
}

/// A session has one plan.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
enum Plan<'a> {
    Items { plan_id: &'static str, entries: &'a [PlanEntry] },
}

#[derive(Serialize)]
#[serde(tag = "state", rename_all = "snake_case", rename_all_fields = "camelCase")]
enum State<'a> {
    Running {},
    RequiresAction {},
    Idle {
        #[serde(skip_serializing_if = "Option::is_none")]
        stop_reason: Option<Value>,
        #[serde(skip_serializing_if = "Option::is_none")]
        error: Option<Failure<'a>>,
    },
}

#[derive(Serialize)]
struct Failure<'a> {
    code: i64,
    message: &'a str,
}

impl Codec for Version2 {
    fn version(&self) -> u16 {
        V2
    }

    fn read_client(&self, params: &Value, is_requested: bool) -> Result<ClientSide, ErrorObject> {
        let info = [INFO, DRAFT_INFO.0].iter().find_map(|name| {
            let info = params.get(name)?;
            Implementation::deserialize(info).ok()
        });
        if info.is_none() && is_requested {
            let message = "`info` must be the name and version of the client, such as \
                           {\"name\":\"editor\",\"version\":\"1.0\"}";
            return Err(ErrorObject::invalid_params(message));
        }
        let declared = &params["capabilities"];
        let mut capabilities = ClientCapabilities::read(declared);
        capabilities.terminal_auth = declared["auth"]["terminal"].is_object();
        capabilities.boolean_options = true;
        capabilities.notices = true;
        Ok(ClientSide::new(info, capabilities))
    }

    fn initialize_result(&self, agent: &AgentSide, params: &Value) -> Value {
        let mut result = Map::new();
        result.insert("protocolVersion".to_owned(), json!(V2));
        result.insert(INFO.to_owned(), json!(agent.info));
        if params.get(INFO).is_none() && params.get(DRAFT_INFO.0).is_some() {
            result.insert(DRAFT_INFO.1.to_owned(), json!(agent.info));
        }
        let mut capabilities = json!({
            "session": {
                "prompt": { "image": {}, "audio": {}, "embeddedContext": {} },
                "mcp": { "stdio": {} },
                "delete": {},
                "additionalDirectories": {},
            },
        });
        if agent.has_http {
            capabilities["session"]["mcp"]["http"] = json!({});
        }
        if !agent.auth_methods.is_empty() {
            capabilities["auth"] = json!({});
            let mut methods = auth_methods(&agent.auth_methods, "methodId");
            for method in methods.as_array_mut().into_iter().flatten() {
                if method.get("type").is_none() {
                    method["type"] = json!("agent");
                }
            }
            result.insert("authMethods".to_owned(), methods);
        }
        if !agent.meta.is_empty() {
            capabilities["_meta"] = json!(agent.meta);
        }
        result.insert("capabilities".to_owned(), capabilities);
        Value::Object(result)
    }

    fn method(&self, name: &str) -> Option<AgentMethod> {
        Some(match name {
            "session/new" => AgentMethod::NewSession,
            "session/resume" => AgentMethod::ResumeSession,
            "session/list" => AgentMethod::ListSessions,
            "session/close" => AgentMethod::CloseSession,
            "session/delete" => AgentMethod::DeleteSession,
            "session/prompt" => AgentMethod::Prompt,
            "session/set_config_option" => AgentMethod::SetOption,
            "auth/login" => AgentMethod::LogIn,
            "auth/logout" => AgentMethod::LogOut,
            "tool_call/cancel" => AgentMethod::CancelToolCall,
            _ => return None,
        })
    }

    fn replays(&self, from: Option<&Value>) -> Result<bool, ErrorObject> {
        let Some(from) = from.filter(|from| !from.is_null()) else {
            return Ok(false);
        };
        match from["type"].as_str() {
            Some("start") => Ok(true),
            Some(other) => Err(ErrorObject::invalid_params(format!(
                "`replayFrom`: this agent replays from the `start` only, not from `{}`",
                truncate_for_display(other)
            ))),
            None => Err(ErrorObject::invalid_params("`replayFrom` must have a `type`")),
        }
    }

    fn updates(
        &self,
        update: &SessionUpdate,
        _: &ClientSide,
    ) -> serde_json::Result<Vec<Box<RawValue>>> {
        let wire = match update {
            SessionUpdate::UserMessage { id, content } => {
                Wire::UserMessage { message_id: id, content }
            }
            SessionUpdate::AgentMessage { id, content } => {
                Wire::AgentMessageChunk { message_id: id, content }
            }
            SessionUpdate::AgentThought { id, content } => {
                Wire::AgentThoughtChunk { message_id: id, content }
            }
            SessionUpdate::ToolCall(call) => Wire::ToolCallUpdate(cancellable_call(call)),
            SessionUpdate::ToolCallUpdate(call) => Wire::ToolCallUpdate(WireCall::new(call)),
            SessionUpdate::Plan { entries } => {
                Wire::PlanUpdate { plan: Plan::Items { plan_id: "plan", entries } }
            }
            SessionUpdate::SessionInfo { title, updated_at } => {
                Wire::SessionInfoUpdate { title, updated_at }
            }
            SessionUpdate::Usage { used, size } => Wire::UsageUpdate { used: *used, size: *size },
            SessionUpdate::Commands(all) => {
                let available_commands = commands(all, Some(["command", "text"]));
                Wire::AvailableCommandsUpdate { available_commands }
            }
            SessionUpdate::Options { options: all, .. } => {
                Wire::ConfigOptionUpdate { config_options: options(all, "configId") }
            }
            SessionUpdate::ServerUnavailable(server) => Wire::Notice(Notice::unavailable(server)),
            SessionUpdate::State(now) => Wire::StateUpdate(state(now)),
        };
        to_raw_value(&wire).map(|update| vec![update])
    }

    fn opened(
        &self,
        all: &[SessionConfigOption],
        _: Option<&SessionConfigOption>,
    ) -> Map<String, Value> {
        let all = (!all.is_empty()).then(|| options(all, "configId"));
        all.map(|all| ("configOptions".to_owned(), all)).into_iter().collect()
    }

    fn changed(&self, all: &[SessionConfigOption]) -> Value {
        json!({ "configOptions": options(all, "configId") })
    }

    fn permission(&self, session: &str, asked: &Permission<'_>) -> Value {
        let mut params = json!({
            "sessionId": session, "title": asked.title, "options": asked.options,
        });
        if asked.tool_call.kind.is_some() {
            let call = WireCall::new(&asked.tool_call);
            params["subject"] = json!({ "type": "tool_call", "toolCall": call });
        }
        params
    }

    fn answers_when_turn_begins(&self) -> bool {
        true
    }

    fn takes_relative_paths(&self) -> bool {
        false
    }
}

/// The member that describes either side.
const INFO: &str = "info";

/// Its names for the client and the agent in the draft of June 2026.
const DRAFT_INFO: (&str, &str) = ("clientInfo", "agentInfo");

/// A call that begins; the client may cancel it separately.
fn cancellable_call(call: &ToolCall) -> WireCall<'_> {
    let mut wire = WireCall::new(call);
    wire.capabilities = Some(json!({ "cancel": {} }));
    wire
}

fn state(now: &SessionState) -> State<'_> {
    match now {
        SessionState::Running => State::Running {},
        SessionState::RequiresAction => State::RequiresAction {},
        SessionState::Idle(None) => State::Idle { stop_reason: None, error: None },
        SessionState::Idle(Some(TurnEnd::Stopped(reason))) => {
            State::Idle { stop_reason: Some(json!(reason)), error: None }
        }
        SessionState::Idle(Some(TurnEnd::Failed { code, message })) => {
            let error = Some(Failure { code: *code, message });
            State::Idle { stop_reason: Some(json!("error")), error }
        }
    }
}
