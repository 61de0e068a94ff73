//! The account of a caller at a quota, which is charged as the memory that it holds grows.

use std::sync::Arc;

use super::{Exhausted, Quota, Share};
use crate::caller::Caller;

/// The number of bytes of each held item that are not charged.
pub(crate) const UNCHARGED_BYTES: usize = 2048;

/// A quota, and the caller that is charged to it.
#[derive(Clone, Debug)]
pub(crate) struct Account {
    quota: Arc<Quota>,
    caller: Caller,
}

impl Account {
    pub(crate) fn new(quota: &Arc<Quota>, caller: Caller) -> Self {
        Self { quota: Arc::clone(quota), caller }
    }

    /// Grows a share to at least `bytes`; returns `false` if the quota is exhausted.
    #[must_use]
    pub(crate) fn reserve(&self, share: &mut Option<Share>, bytes: usize) -> bool {
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
    pub(crate) fn count_one(&self) -> Result<Share, Exhausted> {
        self.quota.reserve(&self.caller, 1)
    }

    /// Like [`reserve`](Self::reserve), but charges at most the limit per caller: for items of any
    /// length that have to fit if nothing else is held.
    #[must_use]
    pub(crate) fn reserve_capped(&self, share: &mut Option<Share>, bytes: usize) -> bool {
        self.reserve(share, bytes.min(self.quota.of_one))
    }
}

impl Share {
    /// Grows the share to at least `bytes`.
    pub(crate) fn grow(&mut self, bytes: usize) -> Result<(), Exhausted> {
        let more = bytes.saturating_sub(self.bytes);
        if more > 0 {
            let mut share = self.quota.reserve(&self.caller, more)?;
            self.bytes += std::mem::take(&mut share.bytes);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
