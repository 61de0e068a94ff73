//! The deadline for the head of the next request on a connection. Until the first request even the
//! HTTP version is unknown, and nothing else limits that time.
//!
//! hyper can have one, too, but allocates a timer for every head, which costs more than reading
//! most of them. Here a connection has one timer: it is reset when it fires too early, not for
//! every request.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::time::{Instant, Sleep, sleep};

use super::connection_stream::Activity;
use super::poll_on_wake::PollOnWake;

/// How long the head of a request may take, from the end of the previous response or from when the
/// connection was accepted.
const HEAD_TIME: Duration = Duration::from_secs(10);

/// Resolves when the head of the next request is late. It is polled after its connection.
pub(crate) struct HeadDeadline {
    activity: Arc<Activity>,
    /// The awaited head: the number of requests before it, and when it has to be there.
    awaited: Option<(u64, Instant)>,
    timer: PollOnWake<Sleep>,
}

impl HeadDeadline {
    pub(crate) fn new(activity: Arc<Activity>) -> Self {
        Self { activity, awaited: None, timer: PollOnWake::new(sleep(HEAD_TIME)) }
    }

    /// Returns the deadline of the awaited head, if one is awaited.
    fn deadline(&mut self) -> Option<Instant> {
        let begun = self.activity.begun();
        self.awaited = match self.awaited {
            _ if !self.activity.awaits_head() => None,
            Some((before, deadline)) if before == begun => Some((before, deadline)),
            _ => Some((begun, Instant::now() + HEAD_TIME)),
        };
        self.awaited.map(|(_, deadline)| deadline)
    }
}

impl Future for HeadDeadline {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let Some(deadline) = self.deadline() else { return Poll::Pending };
        loop {
            ready!(Pin::new(&mut self.timer).poll(cx));
            if self.timer.get().deadline() >= deadline {
                return Poll::Ready(());
            }
            self.timer.change().reset(deadline);
        }
    }
}

#[cfg(test)]
mod tests {
    use http::Version;
    use tokio::time::timeout;

    use super::*;

    /// How long it takes until the head is late, if that is within a minute.
    async fn late_after(deadline: &mut HeadDeadline) -> Option<u64> {
        let start = Instant::now();
        timeout(Duration::from_secs(60), deadline).await.ok().map(|()| start.elapsed().as_secs())
    }

    #[tokio::test(start_paused = true)]
    async fn a_head_has_its_time_from_the_end_of_the_previous_response() {
        let activity = Arc::<Activity>::default();
        let mut deadline = HeadDeadline::new(Arc::clone(&activity));
        assert!(timeout(Duration::from_secs(7), &mut deadline).await.is_err());
        assert_eq!(late_after(&mut deadline).await, Some(3));

        // Requests may follow each other unseen by the deadline.
        for _ in 0..3 {
            drop(activity.begin(Version::HTTP_11));
            assert!(timeout(Duration::from_secs(7), &mut deadline).await.is_err());
        }
        assert_eq!(late_after(&mut deadline).await, Some(3));

        let request = activity.begin(Version::HTTP_11);
        assert_eq!(late_after(&mut deadline).await, None);
        drop(request);
        assert_eq!(late_after(&mut deadline).await, Some(10));
    }

    #[tokio::test(start_paused = true)]
    async fn there_is_none_for_slow_readers_and_for_http2() {
        let activity = Arc::<Activity>::default();
        let mut deadline = HeadDeadline::new(Arc::clone(&activity));
        drop(activity.begin(Version::HTTP_11));
        activity.set_stalled(true);
        assert_eq!(late_after(&mut deadline).await, None);
        activity.set_stalled(false);
        sleep(Duration::from_secs(60)).await;
        assert_eq!(late_after(&mut deadline).await, Some(10));

        drop(activity.begin(Version::HTTP_2));
        assert_eq!(late_after(&mut deadline).await, None);
    }

    /// A client could prolong it again and again by frames of HTTP/2 whose answers it does not read.
    #[tokio::test(start_paused = true)]
    async fn the_first_head_has_its_time_even_if_the_client_does_not_read() {
        let activity = Arc::<Activity>::default();
        let mut deadline = HeadDeadline::new(Arc::clone(&activity));
        activity.set_stalled(true);
        assert!(timeout(Duration::from_secs(7), &mut deadline).await.is_err());
        activity.set_stalled(false);
        assert_eq!(late_after(&mut deadline).await, Some(3));
    }
}
