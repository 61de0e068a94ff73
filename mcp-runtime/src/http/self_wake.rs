//! Polling again at once what has woken its own task.
//!
//! hyper passes on the body that arrived with a head when the handler asks for it, and wakes the task
//! for that. To poll once more costs less than the way through the scheduler, which each request
//! would take.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::task::{Context, Poll, Wake, Waker};

use crate::sync::Mutex;

/// How often something is polled before others have their turn.
const POLLS: usize = 2;

/// Nothing is polled, and nobody has woken it since.
const WAITS: u8 = 0;
/// It is being polled, and nobody has woken it since that began.
const POLLED: u8 = 1;
/// It is to be polled.
const WOKEN: u8 = 2;

/// Polls what has woken its own task again.
pub(crate) struct SelfWake {
    state: Arc<WakeState>,
    waker: Waker,
    task: Waker,
}

/// Wakes the task, unless that is about to poll.
struct WakeState {
    state: AtomicU8,
    task: Mutex<Waker>,
}

impl SelfWake {
    pub(crate) fn new() -> Self {
        let task = Waker::noop().clone();
        let state =
            Arc::new(WakeState { state: AtomicU8::new(WOKEN), task: Mutex::new(task.clone()) });
        Self { waker: Waker::from(Arc::clone(&state)), state, task }
    }

    /// Polls until it waits for something else than its own task.
    pub(crate) fn poll<T>(
        &mut self,
        cx: &mut Context<'_>,
        mut poll: impl FnMut(&mut Context<'_>) -> Poll<T>,
    ) -> Poll<T> {
        if !self.task.will_wake(cx.waker()) {
            self.task.clone_from(cx.waker());
            self.state.task.lock().clone_from(cx.waker());
        }
        let state = &self.state.state;
        for _ in 0..POLLS {
            state.store(POLLED, Ordering::Release);
            let polled = poll(&mut Context::from_waker(&self.waker));
            let waits = || {
                let waits =
                    state.compare_exchange(POLLED, WAITS, Ordering::AcqRel, Ordering::Acquire);
                waits.is_ok()
            };
            if polled.is_ready() || waits() {
                return polled;
            }
        }
        state.store(WAITS, Ordering::Release);
        cx.waker().wake_by_ref();
        Poll::Pending
    }
}

impl Wake for WakeState {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        if self.state.swap(WOKEN, Ordering::AcqRel) == WAITS {
            self.task.lock().wake_by_ref();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    #[derive(Default)]
    struct Wakes(AtomicUsize);

    impl Wake for Wakes {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Polls once as a task; returns how often something was polled that wakes itself so often, and
    /// the wakes of the task.
    fn polled(self_wake: &mut SelfWake, wakes: usize) -> (usize, usize) {
        let task = Arc::<Wakes>::default();
        let mut polls = 0;
        let poll =
            self_wake.poll(&mut Context::from_waker(&Waker::from(Arc::clone(&task))), |cx| {
                polls += 1;
                if polls <= wakes {
                    cx.waker().wake_by_ref();
                }
                Poll::<()>::Pending
            });
        assert!(poll.is_pending());
        (polls, task.0.load(Ordering::Relaxed))
    }

    #[test]
    fn the_task_is_woken_only_by_what_goes_on_waking_itself() {
        let mut self_wake = SelfWake::new();
        assert_eq!(polled(&mut self_wake, 0), (1, 0));
        assert_eq!(polled(&mut self_wake, 1), (2, 0));
        assert_eq!(polled(&mut self_wake, 2), (2, 1));
        assert_eq!(polled(&mut self_wake, 9), (2, 1));
    }

    #[test]
    fn others_wake_the_task_of_the_last_poll_once() {
        let mut self_wake = SelfWake::new();
        for _ in 0..2 {
            let task = Arc::<Wakes>::default();
            let mut others = None;
            let waker = Waker::from(Arc::clone(&task));
            let poll = self_wake.poll(&mut Context::from_waker(&waker), |cx| {
                others = Some(cx.waker().clone());
                Poll::<()>::Pending
            });
            assert!(poll.is_pending());
            let others = others.unwrap();
            others.wake_by_ref();
            others.wake();
            assert_eq!(task.0.load(Ordering::Relaxed), 1);
        }
    }
}
