//! The record of a session that replicas share: how it was opened, and what its client has changed
//! since.

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
use crate::http::principal::Principal;
use crate::http::sse::EventId;
use crate::jsonrpc::Incoming;
use crate::negotiation::ClientMessage;
use crate::protocol::hex::hex;
use crate::protocol::{LoggingLevel, Method, ProtocolVersion, SetLevelParams, SubscribeParams};
use crate::session::Purpose;
use crate::session::replicated::SessionSettings;
use crate::store::StoreKey;
use crate::sync::Mutex;

/// The parameters with which a session was opened, which never change.
#[derive(Serialize, Deserialize)]
pub(crate) struct OpenedSession {
    /// The negotiated revision.
    pub(crate) version: ProtocolVersion,
    /// The parameters of `initialize`.
    pub(crate) params: Box<RawValue>,
    /// The principal that opened it, if it was authenticated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) principal: Option<Arc<str>>,
    /// The key that the principal was bound to, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) key: Option<Arc<str>>,
}

impl OpenedSession {
    /// Whether this principal opened it, with the same key.
    pub(crate) fn is_of(&self, principal: Option<&Principal>) -> bool {
        self.principal == principal.map(Principal::name)
            && self.key.as_ref() == principal.and_then(Principal::key)
    }
}

/// A change by the client of a session that later requests depend on.
#[derive(Clone, Debug)]
pub(crate) enum SessionChange {
    Initialized,
    Level(LoggingLevel),
    Subscribe(String),
    Unsubscribe(String),
}

