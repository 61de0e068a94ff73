//! A queue of hints to be published; repeated changes are merged into one hint.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use tokio::sync::{Notify, watch};

use super::hint::{ReplicaHint, SessionHint};
use crate::negotiation::Topic;
use crate::server::Lists;
use crate::sync::Mutex;

/// The maximum size of the queued hints, in bytes.
const MAX_QUEUED_BYTES: usize = 1024 * 1024;

/// The maximum size of several hints that are published at once, in bytes.
const MAX_MESSAGE_BYTES: usize = 64 * 1024;

/// The overhead of a hint, in bytes.
const HINT: usize = 128;

/// The hints to be published.
pub(super) struct HintQueue {
    queued: Mutex<QueuedHints>,
    added: Notify,
    closed: watch::Sender<bool>,
}

#[derive(Default)]
struct QueuedHints {
    lists: Lists<bool>,
    topics: BTreeSet<Topic>,
    /// Each with its recipient.
    sessions: VecDeque<(Option<Arc<str>>, ReplicaHint)>,
    bytes: usize,
    /// Whether there was no room for a hint.
    is_too_much: bool,
}

/// The hints to be published at once, and their recipient.
pub(super) type Publication = (Option<Arc<str>>, Vec<ReplicaHint>);

impl Default for HintQueue {
    #[inline]
    fn default() -> Self {
        let closed = watch::Sender::new(false);
        Self { queued: Mutex::default(), added: Notify::new(), closed }
    }
}

impl HintQueue {
    #[inline]
    pub(super) fn add_topic(&self, topic: &Topic) {
        self.add(|queued| {
            if queued.has_room(ReplicaHint::of(topic).len()) && queued.topics.insert(topic.clone())
            {
                queued.bytes += HINT + ReplicaHint::of(topic).len();
            }
        });
    }

    #[inline]
    pub(super) fn add_lists(&self, lists: Lists<bool>) {
        self.add(|queued| {
            for (queued, changed) in queued.lists.0.iter_mut().zip(lists.0) {
                *queued |= changed;
            }
        });
    }

    pub(super) fn add_session(&self, to: Option<Arc<str>>, hint: SessionHint) {
        let hint = ReplicaHint::Session(hint);
        self.add(|queued| {
            if queued.has_room(hint.len()) {
                queued.bytes += HINT + hint.len();
                queued.sessions.push_back((to, hint));
            }
        });
    }

    /// Queues a hint that anything may have changed, in place of hints that were not published.
    #[inline]
    pub(super) fn add_everything(&self) {
        self.add(|queued| queued.is_too_much = true);
    }

    fn add(&self, add: impl FnOnce(&mut QueuedHints)) {
        add(&mut self.queued.lock());
        self.added.notify_one();
    }

    /// Waits for the next hints to publish; `None` once the queue is closed.
    pub(super) async fn next(&self) -> Option<Publication> {
        loop {
            if let Some(publication) = self.queued.lock().next() {
                return Some(publication);
            }
            tokio::select! {
                biased;
                () = self.closed() => return None,
                () = self.added.notified() => {}
            }
        }
    }

    pub(super) fn close(&self) {
        self.closed.send_replace(true);
    }

    /// Resolves once the queue is closed.
    pub(super) async fn closed(&self) {
        // It cannot fail: `self` owns the sender.
        let _ = self.closed.subscribe().wait_for(|closed| *closed).await;
    }
}

impl QueuedHints {
    /// Whether one more hint of this size fits; if not, everything counts as changed.
    #[inline]
    fn has_room(&mut self, bytes: usize) -> bool {
        let fits = self.bytes + HINT + bytes <= MAX_QUEUED_BYTES;
        if !fits {
            tracing::warn!("too many changes: not all were published to other replicas");
            self.is_too_much = true;
        }
        fits
    }

    #[inline]
    fn next(&mut self) -> Option<Publication> {
        if std::mem::take(&mut self.is_too_much) {
            self.topics.clear();
            self.lists = Lists::default();
            self.bytes = self.sessions.iter().map(|(_, hint)| HINT + hint.len()).sum();
            return Some((None, vec![ReplicaHint::Everything]));
        }
        if self.lists.any() || !self.topics.is_empty() {
            return Some((None, self.next_of_all()));
        }
        let (to, first) = self.sessions.pop_front()?;
        let mut bytes = HINT + first.len();
        let mut hints = vec![first];
        while let Some((_, hint)) = self.sessions.front().filter(|(next, _)| *next == to)
            && bytes + HINT + hint.len() <= MAX_MESSAGE_BYTES
        {
            bytes += HINT + hint.len();
            hints.extend(self.sessions.pop_front().map(|(_, hint)| hint));
        }
        self.bytes -= bytes;
        Some((to, hints))
    }

    #[inline]
    fn next_of_all(&mut self) -> Vec<ReplicaHint> {
        let lists = std::mem::take(&mut self.lists);
        let mut hints = Vec::from_iter(lists.any().then_some(ReplicaHint::Lists(lists.0)));
        let mut bytes = 0;
        while bytes < MAX_MESSAGE_BYTES
            && let Some(topic) = self.topics.pop_first()
        {
            let hint = ReplicaHint::of(&topic);
            bytes += HINT + hint.len();
            hints.push(hint);
        }
        self.bytes -= bytes;
        hints
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resource(name: &str) -> Topic {
        Topic::Resource(crate::protocol::uri::ResourceUri::new(name))
    }

    #[tokio::test]
    async fn what_changes_often_is_published_once() {
        let queue = HintQueue::default();
        for _ in 0..1000 {
            queue.add_topic(&resource("a"));
            queue.add_lists(Lists([true, false, false]));
        }
        let (to, hints) = queue.next().await.unwrap();
        assert!(to.is_none());
        assert!(
            matches!(&*hints, [ReplicaHint::Lists([true, false, false]), ReplicaHint::Resource(_)]),
            "{hints:?}"
        );
        queue.close();
        assert!(queue.next().await.is_none());
        assert_eq!(queue.queued.lock().bytes, 0);
    }

    #[tokio::test]
    async fn where_too_much_waits_everything_counts_as_changed() {
        let queue = HintQueue::default();
        for number in 0..100_000 {
            queue.add_topic(&resource(&number.to_string()));
            queue.add_session(None, SessionHint::Changed("s".into()));
        }
        assert!(queue.queued.lock().bytes <= MAX_QUEUED_BYTES);
        let (_, hints) = queue.next().await.unwrap();
        assert!(matches!(&*hints, [ReplicaHint::Everything]), "{hints:?}");
        queue.close();
        while let Some((_, hints)) = queue.next().await {
            assert!(hints.len() <= MAX_MESSAGE_BYTES / HINT);
        }
        assert_eq!(queue.queued.lock().bytes, 0);
    }
}
