//! Sessions, as an agent lists them.

use std::path::PathBuf;

use serde::Deserialize;

/// A session in an agent's list.
///
/// Source: [ACP, "Session List"](https://agentclientprotocol.com/protocol/session-list).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SessionInfo {
    /// Its id.
    #[serde(rename = "sessionId")]
    pub id: String,
    /// The directory that the user works in.
    pub cwd: PathBuf,
    /// Further directories that belong to the workspace.
    #[serde(default)]
    pub additional_directories: Vec<PathBuf>,
    /// Its title.
    #[serde(default)]
    pub title: Option<String>,
    /// When it was last used, in ISO 8601 format.
    #[serde(default)]
    pub updated_at: Option<String>,
}

/// A page of the list of sessions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SessionPage {
    /// The sessions.
    pub sessions: Vec<SessionInfo>,
    /// The cursor of the next page; `None` on the last one.
    #[serde(default)]
    pub next_cursor: Option<String>,
}
