//! A cache of recently verified tokens, by a keyed hash and never the tokens themselves.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use foldhash::fast::RandomState;
use sha2::{Digest as _, Sha256};

use super::token::VerifiedToken;
use crate::error::Result;
use crate::http::Principal;
use crate::random;
use crate::sync::Mutex;

/// The maximum size of the cache, in bytes.
const CACHE_BYTES: usize = 16 * 1024 * 1024;
/// The size of an entry without its claims, in bytes.
const ENTRY_BYTES: usize = 512;

/// A verified token, as it is cached.
pub(super) struct Known {
    pub(super) token: Arc<VerifiedToken>,
    pub(super) principal: Principal,
}

/// Two generations: entries that were not used while the younger one filled up are evicted.
pub(super) struct VerifiedTokens {
    key: [u8; 32],
    /// How long a token is accepted without being verified again.
    longest: Duration,
    generations: Mutex<[Generation; 2]>,
}

#[derive(Default)]
struct Generation {
    entries: HashMap<Name, (Arc<Known>, SystemTime, usize), RandomState>,
    bytes: usize,
}

/// The keyed hash of a token.
pub(super) type Name = [u8; 32];

impl VerifiedTokens {
    pub(super) fn new(longest: Duration) -> Result<Self> {
        Ok(Self { key: random::bytes()?, longest, generations: Mutex::default() })
    }

    /// The keyed hash of a token.
    pub(super) fn name(&self, token: &str) -> Name {
        Sha256::new().chain_update(self.key).chain_update(token).finalize().into()
    }

    pub(super) fn get(&self, name: &Name) -> Option<Arc<Known>> {
        let now = SystemTime::now();
        let mut generations = self.generations.lock();
        if let Some((known, until, _)) = generations[0].entries.get(name) {
            return (now < *until).then(|| Arc::clone(known));
        }
        let (known, until, bytes) = generations[1].entries.remove(name)?;
        generations[1].bytes -= bytes;
        if now >= until {
            return None;
        }
        let found = Arc::clone(&known);
        add(&mut generations, *name, (known, until, bytes));
        Some(found)
    }

    /// Caches a token until it expires, or for the maximum time.
    pub(super) fn insert(&self, name: Name, known: Arc<Known>, token_bytes: usize) {
        let Some(longest) = SystemTime::now().checked_add(self.longest) else { return };
        let until = known.token.expires.map_or(longest, |expires| expires.min(longest));
        // Parsed claims take several times as much memory as their text.
        let bytes = ENTRY_BYTES + 4 * token_bytes;
        add(&mut self.generations.lock(), name, (known, until, bytes));
    }

    #[cfg(test)]
    fn bytes(&self) -> usize {
        self.generations.lock().iter().map(|generation| generation.bytes).sum()
    }
}

fn add(generations: &mut [Generation; 2], name: Name, entry: (Arc<Known>, SystemTime, usize)) {
    let bytes = entry.2;
    if generations[0].bytes + bytes > CACHE_BYTES / 2 {
        generations[1] = std::mem::take(&mut generations[0]);
    }
    generations[0].bytes += bytes;
    if let Some((_, _, replaced)) = generations[0].entries.insert(name, entry) {
        generations[0].bytes -= replaced;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(expires: Option<Duration>) -> Arc<Known> {
        let mut token = VerifiedToken::new("https://a.example", "s");
        token.expires = expires.map(|left| SystemTime::now() + left);
        Arc::new(Known { token: Arc::new(token), principal: Principal::new("p") })
    }

    #[test]
    fn what_is_remembered_of_tokens_is_bounded_in_bytes_and_those_in_use_stay() {
        let tokens = VerifiedTokens::new(Duration::from_secs(60)).unwrap();
        let used = tokens.name("used");
        tokens.insert(used, known(None), 1024);
        for index in 0..20_000 {
            tokens.insert(tokens.name(&index.to_string()), known(None), 1024);
            assert!(tokens.bytes() <= CACHE_BYTES, "{index}");
            assert!(tokens.get(&used).is_some(), "{index}");
        }
        assert!(tokens.get(&tokens.name("0")).is_none());
    }

    #[test]
    fn a_token_is_remembered_until_it_expires_and_no_longer_than_said() {
        let name = |tokens: &VerifiedTokens| tokens.name("t");
        let brief = VerifiedTokens::new(Duration::ZERO).unwrap();
        brief.insert(name(&brief), known(None), 1);
        assert!(brief.get(&name(&brief)).is_none());
        let tokens = VerifiedTokens::new(Duration::from_secs(60)).unwrap();
        tokens.insert(name(&tokens), known(Some(Duration::ZERO)), 1);
        assert!(tokens.get(&name(&tokens)).is_none());
        assert_ne!(name(&brief), name(&tokens), "another process has another key");
    }
}
