//! A cache of recently verified tokens, by a keyed hash and never the tokens themselves.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use foldhash::fast::RandomState;
use mcp_runtime::http::Principal;
use mcp_runtime_protocol::sync::Mutex;
use mcp_runtime_protocol::{Result, random};
use sha2::{Digest as _, Sha256};

use super::token::VerifiedToken;

/// The maximum size of the cache, in bytes.
const CACHE_BYTES: usize = 16 * 1024 * 1024;
/// The size of an entry without its claims, in bytes.
const ENTRY_BYTES: usize = 512;

/// A verified token, as it is cached.
pub(super) struct CachedToken {
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
    entries: HashMap<Name, Entry, RandomState>,
    bytes: usize,
}

/// A token in the cache.
struct Entry {
    known: Arc<CachedToken>,
    until: SystemTime,
    /// When it is verified again while it is still accepted; `None` if that has begun, or would
    /// gain nothing.
    renew: Option<SystemTime>,
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

    /// A token that was verified, and whether it is time to verify it again meanwhile, which is
    /// said once.
    pub(super) fn get(&self, name: &Name) -> Option<(Arc<CachedToken>, bool)> {
        let now = SystemTime::now();
        let mut generations = self.generations.lock();
        if !generations[0].entries.contains_key(name) {
            let entry = generations[1].entries.remove(name)?;
            generations[1].bytes -= entry.bytes;
            add(&mut generations, *name, entry);
        }
        let entry = generations[0].entries.get_mut(name)?;
        if now >= entry.until {
            return None;
        }
        let is_due = entry.renew.take_if(|renew| *renew <= now).is_some();
        Some((Arc::clone(&entry.known), is_due))
    }

    /// Caches a token until it expires, or for the maximum time.
    pub(super) fn insert(&self, name: Name, known: Arc<CachedToken>, token_bytes: usize) {
        let now = SystemTime::now();
        let Some(longest) = now.checked_add(self.longest) else { return };
        let expires = known.token.expires.filter(|expires| *expires < longest);
        let renew = now.checked_add(self.longest / 2).filter(|_| expires.is_none());
        let until = expires.unwrap_or(longest);
        // Parsed claims take several times as much memory as their text.
        let bytes = ENTRY_BYTES + 4 * token_bytes;
        add(&mut self.generations.lock(), name, Entry { known, until, renew, bytes });
    }

    /// Forgets a token.
    pub(super) fn remove(&self, name: &Name) {
        for generation in &mut *self.generations.lock() {
            if let Some(entry) = generation.entries.remove(name) {
                generation.bytes -= entry.bytes;
            }
        }
    }

    /// Makes it time to verify a token again.
    #[cfg(test)]
    pub(super) fn make_due(&self, name: &Name) {
        let mut generations = self.generations.lock();
        let entry = generations[0].entries.get_mut(name).expect("it is cached");
        entry.renew = Some(SystemTime::UNIX_EPOCH);
    }

    #[cfg(test)]
    fn bytes(&self) -> usize {
        self.generations.lock().iter().map(|generation| generation.bytes).sum()
    }
}

fn add(generations: &mut [Generation; 2], name: Name, entry: Entry) {
    let bytes = entry.bytes;
    if generations[0].bytes + bytes > CACHE_BYTES / 2 {
        generations[1] = std::mem::take(&mut generations[0]);
    }
    generations[0].bytes += bytes;
    if let Some(replaced) = generations[0].entries.insert(name, entry) {
        generations[0].bytes -= replaced.bytes;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(expires: Option<Duration>) -> Arc<CachedToken> {
        let mut token = VerifiedToken::new("https://a.example", "s");
        token.expires = expires.map(|left| SystemTime::now() + left);
        Arc::new(CachedToken { token: Arc::new(token), principal: Principal::new("p") })
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
    fn it_is_said_once_that_a_token_is_to_be_verified_again() {
        let tokens = VerifiedTokens::new(Duration::from_secs(60)).unwrap();
        let is_due = |name: &Name| tokens.get(name).map(|(_, is_due)| is_due);
        let name = tokens.name("t");
        tokens.insert(name, known(None), 1);
        assert_eq!(is_due(&name), Some(false));
        tokens.make_due(&name);
        assert_eq!((is_due(&name), is_due(&name)), (Some(true), Some(false)));
        tokens.insert(name, known(None), 1);
        tokens.remove(&name);
        assert_eq!((is_due(&name), tokens.bytes()), (None, 0));
        // To verify one again that expires before that gains nothing.
        tokens.insert(name, known(Some(Duration::from_secs(30))), 1);
        assert!(tokens.generations.lock()[0].entries[&name].renew.is_none());
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