impl SessionChange {
    /// Returns the change that a message makes, if any.
    pub(crate) fn of(message: &ClientMessage<'_, '_>, purpose: &Purpose<'_>) -> Option<Self> {
        let params = match message {
            Incoming::Request { params, .. } | Incoming::Notification { params, .. } => {
                params.raw.unwrap_or("{}")
            }
            Incoming::Response(_) => return None,
        };
        let uri = || serde_json::from_str(params).ok().map(|params: SubscribeParams| params.uri);
        match purpose.method? {
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

    /// Applies the change; returns whether it had an effect.
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

/// The time of the store, as far as this replica knows.
#[derive(Clone, Copy)]
pub(crate) struct StoreClock {
    now: u64,
    seen: Instant,
}

impl StoreClock {
    /// Creates a clock from the time that the store has just reported.
    pub(crate) fn at(now: u64) -> Self {
        Self { now, seen: Instant::now() }
    }

    pub(crate) fn now(&self) -> u64 {
        self.now.saturating_add(millis(self.seen.elapsed()))
    }
}

/// Receives events for clients that reconnect to another replica.
pub(crate) trait EventSink: Send + Sync {
    /// Receives an event without blocking; an empty message marks the end of its stream.
    fn append(self: Arc<Self>, log: &StoreKey, number: u64, id: EventId, message: &str);
}

/// How many streams one replica can open in a session, as a power of two.
const STREAM_BITS: u32 = 24;

/// A replica's local copy of the record of a session.
pub(crate) struct SharedCopy {
    /// Distinguishes the events that this replica sends in the session from those of others.
    number: u64,
    /// The log of the events that this replica sends.
    log: StoreKey,
    /// The number of events so far, which are logged in this order.
    events: Mutex<u64>,
    sink: Arc<dyn EventSink>,
    pub(crate) key: StoreKey,
    pub(crate) state: Mutex<CopyState>,
    /// Serializes writes of the record.
    pub(crate) writing: tokio::sync::Mutex<()>,
    /// Notified when the hint of a change has come back here, and thus reached all replicas.
    pub(crate) published: Notify,
}

pub(crate) struct CopyState {
    /// The version of the record that is known here.
    pub(crate) version: u64,
    pub(crate) settings: SessionSettings,
    /// When the record was seen last; `None` if it has changed since.
    pub(crate) checked: Option<Instant>,
    /// When reading the record last failed; `None` after a success.
    pub(crate) failed: Option<Instant>,
    /// When the record was last read successfully.
    pub(crate) unreachable_since: Instant,
    /// When its lifetime was last extended, and the current time, by the clock of the store.
    pub(crate) prolonged: u64,
    pub(crate) clock: StoreClock,
    /// Changes by the client that are not in the record yet.
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
            unreachable_since: now,
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

    /// Returns the id of a stream of this replica, unique across replicas, from the number of
    /// earlier streams.
    pub(crate) fn stream(&self, count: u64, is_standalone: bool) -> u64 {
        (self.number << STREAM_BITS) | (2 * count + u64::from(is_standalone))
    }

    /// Logs an event, so that a client can resume after it on another replica.
    pub(crate) fn append(&self, id: EventId, message: &str) {
        let mut events = self.events.lock();
        *events += 1;
        Arc::clone(&self.sink).append(&self.log, *events, id, message);
    }

    /// The log of the events that this replica sends.
    pub(crate) fn log(&self) -> &StoreKey {
        &self.log
    }
}

impl CopyState {
    /// The settings of the client, including changes that are not in the record yet.
    pub(crate) fn pending_settings(&self) -> SessionSettings {
        let mut settings = self.settings.clone();
        for change in &self.unsaved {
            change.apply(&mut settings);
        }
        settings
    }

    /// Keeps a change by the client until it is in the record, if it is new.
    pub(crate) fn note(&mut self, change: SessionChange) {
        if change.apply(&mut self.pending_settings()) {
            self.unsaved.push(change);
            self.drop_saved();
        }
    }

    /// Drops changes that are in the record or that later changes have undone.
    fn drop_saved(&mut self) {
        let pending = self.pending_settings();
        let mut settings = self.settings.clone();
        // The shortest list of changes that leads from the record to the current settings.
        let level = pending.level.map(SessionChange::Level);
        let opened = pending.initialized.then_some(SessionChange::Initialized);
        let ended = self
            .settings
            .subscriptions
            .iter()
            .filter(|uri| !pending.subscriptions.contains(uri))
            .cloned()
            .map(SessionChange::Unsubscribe);
        let begun = pending.subscriptions.iter().cloned().map(SessionChange::Subscribe);
        let words = opened.into_iter().chain(level).chain(ended).chain(begun);
        self.unsaved = words.filter(|change| change.apply(&mut settings)).collect();
    }
    /// Sets the version and the content of the record.
    pub(crate) fn set_record(&mut self, version: u64, settings: SessionSettings) {
        self.version = version;
        self.settings = settings;
        self.unsaved.retain(|change| change.apply(&mut self.settings.clone()));
        self.set_seen();
    }

    /// Notes that the lifetime of the record was extended at this time.
    pub(crate) fn set_prolonged(&mut self, now: u64) {
        self.clock = StoreClock::at(now);
        self.prolonged = now;
    }

    /// The time since its lifetime was last extended.
    fn since_prolonged(&self) -> Duration {
        Duration::from_millis(self.clock.now().saturating_sub(self.prolonged))
    }

    /// Whether the lifetime of the record should be extended. Until the client has initialized, it
    /// stays short.
    pub(crate) fn is_old(&self, idle: Duration) -> bool {
        self.settings.initialized && self.since_prolonged() > idle / 10
    }

    /// Notes that the local copy matches the record.
    pub(crate) fn set_seen(&mut self) {
        let now = Instant::now();
        (self.checked, self.failed, self.unreachable_since) = (Some(now), None, now);
    }

    /// Whether the local copy can be used without reading the record.
    pub(crate) fn is_fresh(&self, trust: Duration) -> bool {
        self.checked.is_some_and(|checked| checked.elapsed() < trust)
    }
}

/// The log of the events of a stream that a replica has opened.
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

/// The key of the record of a session. The session id is a client's proof that the session is its
/// own, so it must not be readable from the keys.
pub(crate) fn key(id: &str) -> StoreKey {
    StoreKey::new("session", &digest(id))
}

/// A one-way hash of a name.
pub(crate) fn digest(name: &str) -> String {
    hex(&Sha256::digest(name)[..16])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Those without a key are as they were written before there were any.
    #[test]
    fn a_stored_session_belongs_to_its_principal_and_the_key_of_that() {
        let alice = Principal::new("alice");
        let bob = Principal::new("bob");
        let one = alice.clone().bound_to("one");
        let other = alice.clone().bound_to("other");
        let everybody = [None, Some(&alice), Some(&bob), Some(&one), Some(&other)];
        for (members, owner) in [
            ("", None),
            (r#", "principal": "alice""#, Some(&alice)),
            (r#", "principal": "alice", "key": "one""#, Some(&one)),
        ] {
            let version = ProtocolVersion::LATEST_LEGACY.as_str();
            let text = format!(r#"{{"version": "{version}", "params": {{}}{members}}}"#);
            let opened: OpenedSession = serde_json::from_str(&text).unwrap();
            for principal in everybody {
                assert_eq!(opened.is_of(principal), principal == owner, "{text} {principal:?}");
            }
            let written = serde_json::to_value(&opened).unwrap();
            assert_eq!(written.get("key").is_some(), members.contains("key"), "{text}");
        }
    }
}
