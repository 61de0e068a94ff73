//! A session: where the user works, and the conversation so far.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::value::RawValue;
use tokio::sync::{Mutex as TurnLock, OwnedMutexGuard};

use super::config_option::OptionValues;
use super::history::{History, reserve};
use super::open_calls::OpenCalls;
use super::open_prompts::{OpenPrompts, TurnGuard};
use super::settings::AgentSettings;
use super::stored_session::{Head, HistoryEntry, MAX_HISTORY};
use super::toolbox::Toolbox;
use crate::protocol::{Message, SessionInfo, SessionState, SessionUpdate, SystemPrompt};
use mcp_runtime::internal::SharedInSession;
use mcp_runtime_protocol::clock;
use mcp_runtime_protocol::jsonrpc::{ErrorObject, RequestId};
use mcp_runtime_protocol::quota::{Account, Share};
use mcp_runtime_protocol::sync::Mutex;

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
    /// Held while updates are kept and sent.
    writing: Mutex<()>,
    /// The state that the client was told last; it changes while `writing` is held.
    state: Mutex<SessionState>,
    system_prompt: Mutex<(Option<Arc<SystemPrompt>>, Option<Share>)>,
    shown_plan: Mutex<Option<String>>,
    /// Held by the task that saves it.
    saving: TurnLock<()>,
    /// Pays for the history.
    account: Account,
    /// The prompts that are running or waiting.
    prompts: Arc<OpenPrompts>,
    /// Held by the running turn.
    foreground: Arc<TurnLock<()>>,
    open_calls: OpenCalls,
    /// The number of the last message or call.
    last_id: AtomicU64,
    /// The tools that the user has allowed for the rest of the session.
    allowed: Arc<Mutex<BTreeSet<String>>>,
    /// The values that handlers keep.
    shared: Arc<SharedInSession>,
    toolbox: Mutex<Arc<Toolbox>>,
    settings: Arc<AgentSettings>,
    chosen: OptionValues,
}

impl State {
    fn new(
        id: String,
        head: Head,
        settings: Arc<AgentSettings>,
        account: Account,
        shared: Arc<SharedInSession>,
    ) -> Self {
        Self {
            id: id.into(),
            cwd: head.cwd,
            directories: Mutex::new(head.directories),
            title: Mutex::new(head.title),
            updated: AtomicU64::new(head.updated),
            history: Mutex::new(History::new(head.is_cut)),
            writing: Mutex::default(),
            state: Mutex::new(SessionState::Idle(None)),
            system_prompt: Mutex::default(),
            shown_plan: Mutex::default(),
            saving: TurnLock::default(),
            account,
            prompts: Arc::default(),
            foreground: Arc::default(),
            open_calls: OpenCalls::default(),
            // Distinct from the ids of the same session in an earlier process.
            last_id: AtomicU64::new(clock::now() << 10),
            allowed: Arc::default(),
            shared,
            toolbox: Mutex::default(),
            settings,
            chosen: Mutex::new(head.chosen),
        }
    }
}

impl Session {
    pub(super) fn new(
        id: String,
        head: Head,
        settings: Arc<AgentSettings>,
        account: Account,
        shared: Arc<SharedInSession>,
    ) -> Self {
        Self(Arc::new(State::new(id, head, settings, account, shared)))
    }

    /// The session of a subagent, with the directories, tools and values of this one.
    pub(super) fn child(&self, id: &str) -> Self {
        let settings = Arc::clone(&self.0.settings);
        let account = self.0.account.clone();
        let mut state =
            State::new(id.to_owned(), self.head(), settings, account, Arc::clone(self.values()));
        state.allowed = Arc::clone(&self.0.allowed);
        state.toolbox = Mutex::new(self.toolbox());
        state.system_prompt = Mutex::new((self.kept_system_prompt(), None));
        Self(Arc::new(state))
    }

    /// The part of the session that is stored, apart from its history.
    pub(super) fn head(&self) -> Head {
        Head {
            cwd: self.0.cwd.clone(),
            directories: self.additional_directories(),
            title: self.0.title.lock().clone(),
            updated: self.updated(),
            chosen: self.0.chosen.lock().clone(),
            is_cut: self.history_is_cut(),
        }
    }

    /// Restores the history of an earlier process.
    pub(super) fn restore(&self, entries: Vec<HistoryEntry>) {
        self.0.history.lock().restore(&self.0.account, entries);
    }

    /// The updates since the last save, if there are any.
    pub(super) fn unsaved(&self) -> Option<HistoryEntry> {
        self.0.history.lock().unsaved()
    }

