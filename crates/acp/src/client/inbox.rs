//! What an agent has reported about one session: the unread updates, and the current state.

use std::collections::VecDeque;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::timeout;

use super::model::{Command, ConfigOption, InfoUpdate, Modes, Update};
use crate::protocol::Usage;
use mcp_runtime::Cancelled;
use mcp_runtime::internal::cancel;
use mcp_runtime_protocol::Error;
use mcp_runtime_protocol::quota::{Account, Share};
use mcp_runtime_protocol::sync::Mutex;

/// How much memory the commands, the options or the title of a session may take, in bytes each.
pub(super) const MAX_KNOWN: usize = 1024 * 1024;

/// How long a question waits for a reader of what came before it, who may not be reading at all.
const READ_TIMEOUT: Duration = Duration::from_secs(1);

/// What an agent has reported about one session.
pub(super) struct SessionInbox {
    /// Accounts for the unread updates.
    account: Account,
    state: Mutex<InboxState>,
    /// The reader has read, or is gone.
    read: Notify,
}

#[derive(Default)]
struct InboxState {
    known: SessionSnapshot,
    reader: Option<Reader>,
    /// How many updates were queued, and how many of them the reader is done with.
    queued: u64,
    done: u64,
    /// Cancels the questions of the turn that is running, or was the last to run.
    cancelled: Cancelled,
    /// Why no more updates can arrive.
    why_ended: Option<String>,
}

/// The current state of a session.
#[derive(Clone, Debug, Default)]
pub(super) struct SessionSnapshot {
    pub(super) commands: Arc<[Command]>,
    pub(super) modes: Option<Modes>,
    pub(super) options: Arc<[ConfigOption]>,
    pub(super) info: InfoUpdate,
    pub(super) usage: Option<Usage>,
}

/// The queue of a reader, who reads each update once.
#[derive(Default)]
struct Reader {
    /// The updates, with the memory that each takes in bytes.
    updates: VecDeque<(Update, usize)>,
    bytes: usize,
    share: Option<Share>,
    /// Whether there were too many unread updates; the rest is lost.
    is_full: bool,
    /// Whether only state updates are still read.
    only_states: bool,
    waker: Option<Waker>,
}

/// What a reader gets.
pub(super) enum Read {
    Update(Box<Update>),
    /// Too many updates were unread.
    Full,
    /// No more updates can arrive, for this reason.
    Ended(Error),
}

impl SessionInbox {
    pub(super) fn new(account: Account) -> Self {
        Self { account, state: Mutex::default(), read: Notify::new() }
    }

    /// Takes an update, and how many bytes of memory it needs.
    pub(super) fn put(&self, update: &Update, bytes: usize) {
        let mut state = self.state.lock();
        if bytes <= MAX_KNOWN {
            state.known.apply(update);
        } else {
            tracing::debug!(
                bytes,
                "an update is too large to be tracked in the session's state; it is only delivered"
            );
        }
        let InboxState { reader, queued, .. } = &mut *state;
        let Some(reader) = reader.as_mut().filter(|reader| reader.wants(update)) else {
            return;
        };
        let total = reader.bytes + bytes + size_of::<(Update, usize)>();
        if self.account.reserve(&mut reader.share, total) {
            reader.bytes = total;
            reader.updates.push_back((update.clone(), bytes));
            *queued += 1;
        } else {
            reader.is_full = true;
        }
        if let Some(waker) = reader.waker.take() {
            waker.wake();
        }
    }

    /// Begins to queue updates for reading: those of a turn, or of a replay.
    ///
    /// `None` while another reader is active.
    pub(super) fn begin(&self) -> Option<Cancelled> {
        let mut state = self.state.lock();
        if state.reader.is_some() {
            return None;
        }
        state.reader = Some(Reader::default());
        state.cancelled = Cancelled::default();
        Some(state.cancelled.clone())
    }

    /// Discards the updates, except for those of the session state.
    pub(super) fn discard(&self) {
        let mut state = self.state.lock();
        self.all_done(&mut state);
        if let Some(reader) = &mut state.reader {
            let wakes = reader.waker.take();
            let states = std::mem::take(&mut reader.updates)
                .into_iter()
                .filter(|(update, _)| matches!(update, Update::State(_)));
            *reader = Reader { only_states: true, waker: wakes, ..Reader::default() };
            for (update, bytes) in states {
                reader.bytes += bytes + size_of::<(Update, usize)>();
                reader.updates.push_back((update, bytes));
            }
        }
    }

