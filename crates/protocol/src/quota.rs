//! Quotas: how much peers may make the process hold, individually and in total.

use std::collections::HashMap;
use std::sync::Arc;

use crate::caller::Caller;
use crate::sync::Mutex;

/// A limit on the bytes, or the number of items, of one kind that callers hold.
///
/// A caller that has used up its share is refused while others are still served.
#[derive(Debug)]
pub struct Quota {
    of_one: usize,
    in_all: usize,
    /// Whether a part is kept for callers that hold little.
    has_room: bool,
    held: Mutex<QuotaUse>,
}

#[derive(Debug, Default)]
struct QuotaUse {
    by_caller: HashMap<Caller, usize>,
    in_all: usize,
}

/// The limit of a quota that was hit, with its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exhausted {
    /// The limit per caller.
    OfCaller(usize),
    /// The limit for all callers together.
    InAll(usize),
}

/// A part of a quota, which is released when it is dropped.
#[derive(Debug)]
pub struct Share {
    quota: Arc<Quota>,
    caller: Caller,
    bytes: usize,
}

impl Quota {
    /// Creates a quota with a limit in bytes for each caller, and for all of them together.
    #[doc(hidden)]
    pub fn new(of_one: usize, in_all: usize) -> Arc<Self> {
        Arc::new(Self { of_one, in_all, has_room: false, held: Mutex::default() })
    }

    /// Creates a quota for what is held for long: its last quarter is for callers that hold no more
    /// than a 256th part of it, so that a few cannot have it all.
    #[doc(hidden)]
    pub fn with_room_for_others(of_one: usize, in_all: usize) -> Arc<Self> {
        Arc::new(Self { of_one, in_all, has_room: true, held: Mutex::default() })
    }

    /// Reserves a share within the limit per caller; `None` if that or the whole quota is used up.
    #[doc(hidden)]
    pub fn reserve_own_part(self: &Arc<Self>, caller: &Caller, bytes: usize) -> Option<Share> {
        self.reserve_within(self.of_one, caller, bytes).ok()
    }

    /// Reserves a share. An anonymous caller may use the whole quota: it may be the only one there
    /// is.
    ///
    /// # Errors
    ///
    /// If a limit was hit.
    #[doc(hidden)]
    pub fn reserve(self: &Arc<Self>, caller: &Caller, bytes: usize) -> Result<Share, Exhausted> {
        let of_one = if *caller == Caller::Anonymous { self.in_all } else { self.of_one };
        self.reserve_within(of_one, caller, bytes)
    }

    /// Charges a share regardless of the limits, for what is held already.
    #[doc(hidden)]
    #[inline]
    pub fn charge(self: &Arc<Self>, caller: &Caller, bytes: usize) -> Share {
        let mut held = self.held.lock();
        held.in_all = held.in_all.saturating_add(bytes);
        let own = held.by_caller.entry(caller.clone()).or_default();
        *own = own.saturating_add(bytes);
        Share { quota: Arc::clone(self), caller: caller.clone(), bytes }
    }

    fn reserve_within(
        self: &Arc<Self>,
        of_one: usize,
        caller: &Caller,
        bytes: usize,
    ) -> Result<Share, Exhausted> {
        let mut held = self.held.lock();
        let own = held.by_caller.get(caller).copied().unwrap_or_default();
        let within = |held: usize, limit| held.checked_add(bytes).filter(|held| *held <= limit);
        let in_all = within(held.in_all, self.in_all).ok_or(Exhausted::InAll(self.in_all))?;
        let own = within(own, of_one).ok_or(Exhausted::OfCaller(of_one))?;
        let most = self.in_all - self.in_all / 4;
        let is_little = own <= (self.in_all / 256).max(1) || *caller == Caller::Anonymous;
        if self.has_room && in_all > most && !is_little {
            return Err(Exhausted::InAll(most));
        }
        held.in_all = in_all;
        held.by_caller.insert(caller.clone(), own);
        Ok(Share { quota: Arc::clone(self), caller: caller.clone(), bytes })
    }
}

impl Share {
    /// Grows the share to at least `bytes`.
    #[doc(hidden)]
    pub fn grow(&mut self, bytes: usize) -> Result<(), Exhausted> {
        let more = bytes.saturating_sub(self.bytes);
        if more > 0 {
            let mut share = self.quota.reserve(&self.caller, more)?;
            self.bytes += std::mem::take(&mut share.bytes);
        }
        Ok(())
    }

    /// Shrinks the share to `bytes`, and releases the rest.
    #[doc(hidden)]
    pub fn shrink(&mut self, bytes: usize) {
        let less = self.bytes.saturating_sub(bytes);
        self.bytes -= less;
        let mut held = self.quota.held.lock();
        held.in_all -= less;
        if let Some(own) = held.by_caller.get_mut(&self.caller) {
            *own -= less;
            if *own == 0 {
                held.by_caller.remove(&self.caller);
            }
        }
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.shrink(0);
    }
}

/// Held items of at most this many bytes are not charged; longer ones are charged in full.
pub const UNCHARGED_BYTES: usize = 2048;

/// A quota, and the caller that is charged to it.
#[derive(Clone, Debug)]
pub struct Account {
    quota: Arc<Quota>,
    caller: Caller,
}

