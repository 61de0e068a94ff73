//! The timer for the request heads on one connection.
//!
//! hyper asks for a sleep for every head, and drops it once the head has arrived. Registering each
//! with the timer that all threads share would cost more than reading the head, so a connection has
//! one entry: it is reset when it fires too early, not for every request.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use hyper::rt::{Sleep, Timer};
use tokio::time::{Instant, sleep_until};

use super::poll_on_wake::PollOnWake;
use crate::sync::Mutex;

/// The timer entry of one connection.
pub(crate) struct HeadTimer(SharedSleep);

type SharedSleep = Arc<Mutex<PollOnWake<tokio::time::Sleep>>>;

impl HeadTimer {
    pub(crate) fn new() -> Self {
        Self(Arc::new(Mutex::new(PollOnWake::new(sleep_until(Instant::now())))))
    }
}

impl Timer for HeadTimer {
    fn sleep(&self, duration: Duration) -> Pin<Box<dyn Sleep>> {
        self.sleep_until(self.now() + duration)
    }

    fn sleep_until(&self, deadline: std::time::Instant) -> Pin<Box<dyn Sleep>> {
        Box::pin(Until { deadline: deadline.into(), entry: Arc::clone(&self.0) })
    }

    fn now(&self) -> std::time::Instant {
        Instant::now().into()
    }
}

/// The sleep that hyper waits for, with the entry that wakes it.
struct Until {
    deadline: Instant,
    entry: SharedSleep,
}

impl Future for Until {
    type Output = ();

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let mut entry = self.entry.lock();
        if entry.get().deadline() > self.deadline {
            entry.change().reset(self.deadline);
        }
        loop {
            ready!(Pin::new(&mut *entry).poll(cx));
            if entry.get().deadline() == self.deadline {
                return Poll::Ready(());
            }
            entry.change().reset(self.deadline);
        }
    }
}

impl Sleep for Until {}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each sleep ends on time, whatever the previous ones were.
    #[tokio::test(start_paused = true)]
    async fn wakes_at_the_deadline() {
        let timer = HeadTimer::new();
        for seconds in [10, 10, 3, 20] {
            let dropped =
                tokio::time::timeout(Duration::from_secs(1), timer.sleep(Duration::from_secs(10)));
            assert!(dropped.await.is_err());
            let start = Instant::now();
            timer.sleep(Duration::from_secs(seconds)).await;
            let late = start.elapsed() - Duration::from_secs(seconds);
            assert!(late < Duration::from_millis(10), "{late:?}");
        }
    }
}
