//! Limits of rate.

use std::time::Duration;

/// How much may be taken at once, and how fast that becomes free again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateLimit {
    /// As much may be taken at once of a limit of which nothing was taken for long.
    pub burst: u32,
    /// In this time one unit becomes free again.
    pub per_unit: Duration,
}

impl RateLimit {
    /// So many in each period, all of which may be at once.
    pub const fn per(units: u32, period: Duration) -> Self {
        let per_unit = match period.checked_div(units) {
            Some(per_unit) => per_unit,
            None => period,
        };
        Self { burst: units, per_unit }
    }
}
