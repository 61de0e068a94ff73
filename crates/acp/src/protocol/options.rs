//! Options of a session, as clients show them.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

/// An option of a session.
///
/// Source: [ACP, "Session Config Options"](https://agentclientprotocol.com/protocol/session-config-options).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ConfigOption {
    /// Its id.
    #[serde(alias = "configId")]
    pub id: String,
    /// Its display name.
    pub name: String,
    /// What it changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Its category, such as `mode` or `model`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    /// Its current value, and the values it can have.
    #[serde(flatten)]
    pub value: ConfigValue,
}

/// The current value of an option, and the values it can have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
#[non_exhaustive]
pub enum ConfigValue {
    /// One of several values.
    Select {
        /// The id of the value that is chosen.
        #[serde(rename = "currentValue")]
        current: String,
        /// The values that can be chosen.
        #[serde(deserialize_with = "choices")]
        options: Vec<ConfigChoice>,
    },
    /// A boolean.
    Boolean {
        /// The current value.
        #[serde(rename = "currentValue")]
        current: bool,
    },
}

/// A value of an option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ConfigChoice {
    /// Its id.
    pub value: String,
    /// Its display name.
    pub name: String,
    /// What it means.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The name of the group that it is in.
    #[serde(skip)]
    pub group: Option<String>,
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

/// Values, which may be grouped.
fn choices<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<ConfigChoice>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Entry {
        Choice(ConfigChoice),
        Group { name: String, options: Vec<ConfigChoice> },
    }
    let mut choices = Vec::new();
    for entry in Vec::<Entry>::deserialize(from)? {
        match entry {
            Entry::Choice(choice) => choices.push(choice),
            Entry::Group { name, options } => {
                let inside = options.into_iter();
                choices.extend(
                    inside.map(|choice| ConfigChoice { group: Some(name.clone()), ..choice }),
                );
            }
        }
    }
    Ok(choices)
}
