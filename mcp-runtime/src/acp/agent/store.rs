//! Sessions in a store: what is left of one when its process has ended.
//!
//! A session is a record, its history a log with an entry for each turn, and an index has all of them by
//! the time of their last change.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use super::session::{MAX_HISTORY, Session};
use super::settings::AgentSettings;
use crate::acp::protocol::{ListedSession, NewSession};
use crate::clock;
use crate::store::{
    IndexChange, IndexEntry, IndexPage, LogAppend, LogEntry, LogOutcome, RecordWrite, Store,
    StoreError, StoreKey, WriteOutcome,
};

/// How long a session is kept after its last change, unless the agent says otherwise.
const KEEP: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// How many entries are read at once.
const AT_ONCE: usize = 64;

/// Where the sessions of an agent are kept.
pub(super) struct SessionStore {
    store: Arc<dyn Store>,
    keep: Duration,
}

/// What a session is, but for what was said.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Head {
    pub(super) cwd: PathBuf,
    pub(super) directories: Vec<PathBuf>,
    pub(super) title: Option<String>,
    /// When it was changed last, in milliseconds since 1970.
    pub(super) updated: u64,
    /// The options that were chosen.
    pub(super) chosen: BTreeMap<String, Value>,
    /// More was said than is kept.
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
    pub(super) fn listed(self, id: &str) -> ListedSession {
        let text = |path: &PathBuf| path.to_string_lossy().into_owned();
        ListedSession {
            session_id: id.to_owned(),
            cwd: text(&self.cwd),
            additional_directories: self.directories.iter().map(text).collect(),
            title: self.title,
            updated_at: clock::iso(self.updated),
        }
    }
}

/// What was said since it was kept last.
pub(super) struct Said {
    pub(super) number: u64,
    pub(super) updates: Vec<Arc<RawValue>>,
}

impl AgentSettings {
    /// Keeps sessions in a store, for 30 days after their last change: they are found again after the
    /// process has ended. A [`Directory`](crate::store::Directory) is enough for a process that runs
    /// alone.
    ///
    /// A session that is closed can be loaded again then; to delete it is what ends it.
    ///
    /// ```
    /// use mcp_runtime::acp::AgentSettings;
    /// use mcp_runtime::store::Directory;
    ///
    /// # fn main() -> mcp_runtime::Result<()> {
    /// # let home = std::env::temp_dir().join(format!("sessions-{}", std::process::id()));
    /// let settings = AgentSettings::new().store(Directory::open(home.join("sessions"))?);
    /// # std::fs::remove_dir_all(home)?;
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn store(self, store: impl Store) -> Self {
        self.store_for(store, KEEP)
    }

    /// Keeps sessions in a store for some time after their last change.
    #[must_use]
    pub fn store_for(mut self, store: impl Store, keep: Duration) -> Self {
        self.store = Some(SessionStore { store: Arc::new(store), keep });
        self
    }
}

impl SessionStore {
    /// Keeps a new session.
    pub(super) async fn create(&self, session: &Session) -> Result<(), StoreError> {
        let write = self.write(RecordWrite::create(), session)?;
        self.store.put(&record(session.id()), write).await?;
        self.touch(session.id()).await
    }

    /// Keeps what has changed of a session, unless it has been deleted.
    pub(super) async fn save(&self, session: &Session) -> Result<(), StoreError> {
        let _one = session.saving().await;
        let write = self.write(RecordWrite::touch(), session)?;
        if self.store.put(&record(session.id()), write).await? == WriteOutcome::Gone {
            return Ok(());
        }
        if let Some(Said { number, updates }) = session.unsaved() {
            let bytes = serde_json::to_vec(&updates).map_err(refused)?;
            let entries = vec![LogEntry { number, bytes: bytes.into() }];
            let append = LogAppend { entries, keep: MAX_HISTORY, ttl: self.keep };
            match self.store.append(&history(session.id()), append).await? {
                LogOutcome::Appended => session.saved(updates.len()),
                LogOutcome::Behind { .. } => {
                    let why = "another process goes on with this session";
                    return Err(StoreError::Refused(why.to_owned()));
                }
            }
        }
        self.touch(session.id()).await
    }

    /// What is kept of a session, and what was said in it; `None` if there is no such session.
    pub(super) async fn load(&self, id: &str) -> Result<Option<(Head, Vec<Said>)>, StoreError> {
        let Some(mut head) = self.head(id).await? else { return Ok(None) };
        let mut said: Vec<Said> = Vec::new();
        loop {
            let last = said.last().map_or(0, |said| said.number);
            let entries = self.store.log(&history(id), last, AT_ONCE).await?;
            if entries.is_empty() {
                break;
            }
            for LogEntry { number, bytes } in entries {
                let updates = serde_json::from_slice(&bytes).map_err(refused)?;
                said.push(Said { number, updates });
            }
        }
        // The store has let go of the first ones.
        head.is_cut |= said.first().is_some_and(|said| said.number != 1);
        Ok(Some((head, said)))
    }

    /// Forgets a session; whether there was one.
    pub(super) async fn remove(&self, id: &str) -> Result<bool, StoreError> {
        let was_there = self.store.remove(&record(id)).await?;
        self.store.remove(&history(id)).await?;
        self.store.index(&all(), vec![IndexChange::drop(id)]).await?;
        Ok(was_there)
    }

    /// Some sessions, the last that was changed first, and where the next page begins.
    pub(super) async fn list(
        &self,
        cwd: Option<&Path>,
        mut after: Option<IndexEntry>,
        most: usize,
    ) -> Result<(Vec<(Arc<str>, Head)>, Option<IndexEntry>), StoreError> {
        let mut listed = Vec::new();
        loop {
            let page = IndexPage { newest_first: true, after: after.take(), most: AT_ONCE };
            let entries = self.store.entries(&all(), page).await?;
            let is_last = entries.len() < AT_ONCE;
            for entry in entries {
                if listed.len() == most {
                    return Ok((listed, after));
                }
                if let Some(head) = self.head(&entry.name).await?
                    && cwd.is_none_or(|cwd| head.cwd == cwd)
                {
                    listed.push((Arc::clone(&entry.name), head));
                }
                after = Some(entry);
            }
            if is_last {
                return Ok((listed, None));
            }
        }
    }

    async fn head(&self, id: &str) -> Result<Option<Head>, StoreError> {
        let Some(record) = self.store.get(&record(id), &["head"]).await? else { return Ok(None) };
        let [head] = record.into_parts();
        let head = head.map(|head| serde_json::from_slice(&head).map_err(refused));
        head.transpose()
    }

    fn write(&self, write: RecordWrite, session: &Session) -> Result<RecordWrite, StoreError> {
        let head = serde_json::to_vec(&session.head()).map_err(refused)?;
        Ok(write.set("head", head).ttl(self.keep))
    }

    /// Moves a session to the front of all.
    async fn touch(&self, id: &str) -> Result<(), StoreError> {
        let changes = vec![IndexChange::DropPassed, IndexChange::set(id, self.keep)];
        self.store.index(&all(), changes).await.map(drop)
    }
}

fn record(id: &str) -> StoreKey {
    StoreKey::new("agent-session", id)
}

fn history(id: &str) -> StoreKey {
    StoreKey::new("agent-history", id)
}

fn all() -> StoreKey {
    StoreKey::new("agent-sessions", "all")
}

fn refused(error: serde_json::Error) -> StoreError {
    StoreError::Refused(error.to_string())
}
