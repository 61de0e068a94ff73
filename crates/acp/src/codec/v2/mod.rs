//! Version 2, a preview: its design is settled, and its wire format may still change.
//!
//! Source: [ACP, version 2, "Schema"](https://agentclientprotocol.com/protocol/v2/schema), as of schema
//! 1.20.0.

mod changes;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::options::{auth_methods, commands, options, system_prompt};
use super::tool_call::WireCall;
use super::update::{State, WireUpdate};
use super::v1::{self, Version1};
use super::{AgentMethod, Codec};
use crate::protocol::{
    AgentSide, ClientCapabilities, ClientSide, ConfigOption, Permission, SessionUpdate, ToolCall,
};
use crate::version::V2;
use mcp_runtime_protocol::Implementation;
use mcp_runtime_protocol::jsonrpc::{ErrorObject, truncate_for_display};

/// The stable version, and this one.
pub(super) const CODECS: &[&dyn Codec] = &[v1::CODECS[0], &Version2];

/// The codec.
struct Version2;

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
        capabilities.compaction = true;
        capabilities.plans = true;
        capabilities.subagents = true;
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
        if let Some(support) = agent.system_prompt {
            capabilities["session"]["systemPrompt"] = system_prompt(support);
        }
        if !agent.auth_methods.is_empty() {
            capabilities["auth"] = json!({});
            let mut methods = auth_methods(&agent.auth_methods, "methodId");
            for method in methods.as_array_mut().into_iter().flatten() {
                if method.get("type").is_none() {
                    method["type"] = json!("agent");
                }
                if let Some(env) = method.get_mut("env") {
                    let pairs = env
                        .as_object()
                        .into_iter()
                        .flatten()
                        .map(|(name, value)| json!({ "name": name, "value": value }));
                    *env = pairs.collect();
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
        match name {
            "session/load" | "session/set_mode" | "authenticate" | "logout" => None,
            "auth/login" => Some(AgentMethod::LogIn),
            "auth/logout" => Some(AgentMethod::LogOut),
            "tool_call/cancel" => Some(AgentMethod::CancelToolCall),
            _ => Version1.method(name),
        }
    }

    fn replays(&self, from: Option<&Value>) -> Result<bool, ErrorObject> {
        let Some(from) = from.filter(|from| !from.is_null()) else {
            return Ok(false);
        };
        match from["type"].as_str() {
            Some("start") => Ok(true),
            Some(other) => Err(ErrorObject::invalid_params(format!(
                "`replayFrom`: this agent replays only from the `start`, not from `{}`",
                truncate_for_display(other)
            ))),
            None => Err(ErrorObject::invalid_params("`replayFrom` must have a `type`")),
        }
    }

    fn wire_updates<'a>(&self, update: &'a SessionUpdate) -> Vec<WireUpdate<'a>> {
        let wire = match update {
            SessionUpdate::UserMessage { id, content, .. } => {
                WireUpdate::UserMessage { message_id: id, content }
            }
            SessionUpdate::ToolCall(call) | SessionUpdate::ToolCallUpdate(call) => {
                WireUpdate::ToolCallUpdate(wire_call(call))
            }
            SessionUpdate::Commands(all) => {
                let available_commands = commands(all, Some(["command", "text"]));
                WireUpdate::AvailableCommandsUpdate { available_commands }
            }
            SessionUpdate::Options { options: all, .. } => {
                WireUpdate::ConfigOptionUpdate { config_options: options(all, "configId") }
            }
            SessionUpdate::State(now) => WireUpdate::StateUpdate(State::of(now)),
            SessionUpdate::ReplayComplete => WireUpdate::ReplayComplete {},
            _ => return WireUpdate::common(update).into_iter().collect(),
        };
        vec![wire]
    }

    fn opened(&self, all: &[ConfigOption], _: Option<&ConfigOption>) -> Map<String, Value> {
        let all = (!all.is_empty()).then(|| options(all, "configId"));
        all.map(|all| ("configOptions".to_owned(), all)).into_iter().collect()
    }

    fn changed(&self, all: &[ConfigOption]) -> Value {
        json!({ "configOptions": options(all, "configId") })
    }

    fn permission(&self, session: &str, asked: &Permission<'_>) -> Value {
        let mut params = json!({
            "sessionId": session, "title": asked.title, "options": asked.options,
        });
        if asked.tool_call.kind.is_some() {
            let call = WireCall::with_changes(&asked.tool_call);
            params["subject"] = json!({ "type": "tool_call", "toolCall": call });
        }
        params
    }

    fn answers_when_turn_begins(&self) -> bool {
        true
    }

    /// Source: [ACP, version 2, "Schema", IdempotencyKey](https://agentclientprotocol.com/protocol/v2/schema#idempotencykey).
    fn idempotency_key(&self, given: Option<Value>) -> Result<Option<String>, ErrorObject> {
        match given {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(key)) if (1..=MAX_KEY).contains(&key.chars().count()) => {
                Ok(Some(key))
            }
            Some(_) => Err(ErrorObject::invalid_params(format!(
                "`idempotencyKey` must be a string of 1 to {MAX_KEY} characters"
            ))),
        }
    }

    /// The agent replays what it has kept, which may be nothing.
    fn replays_what_is_left(&self) -> bool {
        true
    }

    fn takes_relative_paths(&self) -> bool {
        false
    }
}

/// How many characters a key may have.
const MAX_KEY: usize = 255;

/// The member that describes either side.
const INFO: &str = "info";

/// Its names for the client and the agent in the draft of June 2026.
const DRAFT_INFO: (&str, &str) = ("clientInfo", "agentInfo");

fn wire_call(call: &ToolCall) -> WireCall<'_> {
    let mut wire = WireCall::with_changes(call);
    wire.capabilities = call.is_cancellable.then(|| json!({ "cancel": {} }));
    wire
}
