//! In what state the servers of a group are, and what changes.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use mcp_runtime_client::protocol::Tool;
use mcp_runtime_client::{Client, Error};
use mcp_runtime_protocol::printable;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::time::Instant;

/// The length of a reason, in bytes: more than the last lines of a program have.
const LONGEST_REASON: usize = 8 * 1024;

/// The state of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ServerState {
    /// It is being started or reached.
    Starting,
    /// It can be called.
    Ready,
    /// Its connection has ended; its tools stay listed, and it is started again.
    Lost {
        /// Why the connection has ended.
        why: String,
        /// When the next try begins.
        next_try: Instant,
    },
    /// It wants a login (401 or 403).
    NeedsLogin {
        /// What it answered.
        why: String,
    },
    /// It cannot be started or reached. It is tried again when one of its tools is called, when it is
    /// [reconnected](crate::Clients::reconnect), and every five minutes.
    Failed {
        /// Why it failed the last time.
        why: String,
    },
    /// It was [switched off](crate::Clients::enable).
    Disabled,
    /// The group was closed, or the server removed.
    Closed,
}

impl ServerState {
    /// Whether the server can be called now.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        matches!(self, Self::Ready)
    }

    /// Whether it will be known soon if the server can be called.
    pub(crate) fn is_passing(&self) -> bool {
        matches!(self, Self::Starting | Self::Lost { .. })
    }

    /// Whether its tools are listed: models are to keep their names while a server is restarted.
    pub(crate) fn lists_tools(&self) -> bool {
        self.is_ready() || self.is_passing()
    }
}

/// For people and for models.
impl fmt::Display for ServerState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Starting => f.write_str("is starting"),
            Self::Ready => f.write_str("is ready"),
            Self::Lost { why, next_try } => {
                let left = next_try.saturating_duration_since(Instant::now()).as_secs_f64().ceil();
                write!(f, "is restarting (next try in {left} s): {why}")
            }
            Self::NeedsLogin { why } => write!(f, "needs a login: {why}"),
            Self::Failed { why } => write!(f, "has failed: {why}"),
            Self::Disabled => f.write_str("is disabled"),
            Self::Closed => f.write_str("is closed"),
        }
    }
}

/// Why a server is not there, as the states say: safe for a terminal, and not longer than what a
/// program may have said last.
pub(crate) fn reason(error: &Error) -> String {
    let mut text = printable(&error.to_string()).into_owned();
    if text.len() > LONGEST_REASON {
        let end = (0..=LONGEST_REASON).rev().find(|end| text.is_char_boundary(*end));
        text.truncate(end.unwrap_or_default());
        text.push('…');
    }
    text
}

/// A server of a group, and its state.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ServerStatus {
    /// The name of the server.
    pub server: String,
    /// Its state.
    pub state: ServerState,
    /// For how long it has been in that state.
    pub since: Duration,
    /// How many tools it has listed.
    pub tools: usize,
}

/// An event of a server of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HostEvent {
    /// A server is in another state.
    State {
        /// The name of the server.
        server: String,
        /// The state that it is in now.
        state: ServerState,
    },
    /// A server lists other tools: their own names. A tool whose definition differs from before has
    /// changed.
    Tools {
        /// The name of the server.
        server: String,
        /// Tools that were not listed before.
        added: Vec<String>,
        /// Tools that are not listed any more.
        removed: Vec<String>,
        /// Tools that are defined differently.
        changed: Vec<String>,
    },
    /// A server lists other prompts.
    Prompts {
        /// The name of the server.
        server: String,
    },
    /// A server lists other resources.
    Resources {
        /// The name of the server.
        server: String,
    },
    /// A resource may have other contents: it has changed, or its server was started again.
    Resource {
        /// The name of the server.
        server: String,
        /// The URI of the resource.
        uri: String,
    },
    /// So many events were not read in time, and are lost.
    Missed(u64),
}

/// The events at the servers of a group, from [`Clients::events`](crate::Clients::events).
#[derive(Debug)]
pub struct HostEvents(pub(crate) broadcast::Receiver<HostEvent>);

impl HostEvents {
    /// Waits for the next event; `None` once the group is gone.
    pub async fn next(&mut self) -> Option<HostEvent> {
        match self.0.recv().await {
            Ok(change) => Some(change),
            Err(RecvError::Lagged(missed)) => Some(HostEvent::Missed(missed)),
            Err(RecvError::Closed) => None,
        }
    }

    /// The next event, if there is one now.
    pub fn try_next(&mut self) -> Option<HostEvent> {
        match self.0.try_recv() {
            Ok(change) => Some(change),
            Err(TryRecvError::Lagged(missed)) => Some(HostEvent::Missed(missed)),
            Err(TryRecvError::Empty | TryRecvError::Closed) => None,
        }
    }
}

/// What is known of a server at one moment.
#[derive(Clone)]
pub(crate) struct ServerSnapshot {
    pub(crate) state: ServerState,
    pub(crate) since: Instant,
    /// The connection, if the server is ready.
    pub(crate) client: Option<Client>,
    /// What it has listed last.
    pub(crate) tools: Arc<[Arc<Tool>]>,
}

impl ServerSnapshot {
    pub(crate) fn new(state: ServerState) -> Self {
        Self { state, since: Instant::now(), client: None, tools: Arc::default() }
    }

    /// The connection, if it has not ended.
    pub(crate) fn live_client(&self) -> Option<Client> {
        self.client.as_ref().filter(|client| !client.has_ended()).cloned()
    }
}
