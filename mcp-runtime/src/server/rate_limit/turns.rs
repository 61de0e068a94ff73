//! Turns: how many calls of a tool run at the same time, and who is next.
//!
//! Callers take turns, whatever the number of their calls: each waiting call of a caller belongs to
//! a later round than the one before, and the earliest round is served first. Somebody who calls
//! once thus waits for one call of each other caller at most, and not for all that they have
//! queued.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use tokio::sync::oneshot;

use crate::caller::Caller;
use crate::debug::short_debug;
use crate::sync::Mutex;

/// The turns of one tool, or of something else that is done for callers.
pub struct Turns {
    most: usize,
    queue: Mutex<TurnQueue>,
}

#[derive(Default)]
struct TurnQueue {
    /// How many turns are held.
    running: usize,
    /// The waiting calls, by their round and then in the order of arrival.
    waiting: BTreeMap<Place, oneshot::Sender<Turn>>,
    /// Of callers with waiting calls: how many, and the round of the last one.
    callers: HashMap<Caller, (usize, u64)>,
    /// The round that is being served.
    round: u64,
    arrived: u64,
}

/// The round of a waiting call, and its number.
type Place = (u64, u64);

short_debug!(Turns { most });

/// The right to run, which passes to the next call when it is dropped.
pub struct Turn(Arc<Turns>);

short_debug!(Turn {});

/// A waiting call, which leaves the queue when it is dropped.
struct QueuedCall<'a> {
    turns: &'a Turns,
    caller: &'a Caller,
    place: Place,
}

impl Turns {
    /// Lets this many run at the same time, and at least one.
    pub fn new(most: usize) -> Arc<Self> {
        Arc::new(Self { most: most.max(1), queue: Mutex::default() })
    }

    /// Waits for a turn. Dropping the future gives the place in the queue up.
    pub async fn wait(self: &Arc<Self>, caller: &Caller) -> Turn {
        let (place, turn) = {
            let mut queue = self.queue.lock();
            if queue.running < self.most {
                queue.running += 1;
                return Turn(Arc::clone(self));
            }
            queue.enter(caller)
        };
        let waiting = QueuedCall { turns: self, caller, place };
        let turn = turn.await;
        drop(waiting);
        // The sender is dropped with the queue only, which this call holds.
        turn.unwrap_or_else(|_| Turn(Arc::clone(self)))
    }

    #[cfg(test)]
    fn sizes(&self) -> (usize, usize, usize) {
        let queue = self.queue.lock();
        (queue.running, queue.waiting.len(), queue.callers.len())
    }
}

impl TurnQueue {
    fn enter(&mut self, caller: &Caller) -> (Place, oneshot::Receiver<Turn>) {
        let round = match self.callers.get_mut(caller) {
            Some((count, last)) => {
                *count += 1;
                *last = self.round.max(*last + 1);
                *last
            }
            None => {
                self.callers.insert(caller.clone(), (1, self.round));
                self.round
            }
        };
        self.arrived += 1;
        let place = (round, self.arrived);
        let (sender, receiver) = oneshot::channel();
        self.waiting.insert(place, sender);
        (place, receiver)
    }

    /// The call whose turn it is; without one, there is one turn more.
    fn next(&mut self) -> Option<oneshot::Sender<Turn>> {
        match self.waiting.pop_first() {
            Some(((round, _), sender)) => {
                self.round = round;
                Some(sender)
            }
            None => {
                self.running -= 1;
                None
            }
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        // Sent without the lock: a call that has just left gives its turn back at once.
        let next = self.0.queue.lock().next();
        if let Some(next) = next {
            let _ = next.send(Self(Arc::clone(&self.0)));
        }
    }
}

impl Drop for QueuedCall<'_> {
    fn drop(&mut self) {
        let mut queue = self.turns.queue.lock();
        queue.waiting.remove(&self.place);
        if let Some((count, _)) = queue.callers.get_mut(self.caller) {
            *count -= 1;
            if *count == 0 {
                queue.callers.remove(self.caller);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::pin::Pin;
    use std::task::{Context, Poll, Waker};

    use super::*;

    type Wait<'a> = Pin<Box<dyn Future<Output = Turn> + 'a>>;

    fn caller(id: u64) -> Caller {
        Caller::Connection(id)
    }

    fn poll(wait: &mut Wait<'_>) -> Option<Turn> {
        match wait.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(turn) => Some(turn),
            Poll::Pending => None,
        }
    }

    #[test]
    fn each_caller_has_its_turn_whatever_another_has_queued() {
        let turns = Turns::new(1);
        let ann = caller(1);
        let bob = caller(2);
        let eve = caller(3);
        let mut held = poll(&mut (Box::pin(turns.wait(&ann)) as Wait<'_>));
        assert!(held.is_some());
        let mut queue: Vec<(&str, Wait<'_>)> = Vec::new();
        for (name, caller, calls) in [("ann", &ann, 60), ("bob", &bob, 2), ("eve", &eve, 1)] {
            for _ in 0..calls {
                let mut wait: Wait<'_> = Box::pin(turns.wait(caller));
                assert!(poll(&mut wait).is_none());
                queue.push((name, wait));
            }
        }
        let mut order = Vec::new();
        while !queue.is_empty() {
            drop(held.take());
            let mut at = 0;
            while held.is_none() {
                held = poll(&mut queue[at].1);
                at += usize::from(held.is_none());
            }
            order.push(queue.remove(at).0);
        }
        assert_eq!(order[..5], ["ann", "bob", "eve", "ann", "bob"]);
        assert!(order[5..].iter().all(|name| *name == "ann"));
        drop(held);
        assert_eq!(turns.sizes(), (0, 0, 0));
    }

    #[test]
    fn who_leaves_the_queue_leaves_nothing_behind_and_keeps_no_turn() {
        let turns = Turns::new(1);
        let ann = caller(1);
        let held = poll(&mut (Box::pin(turns.wait(&ann)) as Wait<'_>));
        for _ in 0..10_000 {
            let mut wait: Wait<'_> = Box::pin(turns.wait(&ann));
            assert!(poll(&mut wait).is_none());
        }
        assert_eq!(turns.sizes(), (1, 0, 0));
        // One that is given the turn, and leaves before it knows.
        let mut gone: Wait<'_> = Box::pin(turns.wait(&ann));
        let mut next: Wait<'_> = Box::pin(turns.wait(&ann));
        assert!(poll(&mut gone).is_none() && poll(&mut next).is_none());
        drop(held);
        assert!(poll(&mut next).is_none());
        drop(gone);
        let held = poll(&mut next);
        assert!(held.is_some());
        drop((held, next));
        assert_eq!(turns.sizes(), (0, 0, 0));
    }
}
