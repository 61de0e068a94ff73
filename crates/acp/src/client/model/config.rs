//! What users can choose in a session: commands, modes and options.

use serde::{Deserialize, Deserializer};

/// A command that a prompt may begin with, after a slash.
///
/// Source: [ACP, "Slash Commands"](https://agentclientprotocol.com/protocol/slash-commands).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[non_exhaustive]
pub struct Command {
    /// Its name, without the slash.
    pub name: String,
    /// What it does.
    pub description: String,
    /// What is typed after the name.
    #[serde(default)]
    pub input: Option<CommandInput>,
}

/// What is typed after the name of a command.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[non_exhaustive]
pub struct CommandInput {
    /// A hint for the user about what to type.
    #[serde(default)]
    pub hint: String,
}

/// The modes of a session.
///
/// Source: [ACP, "Session Modes"](https://agentclientprotocol.com/protocol/session-modes).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Modes {
    /// The id of the current mode.
    #[serde(rename = "currentModeId")]
    pub current: String,
    /// All available modes.
    #[serde(rename = "availableModes")]
    pub available: Vec<Mode>,
}

/// A mode that a session can be in.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[non_exhaustive]
pub struct Mode {
    /// Its id.
    pub id: String,
    /// Its display name.
    pub name: String,
    /// How the agent behaves in it.
    #[serde(default)]
    pub description: Option<String>,
}

/// An option of a session.
///
/// Source: [ACP, "Session Config Options"](https://agentclientprotocol.com/protocol/session-config-options).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[non_exhaustive]
pub struct ConfigOption {
    /// Its id.
    #[serde(alias = "configId")]
    pub id: String,
    /// Its display name.
    pub name: String,
    /// What it changes.
    #[serde(default)]
    pub description: Option<String>,
    /// Its category, such as `mode` or `model`.
    #[serde(default)]
    pub category: Option<String>,
    /// Its current value, and the values it can have.
    #[serde(flatten)]
    pub value: ConfigValue,
}

/// The current value of an option, and the values it can have.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[non_exhaustive]
pub struct ConfigChoice {
    /// Its id.
    pub value: String,
    /// Its display name.
    pub name: String,
    /// What it means.
    #[serde(default)]
    pub description: Option<String>,
    /// The name of the group that it is in.
    #[serde(skip)]
    pub group: Option<String>,
}

/// The value to set an option to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConfigSetting {
    /// The value with this id.
    Value(String),
    /// A boolean.
    Boolean(bool),
}

impl From<&str> for ConfigSetting {
    fn from(value: &str) -> Self {
        Self::Value(value.to_owned())
    }
}

impl From<String> for ConfigSetting {
    fn from(value: String) -> Self {
        Self::Value(value)
    }
}

impl From<bool> for ConfigSetting {
    fn from(value: bool) -> Self {
        Self::Boolean(value)
    }
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
