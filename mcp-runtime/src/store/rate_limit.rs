//! Rate limits.

use std::time::Duration;

/// A rate limit: how much may be taken at once, and how fast it is refilled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateLimit {
    /// How many units may be taken at once from a full limit.
    pub burst: u32,
    /// The time in which one unit is refilled.
    pub per_unit: Duration,
}

impl RateLimit {
    /// Allows this many units per period, all of which may be taken at once.
    #[inline]
    pub const fn per(units: u32, period: Duration) -> Self {
        let per_unit = match period.checked_div(units) {
            Some(per_unit) => per_unit,
            None => period,
        };
        Self { burst: units, per_unit }
    }
}
