//! Options of a session, as clients show them.
//!
//! Source: [ACP, "Session Config Options"](https://agentclientprotocol.com/protocol/session-config-options).

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// An option with its value.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct SessionConfigOption {
    pub(crate) id: String,
    pub(crate) name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) description: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) category: Option<String>,
    #[serde(flatten)]
    pub(crate) kind: SessionConfigKind,
}

/// The type of an option, with its current value.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub(crate) enum SessionConfigKind {
    Select { current_value: String, options: Vec<SessionConfigValue> },
    Boolean { current_value: bool },
}

/// A value to choose.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct SessionConfigValue {
    pub(crate) value: String,
    pub(crate) name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) description: Option<String>,
}

/// The parameters of `session/set_mode`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SetMode {
    pub(crate) session_id: String,
    pub(crate) mode_id: String,
}

/// The parameters of `session/set_config_option`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SetConfigOption {
    pub(crate) session_id: String,
    pub(crate) config_id: String,
    pub(crate) value: Value,
}
