//! `session/request_permission`.
//!
//! Source: [ACP, "Tool Calls", Requesting Permission](https://agentclientprotocol.com/protocol/tool-calls#requesting-permission).

use serde::{Deserialize, Serialize};

use super::ToolCall;

/// A question to the user, independent of the version.
#[derive(Debug)]
pub(crate) struct Permission<'a> {
    pub(crate) title: &'a str,
    /// The call that it is about; otherwise only an id.
    pub(crate) tool_call: ToolCall,
    pub(crate) options: &'a [PermissionOption],
}

/// An option for the user.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PermissionOption {
    pub(crate) option_id: &'static str,
    pub(crate) name: &'static str,
    pub(crate) kind: &'static str,
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
