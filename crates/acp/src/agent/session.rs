//! A session: where the user works, and the conversation so far.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::value::RawValue;
use tokio::sync::{Mutex as TurnLock, OwnedMutexGuard};

use super::config_option::OptionValues;
use super::open_calls::OpenCalls;
use super::settings::AgentSettings;
use super::stored_session::{Head, HistoryEntry, MAX_HISTORY};
use super::toolbox::Toolbox;
use crate::protocol::{ListedSession, SessionUpdate};
use mcp_runtime::Cancelled;
use mcp_runtime::internal::{SharedInSession, cancel};
use mcp_runtime_protocol::clock;
use mcp_runtime_protocol::jsonrpc::{ErrorObject, RequestId};
use mcp_runtime_protocol::quota::{Account, Share};
use mcp_runtime_protocol::sync::Mutex;

/// How many prompts of a session may wait for the running one.
pub(crate) const MAX_HELD: usize = 16;

/// A session of an agent; a context parameter of an agent and of the tools that it calls.
#[derive(Clone)]
pub struct Session(Arc<State>);

struct State {
    id: Arc<str>,
    cwd: PathBuf,
    directories: Mutex<Vec<PathBuf>>,
    title: Mutex<Option<String>>,
    updated: AtomicU64,
    history: Mutex<History>,
    /// Held by the task that saves it.
    saving: TurnLock<()>,
    /// Pays for the history.
    account: Account,
    /// The prompts that are running or waiting.
    prompts: Mutex<Vec<OpenPrompt>>,
    /// Held by the running turn.
    foreground: Arc<TurnLock<()>>,
    open_calls: OpenCalls,
    /// The number of the last message or call.
    last_id: AtomicU64,
    /// The tools that the user has allowed for the rest of the session.
    allowed: Mutex<BTreeSet<String>>,
    /// The values that handlers keep.
    shared: Arc<SharedInSession>,
    toolbox: Mutex<Arc<Toolbox>>,
    settings: Arc<AgentSettings>,
    chosen: OptionValues,
}

/// A prompt that is running or waiting.
struct OpenPrompt {
    number: u64,
    /// Its request, until it is answered.
    request: Option<RequestId>,
    cancelled: Cancelled,
}

/// The conversation, as updates that can be sent again.
#[derive(Default)]
struct History {
    updates: Vec<Arc<RawValue>>,
    bytes: usize,
    /// Whether it was too long to be kept.
    is_cut: bool,
    share: Option<Share>,
    /// How many of the updates are stored, and in how many entries.
    saved: usize,
    kept: u64,
}

impl Session {
    pub(super) fn new(
        id: String,
        head: Head,
        settings: Arc<AgentSettings>,
        account: Account,
        shared: Arc<SharedInSession>,
    ) -> Self {
        Self(Arc::new(State {
            id: id.into(),
            cwd: head.cwd,
            directories: Mutex::new(head.directories),
            title: Mutex::new(head.title),
            updated: AtomicU64::new(head.updated),
            history: Mutex::new(History { is_cut: head.is_cut, ..History::default() }),
            saving: TurnLock::default(),
            account,
            prompts: Mutex::default(),
            foreground: Arc::default(),
            open_calls: OpenCalls::default(),
            // Distinct from the ids of the same session in an earlier process.
            last_id: AtomicU64::new(clock::now() << 10),
            allowed: Mutex::default(),
            shared,
            toolbox: Mutex::default(),
            settings,
            chosen: Mutex::new(head.chosen),
        }))
    }

    /// The part of the session that is stored, apart from its history.
    pub(super) fn head(&self) -> Head {
        Head {
            cwd: self.0.cwd.clone(),
            directories: self.additional_directories(),
            title: self.0.title.lock().clone(),
            updated: self.updated(),
            chosen: self.0.chosen.lock().clone(),
            is_cut: self.0.history.lock().is_cut,
        }
    }

