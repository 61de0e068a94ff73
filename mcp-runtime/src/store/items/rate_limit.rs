//! Rate limits.
//!
//! Each has a single timestamp: when everything that was taken will have been refilled.

use std::time::Duration;

use super::Items;
use crate::store::error::StoreError;
use crate::store::key::StoreKey;
use crate::store::rate_limit::RateLimit;

/// A limit in memory: microseconds since 1970.
#[derive(Default)]
pub(super) struct LimitItem(pub(super) u64);

impl Items {
    #[inline]
    pub(in crate::store) fn take(
        &mut self,
        key: &StoreKey,
        limit: RateLimit,
        cost: u32,
        now: u64,
    ) -> Result<Option<Duration>, StoreError> {
        let RateLimit { burst, per_unit } = limit;
        if cost > burst {
            let text = format!(
                "a cost of {cost} can never be paid: the rate limit {key} allows at most {burst} at once"
            );
            return Err(StoreError::Refused(text));
        }
        let unit = u64::try_from(per_unit.as_micros()).unwrap_or(u64::MAX);
        let free_at = self.typed::<LimitItem>(key)?.map_or(0, |limit| limit.0);
        let start = now.saturating_mul(1000);
        let at = free_at.max(start).saturating_add(unit.saturating_mul(cost.into()));
        let latest = start.saturating_add(unit.saturating_mul(burst.into()));
        if at > latest {
            return Ok(Some(Duration::from_micros(at - latest)));
        }
        self.change(key, 0, |limit: &mut LimitItem, expires| {
            limit.0 = at;
            *expires = at.div_ceil(1000);
            None
        })
    }
}
