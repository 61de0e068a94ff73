//! `session/request_permission`.
//!
//! Source: [ACP, "Tool Calls", Requesting Permission](https://agentclientprotocol.com/protocol/tool-calls#requesting-permission).

use serde::{Deserialize, Serialize};

use super::ToolCall;
use super::names::names;

/// A question to the user, independent of the version.
#[derive(Debug)]
pub(crate) struct Permission<'a> {
    pub(crate) title: &'a str,
    /// The call that it is about; otherwise only an id.
    pub(crate) tool_call: ToolCall,
    pub(crate) options: &'a [PermissionOption],
}

/// An option to choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct PermissionOption {
    /// Its id.
    #[serde(rename = "optionId")]
    pub id: String,
    /// Its display name.
    pub name: String,
    /// Whether it allows or rejects, and for how long.
    pub kind: PermissionKind,
}

names! {
    /// Whether a permission option allows or rejects, and for how long.
    pub enum PermissionKind {
        /// Allow it this time.
        AllowOnce = "allow_once",
        /// Allow it from now on.
        AllowAlways = "allow_always",
        /// Reject it this time.
        RejectOnce = "reject_once",
        /// Reject it from now on.
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

/// The user's choice.
#[derive(Debug, Deserialize)]
#[serde(tag = "outcome", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub(crate) enum PermissionOutcome {
    Selected {
        option_id: String,
    },
    Cancelled,
    /// Any other outcome is not an approval.
    #[serde(other)]
    Unknown,
}
