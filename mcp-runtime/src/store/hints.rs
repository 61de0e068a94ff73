//! Hints: messages that replicas publish to each other, to be faster than by polling.

use std::collections::VecDeque;
use std::sync::{Arc, Weak};

use tokio::sync::Notify;

use crate::debug::short_debug;
use crate::sync::Mutex;

/// The maximum number of bytes of hints that wait for a receiver that does not read them.
const MAX_WAITING_BYTES: usize = 1024 * 1024;

/// The overhead of a hint, in bytes.
const HINT: usize = 64;

/// The hints of other replicas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// A hint that a replica published.
    Published(Arc<[u8]>),
    /// Some hints were lost: the receiver has to check for what they might have reported.
    Lost,
}

/// A stream of incoming hints.
pub struct Hints(Arc<HintChannel>);

/// The sending half of [`Hints`], which a store holds.
pub struct HintSender(Weak<HintChannel>);

#[derive(Default)]
struct HintChannel {
    queue: Mutex<Queue>,
    changed: Notify,
}

#[derive(Default)]
struct Queue {
    hints: VecDeque<Arc<[u8]>>,
    bytes: usize,
    lost: bool,
    closed: bool,
}

impl Hints {
    /// For stores: creates a stream of hints, and its sender.
    ///
    /// The queue holds one mebibyte; a receiver that falls behind loses all queued hints, and is
    /// notified with [`Hint::Lost`].
    #[inline]
    pub fn channel() -> (HintSender, Self) {
        let waiting = Arc::<HintChannel>::default();
        (HintSender(Arc::downgrade(&waiting)), Self(waiting))
    }

    /// Waits for the next hint; `None` when the store is closed. This is cancel safe: dropping the
    /// future loses nothing.
    #[inline]
    pub async fn next(&mut self) -> Option<Hint> {
        loop {
            if let Some(next) = self.0.queue.lock().next() {
                return next;
            }
            self.0.changed.notified().await;
        }
    }
}

impl Queue {
    /// The next hint, or the end; `None` while there is neither.
    #[inline]
    fn next(&mut self) -> Option<Option<Hint>> {
        if std::mem::take(&mut self.lost) {
            return Some(Some(Hint::Lost));
        }
        match self.hints.pop_front() {
            Some(hint) => {
                self.bytes -= hint.len() + HINT;
                Some(Some(Hint::Published(hint)))
            }
            None => self.closed.then_some(None),
        }
    }

    #[inline]
    fn lose(&mut self) {
        *self = Self { lost: true, ..Self::default() };
    }
}

impl HintSender {
    /// Passes a hint on. Returns `false` if the receiver is gone: the sender can be dropped.
    #[inline]
    pub fn send(&self, hint: Arc<[u8]>) -> bool {
        self.change(|queue| {
            queue.bytes += hint.len() + HINT;
            if queue.bytes > MAX_WAITING_BYTES { queue.lose() } else { queue.hints.push_back(hint) }
        })
    }

    /// Reports that hints were lost, such as when a connection broke. Returns `false` if the
    /// receiver is gone.
    #[inline]
    pub fn lost(&self) -> bool {
        self.change(Queue::lose)
    }

    #[inline]
    fn change(&self, change: impl FnOnce(&mut Queue)) -> bool {
        let Some(waiting) = self.0.upgrade() else { return false };
        change(&mut waiting.queue.lock());
        waiting.changed.notify_one();
        true
    }
}

impl Drop for HintSender {
    #[inline]
    fn drop(&mut self) {
        self.change(|queue| queue.closed = true);
    }
}

short_debug!(Hints {});
short_debug!(HintSender {});

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn hints_are_heard_in_their_order_until_the_sender_is_gone() {
        let (sender, mut hints) = Hints::channel();
        assert!(sender.send((*b"1").into()));
        assert!(sender.send((*b"2").into()));
        drop(sender);
        assert_eq!(hints.next().await, Some(Hint::Published((*b"1").into())));
        assert_eq!(hints.next().await, Some(Hint::Published((*b"2").into())));
        assert_eq!(hints.next().await, None);
    }

    #[tokio::test]
    async fn a_receiver_that_does_not_listen_is_told_that_it_lost_some() {
        let (sender, mut hints) = Hints::channel();
        let large: Arc<[u8]> = vec![0; MAX_WAITING_BYTES / 4].into();
        for _ in 0..4 {
            assert!(sender.send(Arc::clone(&large)));
        }
        assert!(sender.send((*b"after").into()));
        assert_eq!(hints.next().await, Some(Hint::Lost));
        assert_eq!(hints.next().await, Some(Hint::Published((*b"after").into())));
    }

    #[test]
    fn a_sender_learns_that_nobody_listens() {
        let (sender, hints) = Hints::channel();
        drop(hints);
        assert!(!sender.send((*b"1").into()));
        assert!(!sender.lost());
    }
}
