//! Who pays into a quota, as what is held grows.

use std::sync::Arc;

use super::{Caller, Exhausted, Quota, Share};

/// How many bytes each thing can have without anybody paying for it.
pub(crate) const FREE: usize = 2048;

/// A quota, and the caller that pays into it.
#[derive(Clone, Debug)]
pub(crate) struct Account {
    quota: Arc<Quota>,
    caller: Caller,
}

impl Account {
    pub(crate) fn new(quota: &Arc<Quota>, caller: Caller) -> Self {
        Self { quota: Arc::clone(quota), caller }
    }

    /// Lets a share be of so many bytes, if it is of fewer; `false` where they cannot be had.
    #[must_use]
    pub(crate) fn pay(&self, share: &mut Option<Share>, bytes: usize) -> bool {
        let paid = share.as_ref().map_or(FREE, |share| share.bytes);
        if bytes <= paid {
            return true;
        }
        match share {
            Some(share) => share.grow(bytes).is_ok(),
            None => {
                *share = self.quota.take_of_all(&self.caller, bytes).ok();
                share.is_some()
            }
        }
    }

    /// Takes one of what is counted, such as requests that run.
    pub(crate) fn count_one(&self) -> Result<Share, Exhausted> {
        self.quota.take_of_all(&self.caller, 1)
    }

    /// The same as [`pay`](Self::pay) for what there has to be room for, however long it is, where nothing else is held.
    #[must_use]
    pub(crate) fn pay_at_most_all(&self, share: &mut Option<Share>, bytes: usize) -> bool {
        self.pay(share, bytes.min(self.quota.of_one))
    }
}

impl Share {
    /// Lets the share be of so many bytes, if it is of fewer.
    pub(crate) fn grow(&mut self, bytes: usize) -> Result<(), Exhausted> {
        let more = bytes.saturating_sub(self.bytes);
        if more > 0 {
            let mut share = self.quota.take_of_all(&self.caller, more)?;
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
        assert!(account.pay(&mut share, FREE) && share.is_none());
        assert!(account.pay(&mut share, 6_000) && account.pay(&mut share, 10_000));
        assert!(!account.pay(&mut share, 10_001));
        assert!(account.pay_at_most_all(&mut share, 20_000));
        let other = Account::new(&quota, Caller::Connection(2));
        let mut others = None;
        assert!(!other.pay(&mut others, 6_000));
        drop(share);
        assert!(other.pay(&mut others, 10_000));
    }
}
