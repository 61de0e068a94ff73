//! `session/request_permission`.
//!
//! Source: [ACP, "Tool Calls", Requesting Permission](https://agentclientprotocol.com/protocol/tool-calls#requesting-permission).

use serde::{Deserialize, Serialize};

use super::ToolCall;

/// A question to the person, in no version.
#[derive(Debug)]
pub(crate) struct Permission<'a> {
    pub(crate) title: &'a str,
    /// What it is about; only its id, if it is not a call.
    pub(crate) tool_call: ToolCall,
    pub(crate) options: &'a [PermissionOption],
}

/// Something that the person can choose.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PermissionOption {
    pub(crate) option_id: &'static str,
    pub(crate) name: &'static str,
    pub(crate) kind: &'static str,
}

/// What the person chose.
#[derive(Debug, Deserialize)]
#[serde(tag = "outcome", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub(crate) enum PermissionOutcome {
    Selected {
        option_id: String,
    },
    Cancelled,
    /// Whatever else there may be is not an approval.
    #[serde(other)]
    Unknown,
}
