//! Who listens to hints here, and what the connection for them receives.

use std::sync::Arc;

use redis::{PushInfo, PushKind, Value};

use crate::store::hints::HintSender;
use crate::sync::Mutex;

/// Whoever listens in this process.
pub(super) struct HintChannels {
    /// What the names of channels begin with.
    prefix: String,
    listeners: Mutex<Vec<ReplicaListener>>,
}

/// One who listens.
struct ReplicaListener {
    replica: Box<str>,
    sender: HintSender,
    /// Only what comes after the server has said that it sends hints of this channel is for this one.
    listens: bool,
    /// Something may have been said that did not come here.
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

    /// One more listens, as soon as the server knows.
    pub(super) fn add(&self, replica: &str, sender: HintSender) {
        let listener =
            ReplicaListener { replica: replica.into(), sender, listens: false, misses: false };
        self.listeners.lock().push(listener);
    }

    /// The server did not say in time that it sends hints for this replica: what is said until it does is
    /// lost.
    pub(super) fn is_late(&self, replica: &str) {
        let mut listeners = self.listeners.lock();
        let late = listeners
            .iter_mut()
            .filter(|listener| *listener.replica == *replica && !listener.listens);
        late.for_each(|listener| listener.misses = true);
    }

    /// No hint comes any more.
    pub(super) fn is_cut(&self) {
        for listener in &mut *self.listeners.lock() {
            listener.misses |= listener.listens;
            listener.listens = false;
        }
    }

    /// The channels of all who listen.
    pub(super) fn names(&self) -> Vec<String> {
        let listeners = self.listeners.lock();
        let replicas = listeners.iter().map(|listener| Some(&*listener.replica));
        let mut channels: Vec<_> =
            [None].into_iter().chain(replicas).map(|to| self.channel(to)).collect();
        channels.sort_unstable();
        channels.dedup();
        channels
    }

    /// Nothing is received anymore.
    pub(super) fn close(&self) {
        self.listeners.lock().clear();
    }

    /// What the connection receives, in the order in which the server said it.
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
                let mut listeners = self.listeners.lock();
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
