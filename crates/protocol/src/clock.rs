//! The wall clock, on which processes agree.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Returns the milliseconds since 1970, on which several processes agree.
///
/// If a test moves tokio's clock, this one moves with it.
pub fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let (tokio, system) = (tokio::time::Instant::now().into_std(), Instant::now());
    let ahead = tokio.saturating_duration_since(system);
    let behind = system.saturating_duration_since(tokio);
    millis((since + ahead).saturating_sub(behind))
}

/// Returns the seconds since 1970, in which tokens state their times.
pub fn unix_seconds() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

/// Formats a time for messages: ISO 8601, with milliseconds.
pub fn iso(millis: u64) -> String {
    let time = UNIX_EPOCH.checked_add(Duration::from_millis(millis));
    humantime::format_rfc3339_millis(time.unwrap_or(UNIX_EPOCH)).to_string()
}

pub fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn it_moves_with_the_clock_of_a_test() {
        let start = now();
        tokio::time::sleep(Duration::from_secs(3600)).await;
        assert!((3_599_000..3_601_000).contains(&(now() - start)));
    }

    #[tokio::test]
    async fn it_is_the_clock_of_the_system() {
        let system = millis(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default());
        assert!(now().abs_diff(system) < 60_000);
    }
}
