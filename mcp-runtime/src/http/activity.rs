//! What a connection does: the requests that are served on it, the bytes that are waiting to be
//! written, and the deadline for the head of its next request.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use http::Version;
use tokio::time::{Instant, Sleep, sleep};

use super::poll_on_wake::PollOnWake;

/// How long the head of a request may take, from its first byte or from when the connection was
/// accepted.
const HEAD_TIME: Duration = Duration::from_secs(10);

/// How much of bodies is in the buffer of an HTTP/1 connection at most, in bytes: what fits into
/// 16 KiB, with a head. hyper does not shrink the buffer, and what is in it is not charged to the
/// caller any more.
const BUFFERED_BYTES: usize = 15 * 1024;

/// What a connection does: which requests are served on it, and whether its client reads.
#[derive(Default)]
pub(crate) struct Activity {
    begun: AtomicU64,
    ended: AtomicU64,
    /// How many of the requests had ended when the buffer of hyper was last empty.
    written: AtomicU64,
    /// HTTP/2 has pings instead, once its first request has begun.
    is_http2: AtomicBool,
    is_stalled: AtomicBool,
    /// How many bytes of bodies were copied into the buffer of hyper since it was empty. One task
    /// polls bodies and the connection, so that nothing has to be synchronised.
    buffered: AtomicUsize,
    /// Whether the rest of a body waits until that buffer is empty.
    is_body_held: AtomicBool,
    /// Whether the connection ends while its client may still send a body.
    is_body_unread: AtomicBool,
    /// Whether something was received since the end of the last request.
    is_receiving: AtomicBool,
}

/// A request that is being served; dropping it ends it.
pub(crate) struct ServedRequest(Arc<Activity>);

impl Activity {
    /// Counts a request.
    pub(crate) fn begin(self: &Arc<Self>, version: Version) -> ServedRequest {
        self.is_http2.store(version >= Version::HTTP_2, Ordering::Relaxed);
        self.begun.fetch_add(1, Ordering::Relaxed);
        ServedRequest(Arc::clone(self))
    }

    /// How many requests have begun.
    pub(crate) fn begun(&self) -> u64 {
        self.begun.load(Ordering::Relaxed)
    }

    /// Records whether a response waits for the client to read.
    pub(crate) fn set_stalled(&self, is_stalled: bool) {
        self.is_stalled.store(is_stalled, Ordering::Relaxed);
    }

    /// Records that the buffer of hyper is empty; returns whether the rest of a body waits for that.
    pub(crate) fn end_flush(&self) -> bool {
        self.buffered.store(0, Ordering::Relaxed);
        self.written.store(self.ended.load(Ordering::Relaxed), Ordering::Relaxed);
        self.is_body_held.load(Ordering::Relaxed)
            && self.is_body_held.swap(false, Ordering::Relaxed)
    }

    /// Whether what is written may be of a response of the service. Those of HTTP/2 wait in buffers
    /// of their own.
    pub(crate) fn is_responding(&self) -> bool {
        self.written.load(Ordering::Relaxed) != self.begun()
            || self.is_http2.load(Ordering::Relaxed)
    }

    /// Records that something was received.
    pub(crate) fn set_receiving(&self) {
        self.is_receiving.store(true, Ordering::Relaxed);
    }

    /// Whether the connection ends while its client may still send a body.
    pub(crate) fn is_body_unread(&self) -> bool {
        self.is_body_unread.load(Ordering::Relaxed)
    }

    /// Whether the connection can only wait for the head of a request.
    pub(crate) fn awaits_head(&self) -> bool {
        let is_set = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
        let begun = self.begun();
        // Before the first request, the handshake of HTTP/2 may be stalled.
        begun == 0
            || self.ended.load(Ordering::Relaxed) == begun
                && !is_set(&self.is_stalled)
                && !is_set(&self.is_http2)
    }
}

impl ServedRequest {
    /// Returns how many of `length` bytes of a body hyper may have now, and counts them.
    pub(crate) fn reserve(&self, length: usize) -> usize {
        if self.0.is_http2.load(Ordering::Relaxed) {
            return length;
        }
        let buffered = self.0.buffered.load(Ordering::Relaxed);
        let room = length.min(BUFFERED_BYTES.saturating_sub(buffered));
        self.0.buffered.store(buffered + room, Ordering::Relaxed);
        room
    }

    /// Records that the connection ends before the body of the request is read.
    pub(crate) fn leave_body(&self) {
        self.0.is_body_unread.store(true, Ordering::Relaxed);
    }

    /// Makes the body wait if hyper has enough of it; it is polled again when it may continue.
    pub(crate) fn hold_if_full(&self) -> bool {
        let is_full = !self.0.is_http2.load(Ordering::Relaxed)
            && self.0.buffered.load(Ordering::Relaxed) >= BUFFERED_BYTES;
        if is_full {
            self.0.is_body_held.store(true, Ordering::Relaxed);
        }
        is_full
    }
}

impl Drop for ServedRequest {
    fn drop(&mut self) {
        self.0.is_receiving.store(false, Ordering::Relaxed);
        self.0.ended.fetch_add(1, Ordering::Relaxed);
    }
}

/// Resolves when the head of the next request is late, or has not begun for too long. It is polled
/// after its connection.
///
/// Until the first request even the HTTP version is unknown, and nothing else limits that time. Load
/// balancers keep connections for later requests, and send one in vain if the server closes it first.
///
/// hyper can have such a deadline, too, but allocates a timer for every head, which costs more than
/// reading most of them. Here a connection has one timer: it is reset when it fires too early, not
/// for every request.
pub(crate) struct HeadDeadline {
    activity: Arc<Activity>,
    /// How long there may be no request.
    idle_time: Duration,
    awaited: Option<AwaitedHead>,
    timer: PollOnWake<Sleep>,
}

