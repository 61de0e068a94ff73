//! Version 2, a draft: its wire has changed from month to month, and will.
//!
//! Source: [ACP, version 2, "Schema"](https://agentclientprotocol.com/protocol/v2/schema), as of the
//! official package 2.4.0.

use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value, json};

use super::tool_call::WireCall;
use super::v1;
use super::{AgentMethod, Codec};
use crate::acp::protocol::{
    AgentSide, ClientSide, Permission, PlanEntry, SessionState, SessionUpdate, ToolCall, TurnEnd,
};
use crate::acp::version::V2;
use crate::jsonrpc::{ErrorObject, truncate_for_display};
use crate::protocol::{ContentBlock, Implementation};

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
    StateUpdate(State<'a>),
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
        Ok(ClientSide::read(info, &params["capabilities"]))
    }

    fn initialize_result(&self, agent: &AgentSide, params: &Value) -> Value {
        let mut result = Map::new();
        result.insert("protocolVersion".to_owned(), json!(V2));
        result.insert(INFO.to_owned(), json!(agent.info));
        if params.get(INFO).is_none() && params.get(DRAFT_INFO.0).is_some() {
            result.insert(DRAFT_INFO.1.to_owned(), json!(agent.info));
        }
        let capabilities = json!({
            "session": {
                "prompt": { "image": {}, "audio": {}, "embeddedContext": {} },
                "mcp": { "stdio": {} },
                "delete": {},
                "additionalDirectories": {},
            },
        });
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

    fn updates(&self, update: &SessionUpdate) -> serde_json::Result<Vec<Box<RawValue>>> {
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
            SessionUpdate::ToolCall(call) => Wire::ToolCallUpdate(begun(call)),
            SessionUpdate::ToolCallUpdate(call) => Wire::ToolCallUpdate(WireCall::new(call)),
            SessionUpdate::Plan { entries } => {
                Wire::PlanUpdate { plan: Plan::Items { plan_id: "plan", entries } }
            }
            SessionUpdate::SessionInfo { title, updated_at } => {
                Wire::SessionInfoUpdate { title, updated_at }
            }
            SessionUpdate::Usage { used, size } => Wire::UsageUpdate { used: *used, size: *size },
            SessionUpdate::State(now) => Wire::StateUpdate(state(now)),
        };
        to_raw_value(&wire).map(|update| vec![update])
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

    fn answers_at_insertion(&self) -> bool {
        true
    }

    fn closes_unknown_sessions(&self) -> bool {
        true
    }

    fn takes_relative_directories(&self) -> bool {
        false
    }
}

/// What the sides are called by.
const INFO: &str = "info";

/// What they were called by, the client and the agent, in the draft of June 2026.
const DRAFT_INFO: (&str, &str) = ("clientInfo", "agentInfo");

/// A call that begins; the client may cancel it by itself.
fn begun(call: &ToolCall) -> WireCall<'_> {
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
