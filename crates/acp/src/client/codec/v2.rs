//! Version 2, a preview.
//!
//! Source: [ACP, version 2, "Schema"](https://agentclientprotocol.com/protocol/v2/schema), as of
//! schema 1.20.0.

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use super::updates::{WireState, read, read_update};
use super::v1::V1Codec;
use super::{Codec, Methods, Offers, auth_method, members};
use crate::client::model::{
    AgentCapabilities, AgentFacts, ConfigSetting, McpServer, McpWay, PermissionOption,
    PermissionRequest, ToolCall, ToolContent, Update,
};
use crate::protocol::{Message, MessageRole};
use crate::version::V2;
use mcp_runtime_protocol::{ContentBlock, Implementation};

/// The stable version, and this one.
pub(in crate::client) const CODECS: &[&dyn Codec] = &[super::v1::CODECS[0], &V2Codec];

/// The codec of version 2.
struct V2Codec;

const METHODS: Methods = Methods {
    authenticate: "auth/login",
    logout: "auth/logout",
    load: ("session/resume", Some(("replayFrom", "start"))),
    has_files: false,
    answers_at_end: false,
    has_keys: true,
};

impl Codec for V2Codec {
    fn version(&self) -> u16 {
        V2
    }

    fn methods(&self) -> &Methods {
        &METHODS
    }

    /// Also has the members of version 1, for an agent that supports only that version.
    fn initialize(&self, client: &Implementation, offers: &Offers) -> Map<String, Value> {
        let mut params = V1Codec.initialize(client, offers);
        let elicitation = params["clientCapabilities"].get("elicitation").cloned();
        let mut capabilities = Map::new();
        capabilities.extend(elicitation.map(|modes| ("elicitation".to_owned(), modes)));
        params.insert("info".to_owned(), params["clientInfo"].clone());
        params.insert("capabilities".to_owned(), Value::Object(capabilities));
        params
    }

    fn is_spoken_in(&self, answer: &Value) -> bool {
        answer["info"].is_object()
    }

    fn facts(&self, answer: &Value) -> AgentFacts {
        let capabilities = &answer["capabilities"];
        let has = |value: &Value| value.is_object();
        let session = &capabilities["session"];
        let prompt = &session["prompt"];
        let mcp = &session["mcp"];
        let methods = answer["authMethods"].as_array();
        let auth_methods: Vec<_> = methods.into_iter().flatten().filter_map(auth_method).collect();
        AgentFacts {
            info: Implementation::deserialize(&answer["info"]).ok(),
            capabilities: AgentCapabilities {
                load: has(session),
                resume: has(session),
                list: has(session),
                close: has(session),
                delete: has(&session["delete"]),
                additional_directories: has(&session["additionalDirectories"]),
                image: has(&prompt["image"]),
                audio: has(&prompt["audio"]),
                embedded_context: has(&prompt["embeddedContext"]),
                mcp_stdio: has(&mcp["stdio"]),
                mcp_http: has(&mcp["http"]),
                system_prompt: has(&session["systemPrompt"]),
                system_prompt_override: has(&session["systemPrompt"]["mode"]["override"]),
                logout: !auth_methods.is_empty(),
            },
            auth_methods,
        }
    }

    fn server(&self, server: &McpServer) -> Value {
        let mut written = V1Codec.server(server);
        if let McpWay::Stdio { .. } = server.way {
            written["type"] = json!("stdio");
        }
        written
    }

    fn setting(&self, setting: &ConfigSetting) -> Map<String, Value> {
        members(match setting {
            ConfigSetting::Value(value) => json!({ "type": "id", "value": value }),
            ConfigSetting::Boolean(value) => json!({ "type": "boolean", "value": value }),
        })
    }

    fn update(&self, update: &RawValue) -> Update {
        read_update(update, own_update)
    }

    fn permission(&self, params: &str) -> serde_json::Result<PermissionRequest> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Params {
            session_id: String,
            title: String,
            #[serde(default)]
            description: Option<String>,
            #[serde(default)]
            subject: Value,
            options: Vec<PermissionOption>,
        }
        let Params { session_id, title, description, subject, options } =
            serde_json::from_str(params)?;
        let command = subject["command"].as_str().filter(|_| subject["type"] == "command");
        let tool_call = ToolCall::deserialize(&subject["toolCall"]).ok();
        Ok(PermissionRequest {
            session_id,
            title,
            description: description.or_else(|| command.map(str::to_owned)),
            tool_call,
            options,
        })
    }
}

/// An update that only version 2 has.
fn own_update(kind: &str, text: &str) -> Option<Update> {
    let message = |role| {
        let Whole { message_id, content } = read(text)?;
        Some(Update::WholeMessage(Message {
            role,
            id: message_id,
            content: content.unwrap_or_default(),
        }))
    };
    match kind {
        "user_message" => message(MessageRole::User),
        "agent_message" => message(MessageRole::Agent),
        "agent_thought" => message(MessageRole::Thought),
        "tool_call_update" => read(text).and_then(changed_call).map(Update::ToolCall),
        "tool_call_content_chunk" => {
            let Chunk { tool_call_id, content } = read(text)?;
            Some(Update::ToolContent { call: tool_call_id, content })
        }
        "state_update" => read::<WireState>(text)?.state().map(Update::State),
        "replay_complete" => Some(Update::ReplayComplete),
        _ => None,
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Whole {
    message_id: String,
    content: Option<Vec<ContentBlock>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Chunk {
    tool_call_id: String,
    content: ToolContent,
}

/// Members that are null are cleared; absent ones are unchanged.
fn changed_call(mut change: Value) -> Option<ToolCall> {
    let members = change.as_object_mut()?;
    for (name, empty) in [("content", json!([])), ("locations", json!([])), ("title", json!(""))] {
        if let Some(value) = members.get_mut(name).filter(|value| value.is_null()) {
            *value = empty;
        }
    }
    ToolCall::deserialize(change).ok()
}
