//! An account of one caller at a quota, charged as what is held grows.

use std::sync::Arc;

use super::{Exhausted, Quota, Share};
use crate::caller::Caller;

/// How many bytes of each thing that is held are not charged.
pub(crate) const UNCHARGED_BYTES: usize = 2048;

/// A quota, and the caller that is charged.
#[derive(Clone, Debug)]
pub(crate) struct Account {
    quota: Arc<Quota>,
    caller: Caller,
}

impl Account {
    pub(crate) fn new(quota: &Arc<Quota>, caller: Caller) -> Self {
        Self { quota: Arc::clone(quota), caller }
    }

    /// Lets a share be of so many bytes, if it is of fewer; `false` where the quota is exhausted.
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

    /// Reserves one of what is counted, such as requests that run.
    pub(crate) fn count_one(&self) -> Result<Share, Exhausted> {
        self.quota.reserve(&self.caller, 1)
    }

    /// The same as [`reserve`](Self::reserve), but charges at most all that a caller can have: for what there has to be
    /// room for, however long it is, where nothing else is held.
    #[must_use]
    pub(crate) fn reserve_capped(&self, share: &mut Option<Share>, bytes: usize) -> bool {
        self.reserve(share, bytes.min(self.quota.of_one))
    }
}

impl Share {
    /// Lets the share be of so many bytes, if it is of fewer.
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
