//! Permission: what an agent requests, and what the user chooses.
//!
//! Source: [ACP, "Tool Calls", Requesting Permission](https://agentclientprotocol.com/protocol/tool-calls#requesting-permission).

use super::tool_call::ToolCall;
use crate::protocol::{PermissionKind, PermissionOption};

/// A request for permission.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PermissionRequest {
    /// The session that the request belongs to.
    pub session_id: String,
    /// A human-readable title of what is to be done.
    pub title: String,
    /// A longer description.
    pub description: Option<String>,
    /// The call that needs the permission, with everything that the agent reports about it here.
    pub tool_call: Option<ToolCall>,
    /// The options to choose from.
    pub options: Vec<PermissionOption>,
}

/// The choice of the user.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PermissionChoice {
    /// The option with this id.
    Selected(String),
    /// None of them: the question was cancelled.
    Cancelled,
}

impl PermissionRequest {
    /// Allows it this time; cancels the question if that is not an option.
    #[must_use]
    pub fn allow(&self) -> PermissionChoice {
        self.choose(&PermissionKind::AllowOnce)
    }

    /// Rejects it this time; cancels the question if that is not an option.
    #[must_use]
    pub fn reject(&self) -> PermissionChoice {
        self.choose(&PermissionKind::RejectOnce)
    }

    /// Chooses the first option of this kind; cancels the question if there is none.
    #[must_use]
    pub fn choose(&self, kind: &PermissionKind) -> PermissionChoice {
        let option = self.options.iter().find(|option| option.kind == *kind);
        option.map_or(PermissionChoice::Cancelled, |option| {
            PermissionChoice::Selected(option.id.clone())
        })
    }

    /// The option that was chosen.
    #[must_use]
    pub fn option(&self, choice: &PermissionChoice) -> Option<&PermissionOption> {
        let PermissionChoice::Selected(id) = choice else { return None };
        self.options.iter().find(|option| option.id == *id)
    }
}
