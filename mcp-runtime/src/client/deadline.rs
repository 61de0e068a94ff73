//! How long an answer is waited for.

use std::time::Duration;

use tokio::time::Instant;

/// Longer than anybody waits, and short enough to be added to a time.
pub(super) const MAX_TIMEOUT: Duration = Duration::from_secs(60 * 60 * 24 * 365 * 10);

/// When a time will be over that begins now.
pub(super) fn after(time: Duration) -> Instant {
    Instant::now() + time.min(MAX_TIMEOUT)
}

/// How long is waited for an answer.
pub(super) struct Deadline {
    /// Without a sign of life.
    idle: Duration,
    /// In all.
    total: Duration,
    started: Instant,
}

impl Deadline {
    pub(super) fn new(idle: Duration, total: Duration) -> Self {
        Self { idle: idle.min(MAX_TIMEOUT), total: total.min(MAX_TIMEOUT), started: Instant::now() }
    }

    /// Until when is waited at first.
    pub(super) fn first(&self) -> Instant {
        self.started + self.idle.min(self.total)
    }

    /// Until when is waited after the last sign of life; the error is the limit that is reached.
    pub(super) fn next(&self, active: Option<Instant>) -> Result<Instant, Duration> {
        let (now, end) = (Instant::now(), self.started + self.total);
        let next = active.map(|active| (active + self.idle).min(end)).filter(|next| *next > now);
        next.ok_or(if now < end { self.idle } else { self.total })
    }
}
