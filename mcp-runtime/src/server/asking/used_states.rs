//! Keeps track of used states: each can be used only once.
//!
//! A chain of states takes one entry, with the last state that was used. When all entries are
//! taken, the account with the most of them loses its oldest: its states of that age and older are
//! then refused, used or not, while those of all other accounts stay valid.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

use super::state_chain::ChainLink;

/// The maximum size of the used states, in bytes.
pub(super) const MAX_USED_BYTES: usize = 32 * 1024 * 1024;

/// The measured size in bytes of a chain, and of an account that has any.
const CHAIN: usize = 96;
const ACCOUNT: usize = 384;

/// Why a state is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unusable {
    /// It was used before, or a later one of its chain was.
    Used,
    /// It is too old to be remembered.
    Forgotten,
}

/// The states that were used, until they expire.
pub(super) struct UsedStates {
    most: usize,
    chains: HashMap<u64, LastState>,
    accounts: HashMap<u64, ChainsOfCaller>,
    /// The accounts by number of chains; among equals, the one with the oldest chain is last.
    by_size: BTreeSet<(usize, Reverse<u64>, u64)>,
    /// The accounts by when their oldest chain expires.
    by_age: BTreeSet<(u64, u64)>,
    /// The expiry of the newest state that was forgotten along with its account.
    forgotten: u64,
}

struct LastState {
    round: u32,
    expires: u64,
}

#[derive(Default)]
struct ChainsOfCaller {
    /// Ordered by expiry.
    chains: BTreeSet<(u64, u64)>,
    /// The expiry of the newest state that was forgotten.
    forgotten: u64,
}

impl UsedStates {
    pub(super) fn new(most: usize) -> Self {
        Self {
            most,
            chains: HashMap::new(),
            accounts: HashMap::new(),
            by_size: BTreeSet::new(),
            by_age: BTreeSet::new(),
            forgotten: 0,
        }
    }

    /// Marks a state as used, if it is still valid.
    #[inline]
    pub(super) fn use_up(
        &mut self,
        link: ChainLink,
        expires: u64,
        now: u64,
    ) -> Result<(), Unusable> {
        self.drop_expired(now);
        let ChainLink { chain, round, account } = link;
        let mut used = LastState { round, expires };
        let before = self.chains.get(&chain).map(|last| (last.round, last.expires));
        if before.is_some_and(|(last, _)| round <= last) {
            return Err(Unusable::Used);
        }
        let forgotten = self.accounts.get(&account).map_or(0, |account| account.forgotten);
        if expires <= forgotten.max(self.forgotten) {
            return Err(Unusable::Forgotten);
        }
        // The clocks of processes differ; what was used before stays used.
        used.expires = before.map_or(expires, |(_, last)| last.max(expires));
        let expires = used.expires;
        self.chains.insert(chain, used);
        self.change(account, |account| {
            if let Some((_, last)) = before {
                account.chains.remove(&(last, chain));
            }
            account.chains.insert((expires, chain));
        });
        while self.bytes() > self.most && self.forget_one() {}
        Ok(())
    }

    /// The current size in bytes.
    pub(super) fn bytes(&self) -> usize {
        CHAIN * self.chains.len() + ACCOUNT * self.accounts.len()
    }

    /// Drops expired states, which are refused in any case.
    #[inline]
    fn drop_expired(&mut self, now: u64) {
        while let Some(&(expires, account)) = self.by_age.first()
            && expires < now
        {
            self.drop_oldest(account, false);
        }
    }

    /// Forgets the oldest chain of the account with the most; returns whether there was one.
    #[inline]
    fn forget_one(&mut self) -> bool {
        let most = self.by_size.last().map(|(.., account)| *account);
        most.is_some_and(|account| self.drop_oldest(account, true))
    }

    #[inline]
    fn drop_oldest(&mut self, account: u64, is_good: bool) -> bool {
        let mut oldest = None;
        self.change(account, |account| {
            oldest = account.chains.pop_first();
            if let (Some((expires, _)), true) = (oldest, is_good) {
                account.forgotten = account.forgotten.max(expires);
            }
        });
        oldest.is_some_and(|(_, chain)| self.chains.remove(&chain).is_some())
    }

    /// Changes an account, which may be empty before or after the change.
    #[inline]
    fn change(&mut self, number: u64, change: impl FnOnce(&mut ChainsOfCaller)) {
        let mut account = self.accounts.remove(&number).unwrap_or_default();
        if let Some((size, age)) = account.place() {
            self.by_size.remove(&(size, Reverse(age), number));
            self.by_age.remove(&(age, number));
        }
        change(&mut account);
        if let Some((size, age)) = account.place() {
            self.by_size.insert((size, Reverse(age), number));
            self.by_age.insert((age, number));
            self.accounts.insert(number, account);
        } else {
            // An account loses its last chain to others only if none has more than one: what is
            // forgotten then counts against all accounts.
            self.forgotten = self.forgotten.max(account.forgotten);
        }
    }
}

