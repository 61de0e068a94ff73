//! Sessions: how they are created and listed.
//!
//! Source: [ACP, "Session Setup"](https://agentclientprotocol.com/protocol/session-setup).

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use mcp_runtime_protocol::RequestId;
use mcp_runtime_protocol::base::or_default;

/// The parameters of `session/new`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewSession {
    pub(crate) cwd: String,
    #[serde(default, deserialize_with = "or_default")]
    pub(crate) additional_directories: Vec<String>,
    #[serde(default, deserialize_with = "or_default")]
    pub(crate) mcp_servers: Vec<Value>,
    /// What the client wants to add to the instructions of the agent, or to put in their place.
    pub(crate) system_prompt: Option<Value>,
    /// Where to begin the replay, when a session is resumed in version 2.
    pub(crate) replay_from: Option<Value>,
}

/// The parameters of `session/load` and `session/resume`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OpenSession {
    pub(crate) session_id: String,
    #[serde(flatten)]
    pub(crate) setup: NewSession,
}

/// The parameters that only name a session.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SessionParams {
    pub(crate) session_id: String,
}

/// The parameters of `tool_call/cancel`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ToolCallParams {
    pub(crate) session_id: String,
    pub(crate) tool_call_id: String,
}

/// The parameters of `$/cancel_request`, of either side.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CancelRequest {
    pub(crate) request_id: RequestId,
}

/// The parameters of `session/list`.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct ListSessions {
    pub(crate) cwd: Option<String>,
    pub(crate) cursor: Option<String>,
}

/// A session in an agent's list.
///
/// Source: [ACP, "Session List"](https://agentclientprotocol.com/protocol/session-list).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SessionInfo {
    /// Its id.
    #[serde(rename = "sessionId")]
    pub id: String,
    /// The directory that the user works in.
    pub cwd: PathBuf,
    /// Further directories that belong to the workspace.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub additional_directories: Vec<PathBuf>,
    /// Its title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// When it was last used, in ISO 8601 format.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub updated_at: Option<String>,
}
