//! Slash commands, as clients see them.
//!
//! Source: [ACP, "Slash Commands"](https://agentclientprotocol.com/protocol/slash-commands).

use serde::{Deserialize, Serialize};

/// A slash command.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct AvailableCommand {
    pub(crate) name: String,
    pub(crate) description: String,
    /// The placeholder for the input, if the command takes one.
    pub(crate) hint: Option<String>,
}