    /// Restores the history of an earlier process.
    pub(super) fn restore(&self, entries: Vec<HistoryEntry>) {
        let mut history = self.0.history.lock();
        for HistoryEntry { number, updates } in entries {
            history.kept = number;
            for update in updates {
                self.push(&mut history, update, || false);
            }
        }
        history.saved = history.updates.len();
    }

    /// The updates since the last save, if there are any.
    pub(super) fn unsaved(&self) -> Option<HistoryEntry> {
        let history = self.0.history.lock();
        let updates = history.updates.get(history.saved..)?.to_vec();
        (!updates.is_empty()).then(|| HistoryEntry { number: history.kept + 1, updates })
    }

    /// Records that this many more updates have been saved.
    pub(super) fn saved(&self, updates: usize) {
        let mut history = self.0.history.lock();
        history.kept += 1;
        history.saved += updates;
    }

    /// Acquires the lock under which the session is saved.
    pub(super) async fn saving(&self) -> impl Drop + Send + '_ {
        self.0.saving.lock().await
    }

    /// Its id.
    pub fn id(&self) -> &str {
        &self.0.id
    }

    /// The directory that the user works in.
    pub fn cwd(&self) -> &Path {
        &self.0.cwd
    }

    /// Further directories that belong to the workspace. A client that loads the session sets them
    /// anew.
    pub fn additional_directories(&self) -> Vec<PathBuf> {
        self.0.directories.lock().clone()
    }

    pub(super) fn set_additional_directories(&self, directories: &[String]) {
        *self.0.directories.lock() = paths(directories);
    }

    pub(super) fn shared_id(&self) -> Arc<str> {
        Arc::clone(&self.0.id)
    }

    /// The values that handlers keep for the lifetime of the session.
    pub(super) fn values(&self) -> &Arc<SharedInSession> {
        &self.0.shared
    }

    pub(super) fn settings(&self) -> &AgentSettings {
        &self.0.settings
    }

    /// The options that the user has chosen for it.
    pub(super) fn chosen(&self) -> &OptionValues {
        &self.0.chosen
    }

    /// The tools of its MCP servers.
    pub(super) fn toolbox(&self) -> Arc<Toolbox> {
        Arc::clone(&self.0.toolbox.lock())
    }

    pub(super) fn set_toolbox(&self, toolbox: Toolbox) {
        *self.0.toolbox.lock() = Arc::new(toolbox);
    }

    /// Releases what only a session that is open needs: its servers, and what the user has allowed.
    pub(super) fn release(&self) {
        let toolbox = std::mem::take(&mut *self.0.toolbox.lock());
        self.0.allowed.lock().clear();
        drop(toolbox);
    }

    /// When the session was last updated, in milliseconds since the Unix epoch.
    pub(super) fn updated(&self) -> u64 {
        self.0.updated.load(Ordering::Relaxed)
    }

    /// The session, as it is listed.
    pub(super) fn list_entry(&self) -> ListedSession {
        self.head().list_entry(self.id())
    }

    pub(super) fn set_title(&self, title: &str) {
        *self.0.title.lock() = Some(title.to_owned());
    }

    /// Keeps an update, for clients that load the session again; `make_room` frees some of what the
    /// histories of all sessions take, if it can.
    pub(super) fn record(&self, update: Arc<RawValue>, make_room: impl Fn() -> bool) {
        self.0.updated.store(clock::now(), Ordering::Relaxed);
        self.push(&mut self.0.history.lock(), update, make_room);
    }

    fn push(&self, history: &mut History, update: Arc<RawValue>, make_room: impl Fn() -> bool) {
        let bytes = history.bytes + size_of::<Arc<RawValue>>() + update.get().len();
        let mut reserve = || self.0.account.reserve(&mut history.share, bytes);
        let fits = bytes <= MAX_HISTORY
            && loop {
                if reserve() {
                    break true;
                }
                if !make_room() {
                    break false;
                }
            };
        if history.is_cut || !fits {
            *history = History { is_cut: true, kept: history.kept, ..History::default() };
        } else {
            history.bytes = bytes;
            history.updates.push(update);
        }
    }

    /// # Errors
    ///
    /// When there were too many updates to be kept.
    pub(super) fn check_history(&self) -> Result<(), ErrorObject> {
        if !self.0.history.lock().is_cut {
            return Ok(());
        }
        Err(ErrorObject::internal(format!(
            "more was said than is kept ({MAX_HISTORY} bytes of a session); `session/resume` \
             continues without it"
        )))
    }

    /// All updates, in order.
    ///
    /// # Errors
    ///
    /// When there were too many to be kept.
    pub(super) fn history(&self) -> Result<Vec<SessionUpdate>, ErrorObject> {
        self.check_history()?;
        let history = self.0.history.lock();
        let read = |update: &Arc<RawValue>| serde_json::from_str(update.get());
        let updates: Result<_, _> = history.updates.iter().map(read).collect();
        updates.map_err(|error| ErrorObject::internal(error.to_string()))
    }

    /// An id that no other message or call of the session has.
    pub(super) fn next_id(&self, of: &str) -> String {
        format!("{of}-{:x}", self.0.last_id.fetch_add(1, Ordering::Relaxed))
    }

    /// Holds a prompt until the earlier ones are done.
    ///
    /// # Errors
    ///
    /// When too many prompts are waiting.
    pub(super) fn hold_turn(&self, request: &RequestId) -> Result<TurnGuard, ErrorObject> {
        let mut prompts = self.0.prompts.lock();
        // One of them is running.
        if prompts.len() > MAX_HELD {
            let message = format!(
                "{MAX_HELD} prompts of this session are waiting; cancel them, or wait for the end of \
                 the turn"
            );
            return Err(ErrorObject::invalid_request(message));
        }
        let number = self.0.last_id.fetch_add(1, Ordering::Relaxed);
        let cancelled = Cancelled::default();
        let request = Some(request.clone());
        prompts.push(OpenPrompt { number, request, cancelled: cancelled.clone() });
        Ok(TurnGuard { session: self.clone(), number, cancelled })
    }

    pub(super) fn open_calls(&self) -> &OpenCalls {
        &self.0.open_calls
    }

    /// Waits for the foreground, which is held until the guard is dropped.
    pub(super) async fn foreground(&self) -> OwnedMutexGuard<()> {
        Arc::clone(&self.0.foreground).lock_owned().await
    }

    /// Whether a turn is running or waiting.
    pub(super) fn is_running(&self) -> bool {
        !self.0.prompts.lock().is_empty()
    }

    /// Cancels the running turn, and the prompts that are waiting.
    pub(super) fn cancel(&self) {
        for prompt in &*self.0.prompts.lock() {
            cancel(&prompt.cancelled);
        }
    }

    /// Cancels the prompt of a request that is not answered yet.
    pub(super) fn cancel_request(&self, id: &RequestId) {
        let prompts = self.0.prompts.lock();
        for prompt in prompts.iter().filter(|prompt| prompt.request.as_ref() == Some(id)) {
            cancel(&prompt.cancelled);
        }
    }

    pub(super) fn allow(&self, tool: &str) {
        self.0.allowed.lock().insert(tool.to_owned());
    }

    pub(super) fn allows(&self, tool: &str) -> bool {
        self.0.allowed.lock().contains(tool)
    }
}

fn paths(directories: &[String]) -> Vec<PathBuf> {
    directories.iter().map(PathBuf::from).collect()
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session").field("id", &self.id()).field("cwd", &self.cwd()).finish()
    }
}

/// Keeps a prompt listed as running or waiting while it is alive.
pub(super) struct TurnGuard {
    session: Session,
    number: u64,
    pub(super) cancelled: Cancelled,
}

impl TurnGuard {
    /// Marks the request of the prompt as answered: from now on, only the session cancels it.
    pub(super) fn answered(&self) {
        let mut prompts = self.session.0.prompts.lock();
        if let Some(prompt) = prompts.iter_mut().find(|prompt| prompt.number == self.number) {
            prompt.request = None;
        }
    }
}

impl Drop for TurnGuard {
    fn drop(&mut self) {
        self.session.0.prompts.lock().retain(|prompt| prompt.number != self.number);
    }
}
