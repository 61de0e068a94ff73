//! Caches results for as long as the server allows.
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

/// How many results are kept, and how many bytes they may have in total.
const MAX_RESULTS: usize = 256;
const MAX_CACHE_BYTES: usize = 8 * 1024 * 1024;

/// How a request uses cached results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum CacheUse {
    /// Returns a fresh cached result, or else sends the request and caches the result.
    #[default]
    Use,
    /// Sends the request, and caches the result.
    Refresh,
    /// Sends the request, and does not cache the result.
    Bypass,
}

/// The cached results of one connection.
#[derive(Default)]
pub(super) struct ResultCache(Mutex<CacheState>);

#[derive(Default)]
struct CacheState {
    /// The results, by method and the text of the parameters.
    entries: HashMap<CacheKey, CacheEntry>,
    /// How many changes there have been.
    changes: u64,
    /// How many changes of the lists of tools, prompts and resources there have been.
    of_lists: [u64; 3],
}

type CacheKey = (Method, RawMembers);

struct CacheEntry {
    until: Instant,
    result: RawResult,
}

impl ResultCache {
    /// Returns a cached result that is still fresh.
    pub(super) fn get(&self, method: Method, params: &RawMembers) -> Option<RawResult> {
        let state = self.0.lock();
        let cached = state.entries.get(&(method, params.clone()))?;
        (cached.until > Instant::now()).then(|| cached.result.clone())
    }

    /// How many changes there have been so far.
    pub(super) fn changes(&self) -> u64 {
        self.0.lock().changes
    }

    /// How many changes of a list there have been so far.
    pub(super) fn changes_of(&self, list: &Change) -> u64 {
        position(list).map_or(0, |list| self.0.lock().of_lists[list])
    }

    /// Caches a result for its ttl, unless there have been changes since the given number of
    /// `changes`: the result may be older than them.
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
        // The server determines the size of both: the parameters contain its cursors.
        let size =
            |params: &RawMembers, result: &RawResult| params.text().len() + result.text().len();
        if state.changes != changes || size(params, result) > MAX_CACHE_BYTES {
            return;
        }
        let entries = &mut state.entries;
        entries.retain(|_, cached| cached.until > now);
        let cached = CacheEntry { until, result: result.clone() };
        entries.insert((method, params.clone()), cached);
        let bytes = |entries: &HashMap<CacheKey, CacheEntry>| -> usize {
            entries.iter().map(|((_, params), cached)| size(params, &cached.result)).sum()
        };
        while entries.len() > MAX_RESULTS || bytes(entries) > MAX_CACHE_BYTES {
            let oldest = entries.iter().min_by_key(|(_, cached)| cached.until).map(|(key, _)| key);
            let Some(key) = oldest.cloned() else { break };
            entries.remove(&key);
        }
    }

    /// Invalidates the results that a change makes outdated.
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

/// The index of the counter for the changes of a list.
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