    /// Ends reading.
    pub(super) fn end(&self) {
        let mut state = self.state.lock();
        state.reader = None;
        self.all_done(&mut state);
    }

    fn all_done(&self, state: &mut InboxState) {
        state.done = state.queued;
        self.read.notify_waiters();
    }

    /// How many updates came before what comes now.
    pub(super) fn mark(&self) -> u64 {
        self.state.lock().queued
    }

    /// Waits until the reader is done with the updates before a mark, as it asks for the next one;
    /// not for ever, as nobody has to read.
    pub(super) async fn read_until(&self, mark: u64) {
        let done = async {
            loop {
                let read = self.read.notified();
                if self.state.lock().done >= mark {
                    return;
                }
                read.await;
            }
        };
        let _ = timeout(READ_TIMEOUT, done).await;
    }

    /// Records that the connection has ended.
    pub(super) fn connection_ended(&self, why: &Error) {
        let mut state = self.state.lock();
        state.why_ended = Some(why.to_string());
        cancel(&state.cancelled);
        self.all_done(&mut state);
        if let Some(waker) = state.reader.as_mut().and_then(|reader| reader.waker.take()) {
            waker.wake();
        }
    }

    /// Polls for the next update.
    pub(super) fn poll_read(&self, cx: &mut Context<'_>) -> Poll<Read> {
        let mut state = self.state.lock();
        let InboxState { reader, why_ended, queued, done, .. } = &mut *state;
        let Some(reader) = reader else { return Poll::Pending };
        // Whoever asks for the next one is done with those before.
        let read = queued.saturating_sub(reader.updates.len() as u64);
        if read > *done {
            *done = read;
            self.read.notify_waiters();
        }
        if let Some(update) = reader.take() {
            return Poll::Ready(Read::Update(Box::new(update)));
        }
        if reader.is_full {
            return Poll::Ready(Read::Full);
        }
        if let Some(why) = why_ended {
            return Poll::Ready(Read::Ended(Error::ended(&**why)));
        }
        reader.waker = Some(cx.waker().clone());
        Poll::Pending
    }

    /// Takes all queued updates, and whether there were too many.
    pub(super) fn drain(&self) -> (Vec<Update>, bool) {
        let mut state = self.state.lock();
        self.all_done(&mut state);
        let Some(reader) = &mut state.reader else { return (Vec::new(), false) };
        let updates = std::iter::from_fn(|| reader.take()).collect();
        (updates, reader.is_full)
    }

    /// The handle that cancels the questions of the running turn.
    pub(super) fn cancelled(&self) -> Cancelled {
        self.state.lock().cancelled.clone()
    }

    /// Reads the current state.
    pub(super) fn known<T>(&self, read: impl FnOnce(&SessionSnapshot) -> T) -> T {
        read(&self.state.lock().known)
    }

    pub(super) fn learn(&self, edit: impl FnOnce(&mut SessionSnapshot)) {
        edit(&mut self.state.lock().known);
    }
}

impl Reader {
    fn wants(&self, update: &Update) -> bool {
        !self.is_full && (!self.only_states || matches!(update, Update::State(_)))
    }

    fn take(&mut self) -> Option<Update> {
        let (update, bytes) = self.updates.pop_front()?;
        self.bytes -= bytes + size_of::<(Update, usize)>();
        match self.bytes {
            0 => self.share = None,
            bytes => self.share.iter_mut().for_each(|share| share.shrink(bytes)),
        }
        Some(update)
    }
}

impl SessionSnapshot {
    fn apply(&mut self, update: &Update) {
        match update {
            Update::Commands(commands) => self.commands = commands.clone().into(),
            Update::ConfigOptions(options) => self.options = options.clone().into(),
            Update::Mode(mode) => {
                if let Some(modes) = &mut self.modes {
                    modes.current.clone_from(mode);
                }
            }
            Update::Info(InfoUpdate { title, updated_at }) => {
                if title.is_some() {
                    self.info.title.clone_from(title);
                }
                if updated_at.is_some() {
                    self.info.updated_at.clone_from(updated_at);
                }
            }
            Update::Usage(usage) => self.usage = Some(usage.clone()),
            _ => {}
        }
    }
}
