//! The deadlines of requests.

use std::time::Duration;

use tokio::time::Instant;

/// Longer than any caller waits, and short enough to be added to an `Instant`.
pub(super) const MAX_TIMEOUT: Duration = Duration::from_secs(60 * 60 * 24 * 365 * 10);

/// The instant at which a duration that starts now is over.
pub(super) fn after(time: Duration) -> Instant {
    Instant::now() + time.min(MAX_TIMEOUT)
}

/// The deadline of a request.
pub(super) struct Deadline {
    /// The limit without any activity.
    idle: Duration,
    /// The total limit.
    total: Duration,
    started: Instant,
}

impl Deadline {
    pub(super) fn new(idle: Duration, total: Duration) -> Self {
        Self { idle: idle.min(MAX_TIMEOUT), total: total.min(MAX_TIMEOUT), started: Instant::now() }
    }

    /// The first deadline.
    pub(super) fn first(&self) -> Instant {
        self.started + self.idle.min(self.total)
    }

    /// The deadline after the last activity; the error is the limit that was reached.
    pub(super) fn next(&self, active: Option<Instant>) -> Result<Instant, Duration> {
        let now = Instant::now();
        let end = self.started + self.total;
        let next = active.map(|active| (active + self.idle).min(end)).filter(|next| *next > now);
        next.ok_or(if now < end { self.idle } else { self.total })
    }
}