impl ChainsOfCaller {
    /// How many chains it has, and when the oldest of them expires.
    #[inline]
    fn place(&self) -> Option<(usize, u64)> {
        self.chains.first().map(|(expires, _)| (self.chains.len(), *expires))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TIME: u64 = 600_000;

    fn link(account: u64, chain: u64, round: u32) -> ChainLink {
        ChainLink { chain, round, account }
    }

    /// Room for this many chains of one account.
    fn room(chains: usize) -> UsedStates {
        UsedStates::new(ACCOUNT + CHAIN * chains)
    }

    #[test]
    fn a_chain_takes_one_place_however_many_rounds_it_has() {
        let mut used = room(100);
        for round in 1..=1000 {
            assert_eq!(used.use_up(link(1, 7, round), TIME + u64::from(round), 0), Ok(()));
        }
        assert_eq!(used.bytes(), ACCOUNT + CHAIN);
        for round in [1, 999, 1000] {
            assert_eq!(used.use_up(link(1, 7, round), TIME, 0), Err(Unusable::Used), "{round}");
        }
    }

    #[test]
    fn one_account_that_takes_all_the_room_loses_its_own() {
        let mut used = UsedStates::new(64 * 1024);
        // A caller that was asked before, and has answered one of two questions.
        assert_eq!(used.use_up(link(2, 1, 1), TIME, 0), Ok(()));
        for chain in 100..100_000 {
            assert_eq!(used.use_up(link(1, chain, 1), TIME + chain, 1), Ok(()));
            assert!(used.bytes() <= 64 * 1024);
        }
        // What was used and forgotten is refused, whichever account presents it.
        for chain in 100..100_000 {
            let again = used.use_up(link(1, chain, 1), TIME + chain, 1);
            assert!(again.is_err(), "{chain}");
        }
        assert_eq!(used.use_up(link(2, 1, 1), TIME, 1), Err(Unusable::Used));
        assert_eq!(used.use_up(link(2, 1, 2), TIME, 1), Ok(()));
        assert_eq!(used.use_up(link(2, 2, 1), TIME, 1), Ok(()));
        assert_eq!(used.use_up(link(3, 3, 1), TIME, 1), Ok(()));
    }

    /// As many as were taken in half a minute over four connections.
    #[test]
    fn half_a_million_answers_of_four_are_no_matter_to_the_others() {
        let mut used = UsedStates::new(MAX_USED_BYTES);
        let early = link(9, 0, 1);
        for chain in 1..=500_003 {
            let link = link(chain % 4, chain, 1);
            assert_eq!(used.use_up(link, TIME + chain / 16, chain / 16), Ok(()));
        }
        assert!((MAX_USED_BYTES / 2..=MAX_USED_BYTES).contains(&used.bytes()), "{}", used.bytes());
        assert_eq!(used.use_up(early, TIME, TIME / 2), Ok(()));
        assert_eq!(used.use_up(early, TIME, TIME / 2), Err(Unusable::Used));
    }

    #[test]
    fn many_accounts_cannot_make_a_used_state_good_again() {
        let mut used = UsedStates::new(64 * 1024);
        let all = 0..5000;
        for number in all.clone() {
            assert_eq!(used.use_up(link(number, number, 1), TIME + number, 1), Ok(()));
            assert!(used.bytes() <= 64 * 1024);
        }
        for number in all {
            assert!(used.use_up(link(number, number, 1), TIME + number, 1).is_err(), "{number}");
        }
        // A state newer than all the forgotten ones is valid.
        assert_eq!(used.use_up(link(7, 10_000, 1), TIME + 5000, 1), Ok(()));
    }

    #[test]
    fn what_has_expired_takes_no_room() {
        let mut used = room(1000);
        for number in 0..1000 {
            assert_eq!(used.use_up(link(number % 7, number, 1), TIME + number, 0), Ok(()));
        }
        assert_eq!(used.use_up(link(1, 5000, 1), 2 * TIME, TIME + 1000), Ok(()));
        assert_eq!(used.bytes(), ACCOUNT + CHAIN);
        assert_eq!((used.by_size.len(), used.by_age.len()), (1, 1));
    }

    /// Compares with a list of all states that were ever used.
    #[test]
    fn no_state_is_good_twice_whatever_comes() {
        let mut seed = 1_u64;
        let mut next = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) % below
        };
        for most in [0, 1000, 5000, 100_000] {
            let mut used = UsedStates::new(most);
            let mut all = BTreeSet::new();
            for now in 0..20_000 {
                let chain = now / 10 + next(300);
                let round = u32::try_from(next(5)).unwrap();
                // The later of two states of a chain may expire before the earlier one.
                let expires = 10 * chain + (chain + u64::from(round) * 1237) % 1000;
                if expires < now {
                    continue;
                }
                let is_good = used.use_up(link(chain % 11, chain, round), expires, now).is_ok();
                assert!(!is_good || all.insert((chain, round)), "{chain} {round} at {now}");
                assert!(used.bytes() <= most);
                assert_eq!(used.by_size.len(), used.accounts.len());
                let chains = used.accounts.values().map(|account| account.chains.len());
                assert_eq!(chains.sum::<usize>(), used.chains.len());
            }
            assert!(most < 5000 || all.len() > 1000, "{most} {}", all.len());
        }
    }
}
