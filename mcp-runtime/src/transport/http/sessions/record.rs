//! What replicas know of a session: how it was opened, and what its client has said since.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher as _;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use sha2::{Digest as _, Sha256};
use tokio::sync::Notify;
use tokio::time::Instant;

use crate::clock::millis;
use crate::jsonrpc::Incoming;
use crate::negotiation::ClientMessage;
use crate::protocol::{LoggingLevel, Method, ProtocolVersion, SetLevelParams, SubscribeParams};
use crate::session::SessionSettings;
use crate::store::StoreKey;
use crate::sync::Mutex;
use crate::transport::http::sse::EventId;

/// How a session was opened, which never changes.
#[derive(Serialize, Deserialize)]
pub(crate) struct OpenedSession {
    /// The revision that was settled.
    pub(crate) version: ProtocolVersion,
    /// The parameters of `initialize`.
    pub(crate) params: Box<RawValue>,
    /// Who has opened it, if somebody was authenticated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) principal: Option<Arc<str>>,
}

/// Something that the client of a session says, which later requests depend on.
#[derive(Clone, Debug)]
pub(crate) enum SessionChange {
    Initialized,
    Level(LoggingLevel),
    Subscribe(String),
    Unsubscribe(String),
}

impl SessionChange {
    /// What a message says, if it is such.
    pub(crate) fn of(message: &ClientMessage<'_, '_>) -> Option<Self> {
        let (name, params) = match message {
            Incoming::Request { method, params, .. }
            | Incoming::Notification { method, params } => (method, params.raw.unwrap_or("{}")),
            Incoming::Response(_) => return None,
        };
        let uri = || serde_json::from_str(params).ok().map(|params: SubscribeParams| params.uri);
        match Method::parse(name)? {
            Method::Initialized => Some(Self::Initialized),
            Method::SetLevel => {
                let params: SetLevelParams = serde_json::from_str(params).ok()?;
                Some(Self::Level(params.level))
            }
            Method::Subscribe => uri().map(Self::Subscribe),
            Method::Unsubscribe => uri().map(Self::Unsubscribe),
            _ => None,
        }
    }

    /// Makes the change; whether it is one.
    pub(crate) fn apply(&self, settings: &mut SessionSettings) -> bool {
        match self {
            Self::Initialized => !std::mem::replace(&mut settings.initialized, true),
            Self::Level(level) => settings.level.replace(*level) != Some(*level),
            Self::Subscribe(uri) => {
                let is_new = !settings.subscriptions.contains(uri);
                if is_new {
                    settings.subscriptions.push(uri.clone());
                }
                is_new
            }
            Self::Unsubscribe(uri) => {
                let before = settings.subscriptions.len();
                settings.subscriptions.retain(|subscribed| subscribed != uri);
                settings.subscriptions.len() < before
            }
        }
    }
}

/// What time it is for the store, as far as this replica knows.
#[derive(Clone, Copy)]
pub(crate) struct StoreClock {
    now: u64,
    seen: Instant,
}

impl StoreClock {
    /// The store has just said that it is this time.
    pub(crate) fn at(now: u64) -> Self {
        Self { now, seen: Instant::now() }
    }

    pub(crate) fn now(&self) -> u64 {
        self.now.saturating_add(millis(self.seen.elapsed()))
    }
}

/// Takes events for clients that come back to another replica.
pub(crate) trait EventSink: Send + Sync {
    /// Takes an event; without a message it says that its stream has ended. It does not wait.
    fn append(self: Arc<Self>, log: &StoreKey, number: u64, id: EventId, message: &str);
}

/// How many streams one replica can open in a session, as a power of two.
const STREAM_BITS: u32 = 24;

/// What a replica knows of the record of a session.
pub(crate) struct SharedCopy {
    /// Distinguishes what this replica sends in the session from what others send.
    number: u64,
    /// Where what it sends is kept.
    log: StoreKey,
    /// How many events there were, which are logged in this order.
    events: Mutex<u64>,
    sink: Arc<dyn EventSink>,
    pub(crate) key: StoreKey,
    pub(crate) state: Mutex<CopyState>,
    /// Whoever writes the record waits for whoever does.
    pub(crate) writing: tokio::sync::Mutex<()>,
    /// The hint of a change has come back here, and so to all replicas.
    pub(crate) published: Notify,
}

pub(crate) struct CopyState {
    /// Which version of the record is known here.
    pub(crate) version: u64,
    pub(crate) settings: SessionSettings,
    /// When the record was seen last; `None` if it has changed since.
    pub(crate) checked: Option<Instant>,
    /// When it was tried in vain to see it.
    pub(crate) failed: Option<Instant>,
    /// Since when nothing was seen of it.
    pub(crate) unseen: Instant,
    /// When its time was prolonged, and what time it is, by the clock of the store.
    pub(crate) prolonged: u64,
    pub(crate) clock: StoreClock,
    /// What the client has said that is not in the record yet.
    pub(crate) unsaved: Vec<SessionChange>,
}

