//! Rate limits in the memory of this process.
//!
//! Only one timestamp is stored for each: when everything that was taken will be free again. That
//! is the generic cell rate algorithm, which the limits of [stores](crate::store) use, too.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use crate::caller::Caller;
use crate::store::RateLimit;

/// The maximum number of callers and tools in the table; beyond it, those that took the least of
/// late are forgotten.
const MAX_RATE_KEYS: usize = 10_000;

/// A caller, and the limit that it takes from.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct RateKey {
    pub(super) name: Arc<str>,
    pub(super) caller: Caller,
}

/// When all that was taken is free again, in microseconds since the server was built.
#[derive(Default)]
pub(super) struct RateTable(HashMap<RateKey, u64>);

impl RateTable {
    /// Takes one from a limit; if it is exhausted, returns how long until the next one.
    pub(super) fn take(&mut self, key: RateKey, limit: RateLimit, now: u64) -> Option<Duration> {
        let unit = u64::try_from(limit.per_unit.as_micros()).unwrap_or(u64::MAX);
        let free_at = self.0.get(&key).copied().unwrap_or_default();
        let at = free_at.max(now).saturating_add(unit);
        let latest = now.saturating_add(unit.saturating_mul(limit.burst.into()));
        if at > latest {
            return Some(Duration::from_micros(at - latest));
        }
        if self.0.len() >= MAX_RATE_KEYS && !self.0.contains_key(&key) {
            self.make_room(now);
        }
        self.0.insert(key, at);
        None
    }

    /// Forgets entries that are free again; if that is not enough, also a tenth of the others, so
    /// that it does not run for every newcomer.
    fn make_room(&mut self, now: u64) {
        self.0.retain(|_, at| *at > now);
        let keep = MAX_RATE_KEYS - MAX_RATE_KEYS / 10;
        if self.0.len() > keep {
            let mut moments: Vec<u64> = self.0.values().copied().collect();
            let position = moments.len() - keep;
            let (_, bound, _) = moments.select_nth_unstable(position);
            let bound = *bound;
            self.0.retain(|_, at| *at >= bound);
        }
        // Entries with equal timestamps were all kept.
        if self.0.len() >= MAX_RATE_KEYS {
            self.0.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate_key(id: u64) -> RateKey {
        RateKey { name: "render".into(), caller: Caller::Connection(id) }
    }

    /// Converts seconds to the unit of the table.
    fn seconds(count: u64) -> u64 {
        count * 1_000_000
    }

    #[test]
    fn a_burst_is_free_and_then_one_waits_for_each() {
        let limit = RateLimit::per(10, Duration::from_secs(60));
        let mut table = RateTable::default();
        for _ in 0..10 {
            assert_eq!(table.take(rate_key(1), limit, seconds(1)), None);
        }
        assert_eq!(table.take(rate_key(1), limit, seconds(1)), Some(Duration::from_secs(6)));
        assert_eq!(table.take(rate_key(1), limit, seconds(5)), Some(Duration::from_secs(2)));
        // A refused call takes nothing, and other callers have limits of their own.
        assert_eq!(table.take(rate_key(2), limit, seconds(5)), None);
        assert_eq!(table.take(rate_key(1), limit, seconds(7)), None);
        assert_eq!(table.take(rate_key(1), limit, seconds(7)), Some(Duration::from_secs(6)));
    }

    #[test]
    fn it_is_bounded_and_forgets_who_took_the_least() {
        let limit = RateLimit::per(2, Duration::from_secs(3600));
        let mut table = RateTable::default();
        for _ in 0..2 {
            table.take(rate_key(0), limit, seconds(1));
        }
        for id in 1..=3 * MAX_RATE_KEYS as u64 {
            assert_eq!(table.take(rate_key(id), limit, seconds(1) + id), None);
            assert!(table.0.len() <= MAX_RATE_KEYS);
        }
        assert!(table.take(rate_key(0), limit, seconds(2)).is_some(), "it took twice as much");
        // All of them take at the same time.
        let mut table = RateTable::default();
        for id in 0..3 * MAX_RATE_KEYS as u64 {
            assert_eq!(table.take(rate_key(id), limit, seconds(1)), None);
            assert!(table.0.len() <= MAX_RATE_KEYS);
        }
    }
}
