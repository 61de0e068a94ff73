//! Rate and concurrency limits of tools.

mod gate;
mod table;
mod turns;

use std::sync::Arc;
use std::time::Duration;

use sha2::{Digest as _, Sha256};
use tokio::time::{Instant, timeout};

use crate::caller::Caller;
use crate::protocol::hex::hex;
use crate::store::{RateLimit, Store, StoreError, StoreKey};
use crate::sync::Mutex;
use table::{RateKey, RateTable};

pub(crate) use gate::{Gate, ToolTurns};
pub use turns::{Turn, Turns};

/// The timeout for the store to decide whether a call may run.
const STORE_TIME: Duration = Duration::from_secs(2);

/// The interval for warnings that a store is down.
const WARN_EVERY: Duration = Duration::from_secs(60);

/// The tools that a limit of the server applies to, if they have none of their own.
#[derive(Clone)]
pub(crate) struct ToolPattern(pub(crate) String);

impl ToolPattern {
    /// Whether it matches a tool: `*` stands for any text.
    fn is_for(&self, name: &str) -> bool {
        let mut parts = self.0.split('*');
        let first = parts.next().unwrap_or_default();
        let Some(mut rest) = name.strip_prefix(first) else { return false };
        let Some(last) = parts.next_back() else { return rest.is_empty() };
        for part in parts {
            let Some(at) = rest.find(part) else { return false };
            rest = &rest[at + part.len()..];
        }
        rest.ends_with(last)
    }
}

/// The configured limits of a server.
#[derive(Clone, Default)]
pub(crate) struct LimitSettings {
    /// The rate limit of all tools together.
    pub(crate) rate: Option<RateLimit>,
    pub(crate) rates: Vec<(ToolPattern, RateLimit)>,
    pub(crate) concurrencies: Vec<(ToolPattern, u32)>,
    /// How many bytes a result may have.
    pub(crate) max_result: Option<usize>,
    pub(crate) store: Option<Arc<dyn Store>>,
}

impl LimitSettings {
    /// These limits, and those of `later` where it has any.
    #[inline]
    pub(crate) fn and(mut self, later: Self) -> Self {
        self.rates.extend(later.rates);
        self.concurrencies.extend(later.concurrencies);
        Self {
            rate: later.rate.or(self.rate),
            max_result: later.max_result.or(self.max_result),
            store: later.store.or(self.store),
            ..self
        }
    }
}

/// Decides whether calls of a server may run.
pub(crate) struct Limiter {
    settings: LimitSettings,
    /// The index of its server, if that is a mounted one: those of several share a store.
    mount: Option<usize>,
    /// Used if there is no store, or it is down.
    own: Mutex<RateTable>,
    /// Refuses excessive calls locally, so that a flood of calls does not reach the store.
    flood: Mutex<RateTable>,
    start: Instant,
    warned: Mutex<Option<Instant>>,
}

impl Limiter {
    pub(crate) fn new(settings: LimitSettings, mount: Option<usize>) -> Arc<Self> {
        let (own, flood) = Default::default();
        let start = Instant::now();
        Arc::new(Self { settings, mount, own, flood, start, warned: Mutex::default() })
    }

    /// How many bytes the results of tools may have that have no limit of their own.
    pub(crate) fn max_result(&self) -> Option<usize> {
        self.settings.max_result
    }

    /// Takes one call from a limit; if it is exhausted, returns how long until the next one.
    async fn take(&self, name: &Arc<str>, limit: RateLimit, caller: &Caller) -> Option<Duration> {
        let rate_key = || RateKey { name: Arc::clone(name), caller: caller.by_address() };
        // A connection exists in this process only.
        let is_local = matches!(caller, Caller::Connection(_));
        let Some(store) = self.settings.store.as_ref().filter(|_| !is_local) else {
            return self.own.lock().take(rate_key(), limit, self.now());
        };
        let twice =
            RateLimit { burst: limit.burst.saturating_mul(2), per_unit: limit.per_unit / 2 };
        let flood = self.flood.lock().take(rate_key(), twice, self.now());
        if flood.is_some() {
            return flood;
        }
        let key = match self.mount {
            None => store_key(name, caller),
            Some(index) => store_key(&format!("{name}\0{index}"), caller),
        };
        let taken = timeout(STORE_TIME, store.take(&key, limit, 1)).await;
        taken.unwrap_or(Err(StoreError::Timeout)).unwrap_or_else(|error| {
            self.warn(&error);
            self.own.lock().take(rate_key(), limit, self.now())
        })
    }

    /// Microseconds since the server was built.
    fn now(&self) -> u64 {
        u64::try_from(self.start.elapsed().as_micros()).unwrap_or(u64::MAX)
    }

    fn warn(&self, error: &StoreError) {
        let mut warned = self.warned.lock();
        if warned.is_none_or(|when| when.elapsed() >= WARN_EVERY) {
            *warned = Some(Instant::now());
            tracing::warn!(%error, "the store is down: rate limits apply only to this process");
        }
    }
}

/// The key of a limit and a caller, hashed, as others may read the store.
fn store_key(name: &str, caller: &Caller) -> StoreKey {
    let digest = Sha256::digest(format!("{name}\0{caller:?}"));
    StoreKey::new("rate", &hex(&digest))
}

#[cfg(test)]
mod tests {
    use super::ToolPattern;

    #[test]
    fn a_star_is_any_text() {
        for (pattern, name, is_for) in [
            ("delete_*", "delete_note", true),
            ("delete_*", "undelete_note", false),
            ("*", "anything", true),
            ("add", "add", true),
            ("add", "adder", false),
            ("*_note", "delete_note", true),
            ("a*b*c", "a--b--c", true),
            ("a*b*c", "abc", true),
            ("a*b*c", "acb", false),
            ("ab*ba", "aba", false),
        ] {
            assert_eq!(ToolPattern(pattern.to_owned()).is_for(name), is_for, "{pattern} {name}");
        }
    }
}