impl SharedCopy {
    pub(crate) fn new(
        id: &str,
        version: u64,
        settings: SessionSettings,
        times: (u64, StoreClock),
        sink: Arc<dyn EventSink>,
    ) -> Self {
        let number = RandomState::new().hash_one(id) >> STREAM_BITS;
        let now = Instant::now();
        let state = CopyState {
            version,
            settings,
            checked: Some(now),
            failed: None,
            unseen: now,
            prolonged: times.0,
            clock: times.1,
            unsaved: Vec::new(),
        };
        Self {
            number,
            log: log_key(id, number),
            events: Mutex::new(0),
            sink,
            key: key(id),
            state: Mutex::new(state),
            writing: tokio::sync::Mutex::default(),
            published: Notify::new(),
        }
    }

    /// The name of a stream of this replica, by how many there were before it: no other one has it.
    pub(crate) fn stream(&self, count: u64, is_standalone: bool) -> u64 {
        (self.number << STREAM_BITS) | (2 * count + u64::from(is_standalone))
    }

    /// Lets a client come back to another replica after this event.
    pub(crate) fn append(&self, id: EventId, message: &str) {
        let mut events = self.events.lock();
        *events += 1;
        Arc::clone(&self.sink).append(&self.log, *events, id, message);
    }

    /// Where what it sends is kept.
    pub(crate) fn log(&self) -> &StoreKey {
        &self.log
    }
}

impl CopyState {
    /// What the client has said, whether it is in the record or not.
    pub(crate) fn said(&self) -> SessionSettings {
        let mut settings = self.settings.clone();
        for change in &self.unsaved {
            change.apply(&mut settings);
        }
        settings
    }

    /// Keeps what the client has said until it is in the record, if it is something new.
    pub(crate) fn note(&mut self, change: SessionChange) {
        if change.apply(&mut self.said()) {
            self.unsaved.push(change);
            self.drop_saved();
        }
    }

    /// Forgets what later words have made void, or what is in the record.
    fn drop_saved(&mut self) {
        let said = self.said();
        let mut settings = self.settings.clone();
        // What leads from the record to what was said, in as few words as it takes.
        let level = said.level.map(SessionChange::Level);
        let opened = said.initialized.then_some(SessionChange::Initialized);
        let ended =
            self.settings.subscriptions.iter().filter(|uri| !said.subscriptions.contains(uri));
        let ended = ended.cloned().map(SessionChange::Unsubscribe);
        let begun = said.subscriptions.iter().cloned().map(SessionChange::Subscribe);
        let words = opened.into_iter().chain(level).chain(ended).chain(begun);
        self.unsaved = words.filter(|change| change.apply(&mut settings)).collect();
    }
    /// The record is of this version now, and says this.
    pub(crate) fn set_record(&mut self, version: u64, settings: SessionSettings) {
        self.version = version;
        self.settings = settings;
        self.unsaved.retain(|change| change.apply(&mut self.settings.clone()));
        self.set_seen();
    }

    /// The record lives for as long again from this time on.
    pub(crate) fn set_prolonged(&mut self, now: u64) {
        self.clock = StoreClock::at(now);
        self.prolonged = now;
    }

    /// For how long it has not been prolonged.
    fn since_prolonged(&self) -> Duration {
        Duration::from_millis(self.clock.now().saturating_sub(self.prolonged))
    }

    /// Whether it is time to prolong the record. Before its client says that it is there, it is short.
    pub(crate) fn is_old(&self, idle: Duration) -> bool {
        self.settings.initialized && self.since_prolonged() > idle / 10
    }

    /// The record is as it is known here.
    pub(crate) fn set_seen(&mut self) {
        let now = Instant::now();
        (self.checked, self.failed, self.unseen) = (Some(now), None, now);
    }

    /// Whether what is known can be used without a look.
    pub(crate) fn is_fresh(&self, trust: Duration) -> bool {
        self.checked.is_some_and(|checked| checked.elapsed() < trust)
    }
}

/// Where the events of a stream are that a replica has opened.
pub(crate) fn log_of(session: &str, stream: u64) -> StoreKey {
    log_key(session, stream >> STREAM_BITS)
}

/// Whether a stream that a replica has opened belongs to no call.
pub(crate) fn is_standalone(stream: u64) -> bool {
    stream % 2 == 1
}

fn log_key(session: &str, number: u64) -> StoreKey {
    StoreKey::new("events", &format!("{}-{number:x}", digest(session)))
}

/// Where the record of a session is. Its id is what a client proves with that the session is its own, so
/// it is not for everybody who sees the keys.
pub(crate) fn key(id: &str) -> StoreKey {
    StoreKey::new("session", &digest(id))
}

/// A name from which another one cannot be learned.
pub(crate) fn digest(name: &str) -> String {
    let digest: [u8; 32] = Sha256::digest(name.as_bytes()).into();
    digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}
