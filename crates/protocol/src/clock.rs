//! The wall clock, on which processes agree.

use std::sync::LazyLock;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Returns the milliseconds since 1970, on which several processes agree.
///
/// If a test moves tokio's clock, this one moves with it, and by nothing else.
#[inline]
pub fn now() -> u64 {
    let before = Instant::now();
    let tokio = tokio::time::Instant::now().into_std();
    let is_real = (before..=Instant::now()).contains(&tokio);
    let now = if is_real { SystemTime::now() } else { at(tokio) };
    millis(now.duration_since(UNIX_EPOCH).unwrap_or_default())
}

/// Returns the time at a reading of a clock that a test has paused.
///
/// Two clocks are never read at the same moment, so their difference is taken only once: on a busy
/// machine it would change from call to call, and time would go back.
#[inline]
fn at(tokio: Instant) -> SystemTime {
    static CLOCKS: LazyLock<(Instant, SystemTime)> =
        LazyLock::new(|| (Instant::now(), SystemTime::now()));
    let (instant, system) = *CLOCKS;
    let ahead = tokio.saturating_duration_since(instant);
    let behind = instant.saturating_duration_since(tokio);
    system + ahead - behind
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
        std::thread::sleep(Duration::from_millis(3));
        assert_eq!(now(), start);
        tokio::time::sleep(Duration::from_secs(3600)).await;
        assert_eq!(now(), start + 3_600_000);
    }

    #[tokio::test]
    async fn it_is_the_clock_of_the_system() {
        let system = millis(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default());
        assert!(now().abs_diff(system) < 60_000);
    }
}
