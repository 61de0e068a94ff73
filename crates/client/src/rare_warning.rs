//! Warnings that a server can cause again and again.

use std::time::{Duration, Instant};

use crate::sync::Mutex;

/// How long there is no other warning after one.
const PAUSE: Duration = Duration::from_secs(60);

/// Lets a warning through once a minute, so that no server fills the log.
#[derive(Default)]
pub(super) struct RareWarning(Mutex<Option<Instant>>);

impl RareWarning {
    /// Whether it is time for the warning.
    pub(super) fn is_due(&self) -> bool {
        let mut last = self.0.lock();
        let is_due = last.is_none_or(|last| last.elapsed() >= PAUSE);
        if is_due {
            *last = Some(Instant::now());
        }
        is_due
    }
}
