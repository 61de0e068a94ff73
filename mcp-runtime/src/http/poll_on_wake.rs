//! Futures that wait next to a busy one.
//!
//! A task is woken for each request, while the limits of its connection change once in its life.
//! Polling those each time would cost more than the wake-up.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};

use crate::sync::Mutex;

/// A future that is polled only after it was woken.
pub(crate) struct PollOnWake<F> {
    future: Pin<Box<F>>,
    flag: Arc<WakeFlag>,
    task: Waker,
}

/// Wakes the task, and records for which future.
struct WakeFlag {
    is_set: AtomicBool,
    task: Mutex<Waker>,
}

impl<F: Future> PollOnWake<F> {
    pub(crate) fn new(future: F) -> Self {
        let task = Waker::noop().clone();
        let flag = WakeFlag { is_set: AtomicBool::new(true), task: Mutex::new(task.clone()) };
        Self { future: Box::pin(future), flag: Arc::new(flag), task }
    }

    pub(crate) fn get(&self) -> &F {
        &self.future
    }

    /// Returns the future for modification; it is polled again.
    pub(crate) fn change(&mut self) -> Pin<&mut F> {
        self.flag.is_set.store(true, Ordering::Release);
        self.future.as_mut()
    }
}

impl<F: Future> Future for PollOnWake<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<F::Output> {
        if !self.task.will_wake(cx.waker()) {
            self.task.clone_from(cx.waker());
            self.flag.task.lock().clone_from(cx.waker());
        }
        // Usually a load is enough.
        let is_set = &self.flag.is_set;
        if !is_set.load(Ordering::Acquire) || !is_set.swap(false, Ordering::AcqRel) {
            return Poll::Pending;
        }
        let waker = Waker::from(Arc::clone(&self.flag));
        let poll = self.future.as_mut().poll(&mut Context::from_waker(&waker));
        // A completed future does not wake again, but has to report that it is ready again.
        self.flag.is_set.fetch_or(poll.is_ready(), Ordering::AcqRel);
        poll
    }
}

impl Wake for WakeFlag {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        self.is_set.store(true, Ordering::Release);
        self.task.lock().wake_by_ref();
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::time::Duration;

    use tokio::time::{Instant, sleep, timeout};

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn is_polled_at_first_and_when_it_asks() {
        let mut polls = 0;
        let mut sleep = Box::pin(sleep(Duration::from_secs(5)));
        let mut polled = PollOnWake::new(poll_fn(|cx| {
            polls += 1;
            sleep.as_mut().poll(cx)
        }));
        for _ in 0..3 {
            assert!(timeout(Duration::from_secs(1), &mut polled).await.is_err());
        }
        let start = Instant::now();
        // Another task takes it over: the last waker counts.
        timeout(Duration::from_secs(5), async { (&mut polled).await }).await.unwrap();
        assert!(start.elapsed() < Duration::from_secs(3), "{:?}", start.elapsed());
        drop(polled);
        assert_eq!(polls, 2);
    }
}
