//! What a call has learned in earlier rounds.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use orion::hazardous::hash::sha2::sha256::Sha256;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// What a question asks, and which of the equal questions of its call it is.
///
/// Questions of one run are told apart by this and by nothing else: not by their order, which
/// may differ between runs, and not by their place in the source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Mark {
    digest: String,
    nth: u32,
}

impl Mark {
    pub(super) fn new(text: &[u8], nth: u32) -> Self {
        let digest = Sha256::digest(text).expect("a question is shorter than 2^61 bytes");
        let digest = URL_SAFE_NO_PAD.encode(digest.as_ref().split_at(16).0);
        Self { digest, nth }
    }

    pub(super) fn has_digest_of(&self, other: &Self) -> bool {
        self.digest == other.digest
    }
}

/// The answers to the questions of a call, and the results of what it did once.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Journal {
    pub(super) entries: Vec<Entry>,
    /// The questions that the client was asked last.
    pub(super) pending: Vec<Pending>,
}

/// One thing that a call has learned.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Entry {
    mark: Mark,
    /// None: it did not come in time.
    known: Option<Box<RawValue>>,
}

/// A question that waits for its answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Pending {
    pub(super) key: String,
    pub(super) mark: Mark,
    /// When it is too late to answer.
    pub(super) until: Option<u64>,
}

impl Journal {
    /// What is known: `Some(None)` if it came too late.
    pub(super) fn find(&self, mark: &Mark) -> Option<Option<&RawValue>> {
        let entry = self.entries.iter().find(|entry| entry.mark == *mark)?;
        Some(entry.known.as_deref())
    }

    pub(super) fn learn(&mut self, mark: Mark, known: Option<Box<RawValue>>) {
        self.entries.push(Entry { mark, known });
    }

    pub(super) fn forget(&mut self, mark: &Mark) {
        self.entries.retain(|entry| entry.mark != *mark);
    }

    /// When a question that was asked before is too late to be answered.
    pub(super) fn until(&self, mark: &Mark) -> Option<u64> {
        self.pending.iter().find(|pending| pending.mark == *mark)?.until
    }

    /// Takes what a client answers to what it was asked, and nothing else.
    pub(super) fn take_answers(&mut self, mut answers: serde_json::Map<String, serde_json::Value>) {
        let now = now();
        for Pending { key, mark, until } in std::mem::take(&mut self.pending) {
            if until.is_some_and(|until| until < now) {
                self.learn(mark, None);
            } else if let Some(answer) = answers.remove(&key) {
                self.learn(mark, serde_json::value::to_raw_value(&answer).ok());
            } else {
                self.pending.push(Pending { key, mark, until });
            }
        }
    }
}

/// Milliseconds since 1970: what several processes agree on.
pub(super) fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    millis(since)
}

pub(super) fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
