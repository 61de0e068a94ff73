//! Results that may be used again for a while.
//!
//! Source: [2026-07-28, "Caching"](https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching).

use std::collections::HashMap;
use std::time::Duration;

use serde::Deserialize;
use tokio::time::Instant;

use super::change::Change;
use super::members::RawMembers;
use super::result::RawResult;
use crate::protocol::Method;
use crate::sync::Mutex;

/// How many results are kept, and how many bytes of them together.
const MAX_RESULTS: usize = 256;
const MAX_CACHE_BYTES: usize = 8 * 1024 * 1024;

/// What a request does with results that are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum CacheUse {
    /// Takes one that is still good, else asks the server and keeps what it answers.
    #[default]
    Use,
    /// Asks the server, and keeps what it answers.
    Refresh,
    /// Asks the server, and keeps nothing.
    Bypass,
}

/// The results of one connection.
#[derive(Default)]
pub(super) struct ResultCache(Mutex<CacheState>);

#[derive(Default)]
struct CacheState {
    /// By method and the text of the parameters.
    entries: HashMap<CacheKey, Cached>,
    /// How many changes there were.
    changes: u64,
    /// How many there were of the lists of tools, prompts and resources.
    of_lists: [u64; 3],
}

type CacheKey = (Method, RawMembers);

struct Cached {
    until: Instant,
    result: RawResult,
}

impl ResultCache {
    /// A result that is still good.
    pub(super) fn get(&self, method: Method, params: &RawMembers) -> Option<RawResult> {
        let state = self.0.lock();
        let cached = state.entries.get(&(method, params.clone()))?;
        (cached.until > Instant::now()).then(|| cached.result.clone())
    }

    /// How many changes there were until now.
    pub(super) fn changes(&self) -> u64 {
        self.0.lock().changes
    }

    /// How many changes of a list there were until now.
    pub(super) fn changes_of(&self, list: &Change) -> u64 {
        position(list).map_or(0, |list| self.0.lock().of_lists[list])
    }

    /// Keeps a result for as long as it says, unless something has changed since there were so
    /// many `changes`: it may be older than that.
    pub(super) fn put(
        &self,
        (method, params): (Method, &RawMembers),
        result: &RawResult,
        changes: u64,
    ) {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Hint {
            ttl_ms: Option<u64>,
        }
        let hint = serde_json::from_str::<Hint>(result.text());
        let ttl = hint.ok().and_then(|hint| hint.ttl_ms).filter(|ttl| *ttl > 0);
        let now = Instant::now();
        let Some(until) = ttl.and_then(|ttl| now.checked_add(Duration::from_millis(ttl))) else {
            return;
        };
        let mut state = self.0.lock();
        // The server chooses what is in both: the parameters have its cursors.
        let size =
            |params: &RawMembers, result: &RawResult| params.text().len() + result.text().len();
        if state.changes != changes || size(params, result) > MAX_CACHE_BYTES {
            return;
        }
        let entries = &mut state.entries;
        entries.retain(|_, cached| cached.until > now);
        let cached = Cached { until, result: result.clone() };
        entries.insert((method, params.clone()), cached);
        let bytes = |entries: &HashMap<CacheKey, Cached>| -> usize {
            entries.iter().map(|((_, params), cached)| size(params, &cached.result)).sum()
        };
        while entries.len() > MAX_RESULTS || bytes(entries) > MAX_CACHE_BYTES {
            let oldest = entries.iter().min_by_key(|(_, cached)| cached.until).map(|(key, _)| key);
            let Some(key) = oldest.cloned() else { break };
            entries.remove(&key);
        }
    }

    /// Forgets what a change makes out of date.
    pub(super) fn forget(&self, change: &Change) {
        let mut state = self.0.lock();
        state.changes += 1;
        if let Some(list) = position(change) {
            state.of_lists[list] += 1;
        }
        state.entries.retain(|(method, params), _| match change {
            Change::Tools => *method != Method::ListTools,
            Change::Prompts => *method != Method::ListPrompts,
            Change::Resources => {
                !matches!(method, Method::ListResources | Method::ListResourceTemplates)
            }
            Change::Resource(uri) => {
                *method != Method::ReadResource || params.get("uri").as_ref() != Some(uri)
            }
            Change::Task(_) => true,
        });
    }
}

/// Where the changes of a list are counted.
fn position(list: &Change) -> Option<usize> {
    match list {
        Change::Tools => Some(0),
        Change::Prompts => Some(1),
        Change::Resources => Some(2),
        Change::Resource(_) | Change::Task(_) => None,
    }
}

/// Whether the results of a method may be cached.
pub(super) fn is_cacheable(method: Method) -> bool {
    matches!(
        method,
        Method::ListTools
            | Method::ListPrompts
            | Method::ListResources
            | Method::ListResourceTemplates
            | Method::ReadResource
    )
}