/// A head that is awaited: after how many requests, and whether it has begun.
#[derive(Clone, Copy, PartialEq, Eq)]
struct AwaitedHead {
    after: u64,
    has_begun: bool,
    /// When it has to be there. Of an idle connection that is known when the timer fires next: to
    /// ask for the time after each request would cost more than to wait for up to twice as long.
    deadline: Option<Instant>,
}

impl HeadDeadline {
    pub(crate) fn new(activity: Arc<Activity>, idle_time: Duration) -> Self {
        Self { activity, idle_time, awaited: None, timer: PollOnWake::new(sleep(HEAD_TIME)) }
    }

    /// Returns the head that is awaited now.
    fn awaited(&self) -> AwaitedHead {
        let after = self.activity.begun();
        let has_begun = after > 0 && self.activity.is_receiving.load(Ordering::Relaxed);
        match self.awaited {
            Some(head) if head.after == after && head.has_begun == has_begun => head,
            _ => {
                let is_idle = after > 0 && !has_begun;
                let deadline = (!is_idle).then(|| Instant::now() + HEAD_TIME);
                AwaitedHead { after, has_begun, deadline }
            }
        }
    }
}

impl Future for HeadDeadline {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        if !self.activity.awaits_head() {
            self.awaited = None;
            return Poll::Pending;
        }
        let mut head = self.awaited();
        self.awaited = Some(head);
        // A head has begun, which has less time than there was for none.
        if let Some(deadline) = head.deadline
            && self.timer.get().deadline() > deadline
        {
            self.timer.change().reset(deadline);
        }
        loop {
            ready!(Pin::new(&mut self.timer).poll(cx));
            let idle_time = self.idle_time;
            let deadline = *head.deadline.get_or_insert_with(|| Instant::now() + idle_time);
            if self.timer.get().deadline() >= deadline {
                return Poll::Ready(());
            }
            self.awaited = Some(head);
            self.timer.change().reset(deadline);
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::timeout;

    use super::*;

    fn deadline_of(activity: &Arc<Activity>) -> HeadDeadline {
        HeadDeadline::new(Arc::clone(activity), Duration::from_secs(40))
    }

    /// How long it takes until the head is late, if that is within a minute.
    async fn late_after(deadline: &mut HeadDeadline) -> Option<u64> {
        let start = Instant::now();
        timeout(Duration::from_secs(60), deadline).await.ok().map(|()| start.elapsed().as_secs())
    }

    #[tokio::test(start_paused = true)]
    async fn a_head_has_its_time_from_its_first_byte() {
        let activity = Arc::<Activity>::default();
        let mut deadline = deadline_of(&activity);
        assert!(timeout(Duration::from_secs(7), &mut deadline).await.is_err());
        activity.set_receiving();
        assert_eq!(late_after(&mut deadline).await, Some(3));

        // Requests may follow each other unseen by the deadline.
        for _ in 0..3 {
            drop(activity.begin(Version::HTTP_11));
            activity.set_receiving();
            assert!(timeout(Duration::from_secs(7), &mut deadline).await.is_err());
        }
        assert_eq!(late_after(&mut deadline).await, Some(3));

        let request = activity.begin(Version::HTTP_11);
        assert_eq!(late_after(&mut deadline).await, None);
        drop(request);
        let idle = late_after(&mut deadline).await.unwrap();
        assert!((40..60).contains(&idle), "{idle}");
    }

    #[test]
    fn a_response_is_written_once_hyper_has_all_of_it_and_keeps_nothing_back() {
        let activity = Arc::<Activity>::default();
        assert!(!activity.is_responding());
        for _ in 0..2 {
            let request = activity.begin(Version::HTTP_11);
            // The start of a long body is written while the rest waits.
            activity.end_flush();
            assert!(activity.is_responding());
            drop(request);
            assert!(activity.is_responding());
            activity.end_flush();
            assert!(!activity.is_responding());
        }
        drop(activity.begin(Version::HTTP_2));
        activity.end_flush();
        assert!(activity.is_responding());
    }

    #[tokio::test(start_paused = true)]
    async fn a_connection_may_be_idle_for_longer_than_a_head_may_take() {
        let activity = Arc::<Activity>::default();
        let mut deadline = deadline_of(&activity);
        drop(activity.begin(Version::HTTP_11));
        assert!(timeout(Duration::from_secs(35), &mut deadline).await.is_err());
        activity.set_receiving();
        assert_eq!(late_after(&mut deadline).await, Some(10));
    }

    #[tokio::test(start_paused = true)]
    async fn there_is_none_for_slow_readers_and_for_http2() {
        let activity = Arc::<Activity>::default();
        let mut deadline = deadline_of(&activity);
        drop(activity.begin(Version::HTTP_11));
        activity.set_stalled(true);
        assert_eq!(late_after(&mut deadline).await, None);
        activity.set_stalled(false);
        assert_eq!(late_after(&mut deadline).await, Some(40));

        drop(activity.begin(Version::HTTP_2));
        assert_eq!(late_after(&mut deadline).await, None);
    }

    /// A client could prolong it again and again by frames of HTTP/2 whose answers it does not read.
    #[tokio::test(start_paused = true)]
    async fn the_first_head_has_its_time_even_if_the_client_does_not_read() {
        let activity = Arc::<Activity>::default();
        let mut deadline = deadline_of(&activity);
        activity.set_stalled(true);
        assert!(timeout(Duration::from_secs(7), &mut deadline).await.is_err());
        activity.set_stalled(false);
        assert_eq!(late_after(&mut deadline).await, Some(3));
    }
}
