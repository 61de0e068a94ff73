//! What users can choose in a session: commands, modes and the values of options.

use serde::Deserialize;

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
