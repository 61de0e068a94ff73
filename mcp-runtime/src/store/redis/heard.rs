//! Who listens to hints here, and what the connection for them tells.

use std::sync::Arc;

use redis::{PushInfo, PushKind, Value};

use crate::store::hints::HintSender;
use crate::sync::Mutex;

/// Whoever listens in this process.
pub(super) struct Heard {
    /// What the names of channels begin with.
    prefix: String,
    ears: Mutex<Vec<Ear>>,
}

/// One who listens.
struct Ear {
    replica: Box<str>,
    sender: HintSender,
    /// Only what comes after the server has said that it sends hints of this channel is for this one.
    listens: bool,
    /// Something may have been said that did not come here.
    misses: bool,
}

impl Heard {
    pub(super) fn new(prefix: &str) -> Self {
        Self { prefix: prefix.to_owned(), ears: Mutex::default() }
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
        let ear = Ear { replica: replica.into(), sender, listens: false, misses: false };
        self.ears.lock().push(ear);
    }

    /// The server did not say in time that it sends hints for this replica: what is said until it does is
    /// lost.
    pub(super) fn is_late(&self, replica: &str) {
        let mut ears = self.ears.lock();
        let late = ears.iter_mut().filter(|ear| *ear.replica == *replica && !ear.listens);
        late.for_each(|ear| ear.misses = true);
    }

    /// Nothing is heard any more.
    pub(super) fn is_cut(&self) {
        for ear in &mut *self.ears.lock() {
            ear.misses |= ear.listens;
            ear.listens = false;
        }
    }

    /// The channels of all who listen.
    pub(super) fn channels(&self) -> Vec<String> {
        let ears = self.ears.lock();
        let replicas = ears.iter().map(|ear| Some(&*ear.replica));
        let mut channels: Vec<_> =
            [None].into_iter().chain(replicas).map(|to| self.channel(to)).collect();
        channels.sort_unstable();
        channels.dedup();
        channels
    }

    /// Nobody hears anything any more.
    pub(super) fn close(&self) {
        self.ears.lock().clear();
    }

    /// What the connection tells, in the order in which the server said it.
    pub(super) fn hear(&self, push: &PushInfo) {
        let Some(channel) =
            text(push.data.first()).and_then(|name| name.strip_prefix(&*self.prefix))
        else {
            return;
        };
        let to = channel.strip_prefix("to:");
        match (&push.kind, push.data.get(1)) {
            (PushKind::Message, Some(hint)) => self.tell(to, hint),
            (PushKind::Subscribe, _) => {
                let mut ears = self.ears.lock();
                for ear in ears.iter_mut().filter(|ear| to == Some(&*ear.replica)) {
                    ear.listens = true;
                    if std::mem::take(&mut ear.misses) {
                        ear.sender.lost();
                    }
                }
            }
            _ => {}
        }
    }

    fn tell(&self, to: Option<&str>, hint: &Value) {
        let hint: Arc<[u8]> = match hint {
            Value::BulkString(bytes) => bytes.as_slice().into(),
            Value::SimpleString(text) => text.as_bytes().into(),
            _ => return,
        };
        let is_for = |ear: &Ear| ear.listens && to.is_none_or(|to| *to == *ear.replica);
        self.ears.lock().retain(|ear| !is_for(ear) || ear.sender.send(Arc::clone(&hint)));
    }
}

fn text(value: Option<&Value>) -> Option<&str> {
    match value? {
        Value::BulkString(bytes) => str::from_utf8(bytes).ok(),
        Value::SimpleString(text) => Some(text),
        _ => None,
    }
}
