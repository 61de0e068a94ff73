//! The subscribers to hints in this process, and the messages that the connection for hints
//! receives.

use std::sync::{Arc, Mutex, PoisonError};

use mcp_runtime::store::HintSender;
use redis::{PushInfo, PushKind, Value};

/// The subscribers in this process.
pub(super) struct HintChannels {
    /// The prefix of the names of channels.
    prefix: String,
    listeners: Mutex<Vec<ReplicaListener>>,
}

/// A subscriber.
struct ReplicaListener {
    replica: Box<str>,
    sender: HintSender,
    /// Whether the server has confirmed the subscription: only later hints are for this subscriber.
    listens: bool,
    /// Whether it may have missed hints.
    misses: bool,
}

impl HintChannels {
    pub(super) fn new(prefix: &str) -> Self {
        Self { prefix: prefix.to_owned(), listeners: Mutex::default() }
    }

    /// The channel of hints for one, or for all.
    pub(super) fn channel(&self, to: Option<&str>) -> String {
        match to {
            Some(replica) => format!("{}to:{replica}", self.prefix),
            None => format!("{}all", self.prefix),
        }
    }

    /// Adds a subscriber, which is active once the server confirms the subscription.
    pub(super) fn add(&self, replica: &str, sender: HintSender) {
        let listener =
            ReplicaListener { replica: replica.into(), sender, listens: false, misses: false };
        self.listeners.lock().unwrap_or_else(PoisonError::into_inner).push(listener);
    }

    /// Records that the server did not confirm the subscription of this replica in time: hints
    /// until it does are lost.
    pub(super) fn mark_late(&self, replica: &str) {
        let mut listeners = self.listeners.lock().unwrap_or_else(PoisonError::into_inner);
        let late = listeners
            .iter_mut()
            .filter(|listener| *listener.replica == *replica && !listener.listens);
        late.for_each(|listener| listener.misses = true);
    }

    /// Records that the connection is lost.
    pub(super) fn mark_disconnected(&self) {
        for listener in &mut *self.listeners.lock().unwrap_or_else(PoisonError::into_inner) {
            listener.misses |= listener.listens;
            listener.listens = false;
        }
    }

    /// The channels of all subscribers.
    pub(super) fn names(&self) -> Vec<String> {
        let listeners = self.listeners.lock().unwrap_or_else(PoisonError::into_inner);
        let replicas = listeners.iter().map(|listener| Some(&*listener.replica));
        let mut channels: Vec<_> =
            [None].into_iter().chain(replicas).map(|to| self.channel(to)).collect();
        channels.sort_unstable();
        channels.dedup();
        channels
    }

    /// Removes all subscribers.
    pub(super) fn close(&self) {
        self.listeners.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Handles a message of the connection; called in the order in which the server sent them.
    pub(super) fn on_push(&self, push: &PushInfo) {
        let Some(channel) =
            text(push.data.first()).and_then(|name| name.strip_prefix(&*self.prefix))
        else {
            return;
        };
        let to = channel.strip_prefix("to:");
        match (&push.kind, push.data.get(1)) {
            (PushKind::Message, Some(hint)) => self.pass_on(to, hint),
            (PushKind::Subscribe, _) => {
                let mut listeners = self.listeners.lock().unwrap_or_else(PoisonError::into_inner);
                for listener in
                    listeners.iter_mut().filter(|listener| to == Some(&*listener.replica))
                {
                    listener.listens = true;
                    if std::mem::take(&mut listener.misses) {
                        listener.sender.lost();
                    }
                }
            }
            _ => {}
        }
    }

    fn pass_on(&self, to: Option<&str>, hint: &Value) {
        let hint: Arc<[u8]> = match hint {
            Value::BulkString(bytes) => bytes.as_slice().into(),
            Value::SimpleString(text) => text.as_bytes().into(),
            _ => return,
        };
        let is_for = |listener: &ReplicaListener| {
            listener.listens && to.is_none_or(|to| *to == *listener.replica)
        };
        self.listeners
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .retain(|listener| !is_for(listener) || listener.sender.send(Arc::clone(&hint)));
    }
}

fn text(value: Option<&Value>) -> Option<&str> {
    match value? {
        Value::BulkString(bytes) => str::from_utf8(bytes).ok(),
        Value::SimpleString(text) => Some(text),
        _ => None,
    }
}
