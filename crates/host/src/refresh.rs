//! When the tools of a server are listed again.

use std::collections::VecDeque;
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::{Instant, sleep, timeout, timeout_at};

/// How long a server has to be quiet about its lists until they are fetched: a server that changes
/// a dozen tools tells of each.
const QUIET: Duration = Duration::from_millis(300);

/// How long that is awaited at most.
const LONGEST: Duration = Duration::from_secs(2);

/// How often lists are fetched in a minute because the server says so.
const MAX_PER_MINUTE: usize = 10;

/// The time in which fetches are counted, and after which a server that changes too often is asked
/// again.
const MINUTE: Duration = Duration::from_secs(60);

/// How long to wait before a list that could not be fetched is tried again: at first, and at most.
const RETRY: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(60));

/// The lists of a server that were fetched lately.
#[derive(Debug, Default)]
pub(crate) struct Refreshes {
    lately: VecDeque<Instant>,
    /// How many tries in a row have failed.
    failures: u32,
    /// Whether the list is fetched once a minute, until the server was quiet for that long.
    is_storm: bool,
}

impl Refreshes {
    /// Waits until a list that could not be fetched is tried again: longer after each try, and as
    /// long as the server wants.
    pub(crate) async fn wait_after_failure(&mut self, wanted: Option<Duration>) {
        let pause = RETRY.0.saturating_mul(1 << self.failures.min(16)).min(RETRY.1);
        self.failures += 1;
        sleep(pause.max(wanted.unwrap_or_default())).await;
    }

    /// Notes that a list was fetched.
    pub(crate) fn succeeded(&mut self) {
        self.failures = 0;
    }

    /// Waits until a list has to be fetched again.
    pub(crate) async fn wait(&mut self, server: &str, told: &Notify) {
        if self.is_storm {
            sleep(MINUTE).await;
            if timeout(Duration::ZERO, told.notified()).await.is_ok() {
                return;
            }
            *self = Self::default();
        }
        told.notified().await;
        let longest = Instant::now() + LONGEST;
        loop {
            let next = (Instant::now() + QUIET).min(longest);
            if timeout_at(next, told.notified()).await.is_err() {
                break;
            }
        }
        self.lately.retain(|fetched| fetched.elapsed() < MINUTE);
        self.lately.push_back(Instant::now());
        if self.lately.len() > MAX_PER_MINUTE {
            self.is_storm = true;
            tracing::warn!(
                server,
                "the server changes its tools too often: for now, they are listed only \
                 once a minute"
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    /// How often a list is fetched of a server that tells of changes so often, with these pauses.
    async fn fetched(changes: u32, pause: Duration) -> usize {
        let told = Arc::<Notify>::default();
        let telling = Arc::clone(&told);
        tokio::spawn(async move {
            for _ in 0..changes {
                telling.notify_one();
                sleep(pause).await;
            }
        });
        let mut refreshes = Refreshes::default();
        let mut fetched = 0;
        let end = Instant::now() + pause * changes + Duration::from_secs(100);
        while timeout_at(end, refreshes.wait("test", &told)).await.is_ok() {
            fetched += 1;
        }
        fetched
    }

    #[tokio::test(start_paused = true)]
    async fn a_list_is_fetched_once_the_server_is_quiet() {
        assert_eq!(fetched(1, Duration::ZERO).await, 1);
        assert!(fetched(500, Duration::from_millis(2)).await <= 2);
        assert_eq!(fetched(5, Duration::from_secs(1)).await, 5);
    }

    #[tokio::test(start_paused = true)]
    async fn a_list_that_cannot_be_fetched_is_tried_again_after_longer_and_longer_pauses() {
        let mut refreshes = Refreshes::default();
        let mut pauses = Vec::new();
        for wanted in [None, None, Some(9), Some(300), None, None, None, None] {
            let began = Instant::now();
            refreshes.wait_after_failure(wanted.map(Duration::from_secs)).await;
            pauses.push(began.elapsed().as_secs());
        }
        assert_eq!(pauses, [1, 2, 9, 300, 16, 32, 60, 60]);
        refreshes.succeeded();
        let began = Instant::now();
        refreshes.wait_after_failure(None).await;
        assert_eq!(began.elapsed().as_secs(), 1);
    }

    #[tokio::test(start_paused = true)]
    async fn a_server_that_changes_all_the_time_is_asked_once_a_minute() {
        let fetched = fetched(600, Duration::from_secs(1)).await;
        assert!((15..=22).contains(&fetched), "{fetched}");
    }
}
