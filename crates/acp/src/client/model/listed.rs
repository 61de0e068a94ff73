//! Sessions, as an agent lists them.

use serde::Deserialize;

use crate::protocol::SessionInfo;

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
