//! Version 1.
//!
//! Source: [ACP, "Schema"](https://agentclientprotocol.com/protocol/schema).

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use super::{Codec, Offers};
use crate::acp::client::model::{
    AgentCapabilities, AgentFacts, AuthMethod, AuthTerminal, ConfigSetting, McpServer, McpWay,
    PermissionOption, PermissionRequest, ToolCall, ToolKind, ToolStatus, Update,
};
use crate::protocol::Implementation;

/// What writes and reads version 1.
pub(super) struct V1Codec;

impl Codec for V1Codec {
    fn initialize(&self, client: &Implementation, offers: &Offers) -> Map<String, Value> {
        let mut capabilities = json!({
            "fs": {
                "readTextFile": offers.read_text_file,
                "writeTextFile": offers.write_text_file,
            },
            "terminal": offers.terminal,
            "session": { "configOptions": { "boolean": {} } },
        });
        let modes = [("form", offers.elicit_form), ("url", offers.elicit_url)];
        for (mode, _) in modes.into_iter().filter(|(_, is_offered)| *is_offered) {
            capabilities["elicitation"][mode] = json!({});
        }
        let mut info = json!({ "name": client.name, "version": client.version });
        if let Some(title) = &client.title {
            info["title"] = json!(title);
        }
        members(json!({ "clientInfo": info, "clientCapabilities": capabilities }))
    }

    fn facts(&self, answer: &Value) -> AgentFacts {
        let capabilities = &answer["agentCapabilities"];
        let is = |value: &Value| value == &Value::Bool(true);
        let has = |value: &Value| value.is_object();
        let (prompt, session) =
            (&capabilities["promptCapabilities"], &capabilities["sessionCapabilities"]);
        let methods = answer["authMethods"].as_array();
        AgentFacts {
            info: Implementation::deserialize(&answer["agentInfo"]).ok(),
            capabilities: AgentCapabilities {
                load: is(&capabilities["loadSession"]),
                resume: has(&session["resume"]),
                list: has(&session["list"]),
                close: has(&session["close"]),
                delete: has(&session["delete"]),
                additional_directories: has(&session["additionalDirectories"]),
                image: is(&prompt["image"]),
                audio: is(&prompt["audio"]),
                embedded_context: is(&prompt["embeddedContext"]),
                mcp_http: is(&capabilities["mcpCapabilities"]["http"]),
                logout: has(&capabilities["auth"]["logout"]),
            },
            auth_methods: methods.into_iter().flatten().filter_map(auth_method).collect(),
        }
    }

    fn server(&self, server: &McpServer) -> Value {
        let named = |pairs: &[(String, String)]| -> Value {
            pairs.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect()
        };
        match &server.way {
            McpWay::Stdio { command, args, env } => json!({
                "name": server.name, "command": command, "args": args, "env": named(env),
            }),
            McpWay::Http { url, headers } => json!({
                "type": "http", "name": server.name, "url": url, "headers": named(headers),
            }),
        }
    }

    fn setting(&self, setting: &ConfigSetting) -> Map<String, Value> {
        members(match setting {
            ConfigSetting::Value(value) => json!({ "value": value }),
            ConfigSetting::Boolean(value) => json!({ "type": "boolean", "value": value }),
        })
    }

    fn update(&self, update: &RawValue) -> Update {
        let text = update.get();
        let unknown = || Update::Unknown(serde_json::from_str(text).unwrap_or_default());
        known_update(text).unwrap_or_else(unknown)
    }

    fn permission(&self, params: &str) -> serde_json::Result<PermissionRequest> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Params {
            session_id: String,
            tool_call: ToolCall,
            options: Vec<PermissionOption>,
        }
        let Params { session_id, tool_call, options } = serde_json::from_str(params)?;
        Ok(PermissionRequest {
            session_id,
            title: tool_call.title.clone().unwrap_or_default(),
            description: None,
            tool_call: Some(tool_call),
            options,
        })
    }
}

/// An update of a kind that version 1 has; none if it cannot be read.
fn known_update(text: &str) -> Option<Update> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Kind {
        session_update: String,
    }
    let Kind { session_update } = read(text)?;
    Some(match &*session_update {
        "user_message_chunk" => Update::UserMessage(read(text)?),
        "agent_message_chunk" => Update::Message(read(text)?),
        "agent_thought_chunk" => Update::Thought(read(text)?),
        "tool_call" => Update::ToolCall(new_call(read(text)?)),
        "tool_call_update" => Update::ToolCall(read(text)?),
        "plan" => {
            #[derive(Deserialize)]
            struct Plan {
                entries: Vec<crate::acp::protocol::PlanEntry>,
            }
            Update::Plan(read::<Plan>(text)?.entries)
        }
        "available_commands_update" => {
            #[derive(Deserialize)]
            #[serde(rename_all = "camelCase")]
            struct Commands {
                available_commands: Vec<crate::acp::client::model::Command>,
            }
            Update::Commands(read::<Commands>(text)?.available_commands)
        }
        "current_mode_update" => {
            #[derive(Deserialize)]
            #[serde(rename_all = "camelCase")]
            struct Mode {
                current_mode_id: String,
            }
            Update::Mode(read::<Mode>(text)?.current_mode_id)
        }
        "config_option_update" => {
            #[derive(Deserialize)]
            #[serde(rename_all = "camelCase")]
            struct Options {
                config_options: Vec<crate::acp::client::model::ConfigOption>,
            }
            Update::ConfigOptions(read::<Options>(text)?.config_options)
        }
        "session_info_update" => Update::Info(read(text)?),
        "usage_update" => Update::Usage(read(text)?),
        _ => return None,
    })
}

/// A call that begins: what it leaves out has a default.
fn new_call(mut call: ToolCall) -> ToolCall {
    call.kind.get_or_insert(ToolKind::Other);
    call.status.get_or_insert(ToolStatus::Pending);
    call
}

fn auth_method(method: &Value) -> Option<AuthMethod> {
    #[derive(Deserialize)]
    struct Wire {
        id: String,
        name: String,
        #[serde(default)]
        description: Option<String>,
        #[serde(default)]
        args: Vec<String>,
        #[serde(default)]
        env: std::collections::BTreeMap<String, String>,
    }
    let Wire { id, name, description, args, env } = Wire::deserialize(method).ok()?;
    let is_terminal = method["type"] == "terminal";
    let terminal = is_terminal.then_some(AuthTerminal { args, env });
    Some(AuthMethod { id, name, description, terminal })
}

fn read<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_str(text).ok()
}

fn members(object: Value) -> Map<String, Value> {
    match object {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}
