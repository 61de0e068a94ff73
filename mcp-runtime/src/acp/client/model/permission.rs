//! Permission: what an agent asks, and what the person chooses.
//!
//! Source: [ACP, "Tool Calls", Requesting Permission](https://agentclientprotocol.com/protocol/tool-calls#requesting-permission).

use serde::Deserialize;

use super::names::names;
use super::tool_call::ToolCall;

/// An agent asks for permission.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PermissionRequest {
    /// The session that it is about.
    pub session_id: String,
    /// What is to be done, for people.
    pub title: String,
    /// More of it.
    pub description: Option<String>,
    /// The call that waits for the permission, with all that the agent says of it here.
    pub tool_call: Option<ToolCall>,
    /// What can be chosen.
    pub options: Vec<PermissionOption>,
}

/// Something that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct PermissionOption {
    /// Its id.
    #[serde(rename = "optionId")]
    pub id: String,
    /// What it says, for people.
    pub name: String,
    /// What it means.
    pub kind: PermissionKind,
}

names! {
    /// What an option means.
    pub enum PermissionKind {
        /// It may be done this time.
        AllowOnce = "allow_once",
        /// It may be done from now on.
        AllowAlways = "allow_always",
        /// It may not be done this time.
        RejectOnce = "reject_once",
        /// It may not be done from now on.
        RejectAlways = "reject_always",
    }
}

impl PermissionKind {
    /// Whether it is an approval.
    #[must_use]
    pub fn is_allowed(&self) -> bool {
        matches!(self, Self::AllowOnce | Self::AllowAlways)
    }
}

/// What the person chooses.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PermissionChoice {
    /// The option of this id.
    Selected(String),
    /// None of them: the question was given up.
    Cancelled,
}

impl PermissionRequest {
    /// Allows it this time; gives the question up if that cannot be chosen.
    #[must_use]
    pub fn allow(&self) -> PermissionChoice {
        self.choose(&PermissionKind::AllowOnce)
    }

    /// Rejects it this time; gives the question up if that cannot be chosen.
    #[must_use]
    pub fn reject(&self) -> PermissionChoice {
        self.choose(&PermissionKind::RejectOnce)
    }

    /// Chooses the first option that means this; gives the question up if there is none.
    #[must_use]
    pub fn choose(&self, kind: &PermissionKind) -> PermissionChoice {
        let option = self.options.iter().find(|option| option.kind == *kind);
        option.map_or(PermissionChoice::Cancelled, |option| {
            PermissionChoice::Selected(option.id.clone())
        })
    }

    /// The option that a choice is.
    #[must_use]
    pub fn option(&self, choice: &PermissionChoice) -> Option<&PermissionOption> {
        let PermissionChoice::Selected(id) = choice else { return None };
        self.options.iter().find(|option| option.id == *id)
    }
}