impl Account {
    #[doc(hidden)]
    pub fn new(quota: &Arc<Quota>, caller: Caller) -> Self {
        Self { quota: Arc::clone(quota), caller }
    }

    /// Grows a share to at least `bytes`, for which up to [`UNCHARGED_BYTES`] none is needed;
    /// returns `false` if the quota is exhausted.
    #[must_use]
    #[doc(hidden)]
    pub fn reserve(&self, share: &mut Option<Share>, bytes: usize) -> bool {
        let reserved = share.as_ref().map_or(UNCHARGED_BYTES, |share| share.bytes);
        if bytes <= reserved {
            return true;
        }
        match share {
            Some(share) => share.grow(bytes).is_ok(),
            None => {
                *share = self.quota.reserve(&self.caller, bytes).ok();
                share.is_some()
            }
        }
    }

    /// Reserves one unit of something that is counted, such as running requests.
    #[doc(hidden)]
    pub fn count_one(&self) -> Result<Share, Exhausted> {
        self.quota.reserve(&self.caller, 1)
    }

    /// Like [`reserve`](Self::reserve), but charges at most the limit per caller: for items of any
    /// length that have to fit if nothing else is held.
    #[must_use]
    #[doc(hidden)]
    pub fn reserve_capped(&self, share: &mut Option<Share>, bytes: usize) -> bool {
        self.reserve(share, bytes.min(self.quota.of_one))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_caller_cannot_use_up_what_is_there_for_all() {
        let quota = Quota::new(10, 15);
        let greedy = Caller::Connection(1);
        let other = Caller::Connection(2);
        let first = quota.reserve_own_part(&greedy, 6);
        assert!(first.is_some());
        assert!(quota.reserve_own_part(&greedy, 5).is_none());
        let second = quota.reserve_own_part(&greedy, 4);
        assert!(second.is_some());
        assert!(quota.reserve_own_part(&other, 6).is_none());
        assert!(quota.reserve_own_part(&other, 5).is_some());
        drop(first);
        assert!(quota.reserve_own_part(&other, 10).is_some());
    }

    #[test]
    fn a_few_callers_leave_room_for_others_that_hold_little() {
        let quota = Quota::with_room_for_others(64, 1024);
        let mut shares = Vec::new();
        let mut take = |caller: u64, most: usize| {
            let caller = Caller::Connection(caller);
            let before = shares.len();
            shares.extend((0..most).map_while(|_| quota.reserve(&caller, 1).ok()));
            shares.len() - before
        };
        assert_eq!((0..16).map(|caller| take(caller, 100)).sum::<usize>(), 12 * 64 + 4 * 4);
        assert_eq!((take(100, 100), take(101, 3)), (4, 3));
        // One of whom nothing is known may be the only one.
        assert!(quota.reserve(&Caller::Anonymous, 100).is_ok());
        // A quota that is small has no part to keep.
        let small = Quota::with_room_for_others(2, 3);
        let both = [(); 2].map(|()| small.reserve(&Caller::Connection(1), 1));
        assert!(both.iter().all(Result::is_ok));
    }

    #[test]
    fn one_of_whom_nothing_is_known_may_have_all() {
        let quota = Quota::new(10, 15);
        let hit = |caller, bytes| quota.reserve(&caller, bytes).unwrap_err();
        assert_eq!(hit(Caller::Connection(1), 11), Exhausted::OfCaller(10));
        let all = quota.reserve(&Caller::Anonymous, 15);
        assert!(all.is_ok());
        assert_eq!(hit(Caller::Anonymous, 1), Exhausted::InAll(15));
    }

    #[test]
    fn what_is_held_already_counts_whatever_the_bounds_are() {
        let quota = Quota::new(10, 15);
        let caller = Caller::Connection(1);
        let mut charged = quota.charge(&caller, 20);
        assert!(quota.reserve_own_part(&caller, 1).is_none());
        assert!(quota.reserve_own_part(&Caller::Connection(2), 1).is_none());
        charged.shrink(8);
        assert!(quota.reserve_own_part(&caller, 3).is_none());
        assert!(quota.reserve_own_part(&caller, 2).is_some());
        charged.shrink(9);
        assert!(quota.reserve_own_part(&caller, 2).is_some());
    }

    #[test]
    fn what_is_given_back_leaves_nothing_behind() {
        let quota = Quota::new(10, 15);
        drop(quota.reserve_own_part(&Caller::Anonymous, 10));
        drop(quota.reserve_own_part(&Caller::Anonymous, usize::MAX));
        let held = quota.held.lock();
        assert_eq!((held.by_caller.len(), held.in_all), (0, 0));
    }

    #[test]
    fn a_share_grows_with_what_is_held() {
        let quota = Quota::new(10_000, 15_000);
        let account = Account::new(&quota, Caller::Connection(1));
        let mut share = None;
        assert!(account.reserve(&mut share, UNCHARGED_BYTES) && share.is_none());
        assert!(account.reserve(&mut share, 6_000) && account.reserve(&mut share, 10_000));
        assert!(!account.reserve(&mut share, 10_001));
        assert!(account.reserve_capped(&mut share, 20_000));
        let other = Account::new(&quota, Caller::Connection(2));
        let mut others = None;
        assert!(!other.reserve(&mut others, 6_000));
        drop(share);
        assert!(other.reserve(&mut others, 10_000));
    }
}
