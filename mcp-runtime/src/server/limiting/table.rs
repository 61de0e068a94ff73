//! Limits of rate in the memory of this process.
//!
//! Of each only one moment is known: when all that was taken will have become free again. That is the
//! generic cell rate algorithm, as the limits of [stores](crate::store) have it.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use crate::caller::Caller;
use crate::store::RateLimit;

/// Of how many callers and tools it is known what they took; then those are forgotten that took the least
/// of late.
const MAX_TAKERS: usize = 10_000;

/// Who takes, and of what.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Taker {
    pub(super) name: Arc<str>,
    pub(super) caller: Caller,
}

/// What was taken, in microseconds since the table was made.
#[derive(Default)]
pub(super) struct RateTable(HashMap<Taker, u64>);

impl RateTable {
    /// Takes one of a limit; otherwise, how long it takes until there is one.
    pub(super) fn take(&mut self, taker: Taker, limit: RateLimit, now: u64) -> Option<Duration> {
        let unit = u64::try_from(limit.per_unit.as_micros()).unwrap_or(u64::MAX);
        let free_at = self.0.get(&taker).copied().unwrap_or_default();
        let at = free_at.max(now).saturating_add(unit);
        let latest = now.saturating_add(unit.saturating_mul(limit.burst.into()));
        if at > latest {
            return Some(Duration::from_micros(at - latest));
        }
        if self.0.len() >= MAX_TAKERS && !self.0.contains_key(&taker) {
            self.make_room(now);
        }
        self.0.insert(taker, at);
        None
    }

    /// Forgets those of whom all is free again; where that is not enough, a tenth of the others, so
    /// that it is not done for each that comes.
    fn make_room(&mut self, now: u64) {
        self.0.retain(|_, at| *at > now);
        let keep = MAX_TAKERS - MAX_TAKERS / 10;
        if self.0.len() > keep {
            let mut moments: Vec<u64> = self.0.values().copied().collect();
            let position = moments.len() - keep;
            let (_, bound, _) = moments.select_nth_unstable(position);
            let bound = *bound;
            self.0.retain(|_, at| *at >= bound);
        }
        // Of equal moments, all were kept.
        if self.0.len() >= MAX_TAKERS {
            self.0.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taker(id: u64) -> Taker {
        Taker { name: "render".into(), caller: Caller::Connection(id) }
    }

    /// As the table has them.
    fn seconds(count: u64) -> u64 {
        count * 1_000_000
    }

    #[test]
    fn a_burst_is_free_and_then_one_waits_for_each() {
        let limit = RateLimit::per(10, Duration::from_secs(60));
        let mut table = RateTable::default();
        for _ in 0..10 {
            assert_eq!(table.take(taker(1), limit, seconds(1)), None);
        }
        assert_eq!(table.take(taker(1), limit, seconds(1)), Some(Duration::from_secs(6)));
        assert_eq!(table.take(taker(1), limit, seconds(5)), Some(Duration::from_secs(2)));
        // What waits takes nothing, and others have their own.
        assert_eq!(table.take(taker(2), limit, seconds(5)), None);
        assert_eq!(table.take(taker(1), limit, seconds(7)), None);
        assert_eq!(table.take(taker(1), limit, seconds(7)), Some(Duration::from_secs(6)));
    }

    #[test]
    fn it_is_bounded_and_forgets_who_took_the_least() {
        let limit = RateLimit::per(2, Duration::from_secs(3600));
        let mut table = RateTable::default();
        for _ in 0..2 {
            table.take(taker(0), limit, seconds(1));
        }
        for id in 1..=3 * MAX_TAKERS as u64 {
            assert_eq!(table.take(taker(id), limit, seconds(1) + id), None);
            assert!(table.0.len() <= MAX_TAKERS);
        }
        assert!(table.take(taker(0), limit, seconds(2)).is_some(), "it took twice as much");
        // All of them took at once.
        let mut table = RateTable::default();
        for id in 0..3 * MAX_TAKERS as u64 {
            assert_eq!(table.take(taker(id), limit, seconds(1)), None);
            assert!(table.0.len() <= MAX_TAKERS);
        }
    }
}
