//! Version 1.
//!
//! Source: [ACP, "Schema"](https://agentclientprotocol.com/protocol/schema).

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use super::updates::{read, read_update};
use super::{Codec, Methods, Offers, auth_method, members, name_value_pairs};
use crate::client::model::{
    AgentCapabilities, AgentFacts, ConfigSetting, McpServer, McpWay, PermissionOption,
    PermissionRequest, ToolCall, Update,
};
use crate::protocol::{Plan, PlanEntry, ToolKind, ToolStatus};
use crate::version::V1;
use mcp_runtime_protocol::Implementation;

/// This version alone.
pub(in crate::client) const CODECS: &[&dyn Codec] = &[&V1Codec];

/// The codec of version 1.
pub(super) struct V1Codec;

const METHODS: Methods = Methods {
    authenticate: "authenticate",
    logout: "logout",
    load: ("session/load", None),
    has_files: true,
    answers_at_end: true,
    has_keys: false,
};

impl Codec for V1Codec {
    fn version(&self) -> u16 {
        V1
    }

    fn methods(&self) -> &Methods {
        &METHODS
    }

    fn initialize(&self, client: &Implementation, offers: &Offers) -> Map<String, Value> {
        let mut capabilities = json!({
            "fs": {
                "readTextFile": offers.read_text_file,
                "writeTextFile": offers.write_text_file,
            },
            "terminal": offers.terminal,
            "session": { "configOptions": { "boolean": {} }, "notices": {}, "compaction": {} },
            "plan": {},
        });
        if offers.subagents {
            capabilities["subagents"] = json!({});
        }
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

    fn is_spoken_in(&self, _answer: &Value) -> bool {
        true
    }

    fn facts(&self, answer: &Value) -> AgentFacts {
        let capabilities = &answer["agentCapabilities"];
        let is = |value: &Value| value == &Value::Bool(true);
        let has = |value: &Value| value.is_object();
        let prompt = &capabilities["promptCapabilities"];
        let session = &capabilities["sessionCapabilities"];
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
                mcp_stdio: true,
                mcp_http: is(&capabilities["mcpCapabilities"]["http"]),
                system_prompt: has(&session["systemPrompt"]),
                system_prompt_override: has(&session["systemPrompt"]["mode"]["override"]),
                logout: has(&capabilities["auth"]["logout"]),
            },
            auth_methods: methods.into_iter().flatten().filter_map(auth_method).collect(),
        }
    }

    fn server(&self, server: &McpServer) -> Value {
        match &server.way {
            McpWay::Stdio { command, args, env } => json!({
                "name": server.name, "command": command, "args": args, "env": name_value_pairs(env),
            }),
            McpWay::Http { url, headers } => json!({
                "type": "http", "name": server.name, "url": url, "headers": name_value_pairs(headers),
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
        read_update(update, own_update)
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

/// An update that only version 1 has.
fn own_update(kind: &str, text: &str) -> Option<Update> {
    #[derive(Deserialize)]
    struct Entries {
        entries: Vec<PlanEntry>,
    }
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Mode {
        current_mode_id: String,
    }
    Some(match kind {
        "tool_call" => Update::ToolCall(new_call(read(text)?)),
        "tool_call_update" => Update::ToolCall(read(text)?),
        "plan" => Update::Plan(Plan::new(read::<Entries>(text)?.entries)),
        "current_mode_update" => Update::Mode(read::<Mode>(text)?.current_mode_id),
        _ => return None,
    })
}

/// A call that begins: absent members have defaults.
fn new_call(mut call: ToolCall) -> ToolCall {
    call.kind.get_or_insert(ToolKind::Other);
    call.status.get_or_insert(ToolStatus::Pending);
    call
}