    /// Records that the updates that were unsaved have been saved.
    pub(super) fn saved(&self) {
        self.0.history.lock().saved();
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

    /// A path in the directory of the session, unless it is absolute.
    pub(super) fn absolute(&self, path: &str) -> String {
        self.cwd().join(path).to_string_lossy().into_owned()
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
    pub(super) fn list_entry(&self) -> SessionInfo {
        self.head().list_entry(self.id())
    }

    pub(super) fn set_title(&self, title: &str) {
        *self.0.title.lock() = Some(title.to_owned());
    }

    /// Keeps an update, for clients that load the session again; `make_room` frees some of what the
    /// histories of all sessions take, if it can. Returns whether this is the first time that
    /// something is forgotten for it.
    pub(super) fn record(&self, update: Arc<RawValue>, make_room: impl Fn() -> bool) -> bool {
        self.0.updated.store(clock::now(), Ordering::Relaxed);
        self.0.history.lock().push(&self.0.account, update, make_room)
    }

    /// Acquires the lock under which updates are kept and sent: whoever loads the session gets each
    /// of them once, and in order.
    pub(super) fn writing(&self) -> impl Drop + '_ {
        self.0.writing.lock()
    }

    pub(super) fn set_state(&self, state: SessionState) {
        *self.0.state.lock() = state;
    }

    /// The state that the client was told last, apart from how the last turn has ended.
    pub(super) fn state(&self) -> SessionState {
        match &*self.0.state.lock() {
            SessionState::Idle(_) => SessionState::Idle(None),
            state => state.clone(),
        }
    }

    /// # Errors
    ///
    /// When there were too many updates for all to be kept.
    pub(super) fn check_history(&self) -> Result<(), ErrorObject> {
        if !self.history_is_cut() {
            return Ok(());
        }
        Err(ErrorObject::internal(format!(
            "the history exceeds {MAX_HISTORY} bytes and was truncated; `session/resume` continues with what is left"
        )))
    }

    pub(super) fn history_is_cut(&self) -> bool {
        self.0.history.lock().is_cut()
    }

    /// All updates that are kept, in order.
    ///
    /// # Errors
    ///
    /// When they cannot be read.
    pub(super) fn history(&self) -> Result<Vec<SessionUpdate>, ErrorObject> {
        self.0.history.lock().updates()
    }

    /// The conversation so far, for a model: the messages of the user and the agent, with the prompt
    /// of the turn and what was said in it. What was said before the session was loaded is part of it, and
    /// what was [compacted](crate::Turn::compacted) is replaced by its summary, as a message of the
    /// user.
    ///
    /// If more was said than is kept, the oldest messages are missing, short texts stand in place of
    /// large content, and a message of the user that says so comes first. The prompt of the turn is
    /// whole in [`Prompt`](crate::Prompt).
    pub fn conversation(&self) -> Vec<Message> {
        self.0.history.lock().conversation()
    }

    /// The id of the user's message with this key, which the agent has begun to process.
    pub(super) fn message_with_key(&self, key: &str) -> Option<String> {
        self.0.history.lock().message_with_key(key).map(str::to_owned)
    }

    pub(super) fn kept_system_prompt(&self) -> Option<Arc<SystemPrompt>> {
        self.0.system_prompt.lock().0.clone()
    }

    /// Keeps a system prompt; `make_room` frees some of what other sessions take, if it can.
    ///
    /// # Errors
    ///
    /// When there is no room for it.
    pub(super) fn set_system_prompt(
        &self,
        prompt: Arc<SystemPrompt>,
        make_room: impl Fn() -> bool,
    ) -> Result<(), ErrorObject> {
        let mut kept = self.0.system_prompt.lock();
        let bytes = prompt.text().len();
        if !reserve(&self.0.account, &mut kept.1, bytes, make_room) {
            let message =
                "there is not enough memory for the system prompt; close or delete a session";
            return Err(ErrorObject::internal(message));
        }
        kept.0 = Some(prompt);
        Ok(())
    }

    /// The plan with steps that was shown last, by its id.
    pub(super) fn shown_plan(&self) -> &Mutex<Option<String>> {
        &self.0.shown_plan
    }

    /// An id that no other message or call of the session has.
    pub(super) fn next_id(&self, of: &str) -> String {
        format!("{of}-{:x}", self.0.last_id.fetch_add(1, Ordering::Relaxed))
    }

    /// The prompts that are running or waiting.
    pub(super) fn prompts(&self) -> &OpenPrompts {
        &self.0.prompts
    }

    /// Holds a prompt until the earlier ones are done.
    ///
    /// # Errors
    ///
    /// When too many prompts are waiting.
    pub(super) fn hold_turn(
        &self,
        request: &RequestId,
        key: Option<String>,
    ) -> Result<TurnGuard, ErrorObject> {
        self.0.prompts.hold(self.0.last_id.fetch_add(1, Ordering::Relaxed), request, key)
    }

    pub(super) fn open_calls(&self) -> &OpenCalls {
        &self.0.open_calls
    }

    /// Waits for the foreground, which is held until the guard is dropped.
    pub(super) async fn foreground(&self) -> OwnedMutexGuard<()> {
        Arc::clone(&self.0.foreground).lock_owned().await
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
