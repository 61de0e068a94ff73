//! The parts of a session that are stored.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::protocol::{NewSession, SessionInfo, SystemPrompt};
use mcp_runtime_protocol::clock;

/// How many bytes of a session's history are kept, for clients that load it again.
pub(crate) const MAX_HISTORY: usize = 8 * 1024 * 1024;

/// The state of a session, apart from its history.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Head {
    pub(super) cwd: PathBuf,
    pub(super) directories: Vec<PathBuf>,
    pub(super) title: Option<String>,
    /// When it was last changed, in milliseconds since the Unix epoch.
    pub(super) updated: u64,
    /// The options that were chosen.
    pub(super) chosen: BTreeMap<String, Value>,
    /// Whether the history was too long to be kept.
    pub(super) is_cut: bool,
}

impl Head {
    pub(super) fn new(setup: &NewSession) -> Self {
        Self {
            cwd: (&setup.cwd).into(),
            directories: setup.additional_directories.iter().map(PathBuf::from).collect(),
            title: None,
            updated: clock::now(),
            chosen: BTreeMap::new(),
            is_cut: false,
        }
    }

    /// The session, as it is listed.
    pub(super) fn list_entry(self, id: &str) -> SessionInfo {
        // What is not Unicode cannot be sent as it is.
        let text = |path: &PathBuf| PathBuf::from(path.to_string_lossy().into_owned());
        SessionInfo {
            id: id.to_owned(),
            cwd: text(&self.cwd),
            additional_directories: self.directories.iter().map(text).collect(),
            title: self.title,
            updated_at: Some(clock::iso(self.updated)),
        }
    }
}

/// A session that was stored.
pub(super) struct StoredSession {
    pub(super) head: Head,
    pub(super) system_prompt: Option<SystemPrompt>,
    pub(super) entries: Vec<HistoryEntry>,
}

/// An entry of the history: the updates between two saves, or all that are left.
pub(super) struct HistoryEntry {
    pub(super) number: u64,
    pub(super) updates: Vec<Arc<RawValue>>,
    /// Whether it replaces all entries before it.
    pub(super) is_whole: bool,
}
