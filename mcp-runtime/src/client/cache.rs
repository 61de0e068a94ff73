//! Results that may be used again for a while.
//!
//! Source: 2026-07-28, "Caching".

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::Deserialize;
use tokio::time::Instant;

use super::answer::Answered;
use super::members::Members;
use super::subscriptions::Change;
use crate::protocol::Method;

/// How many results are kept.
const MOST: usize = 256;

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

/// The results of one connection, by method and the text of the parameters.
#[derive(Default)]
pub(super) struct Cache(Mutex<HashMap<Key, Kept>>);

type Key = (Method, Members);

struct Kept {
    until: Instant,
    result: Answered,
}

impl Cache {
    /// A result that is still good.
    pub(super) fn get(&self, method: Method, params: &Members) -> Option<Answered> {
        let entries = self.lock();
        let kept = entries.get(&(method, params.clone()))?;
        (kept.until > Instant::now()).then(|| kept.result.clone())
    }

    /// Keeps a result for as long as it says.
    pub(super) fn put(&self, method: Method, params: &Members, result: &Answered) {
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
        let mut entries = self.lock();
        if entries.len() >= MOST {
            entries.retain(|_, kept| kept.until > now);
        }
        if entries.len() >= MOST {
            let oldest = entries.iter().min_by_key(|(_, kept)| kept.until).map(|(key, _)| key);
            if let Some(key) = oldest.cloned() {
                entries.remove(&key);
            }
        }
        let kept = Kept { until, result: result.clone() };
        entries.insert((method, params.clone()), kept);
    }

    /// Forgets what a change makes out of date.
    pub(super) fn forget(&self, change: &Change) {
        self.lock().retain(|(method, params), _| match change {
            Change::Tools => *method != Method::ListTools,
            Change::Prompts => *method != Method::ListPrompts,
            Change::Resources => {
                !matches!(method, Method::ListResources | Method::ListResourceTemplates)
            }
            Change::Resource(uri) => {
                *method != Method::ReadResource || params.get("uri").as_ref() != Some(uri)
            }
        });
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Key, Kept>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether the results of a method may be kept.
pub(super) fn may_be_kept(method: Method) -> bool {
    matches!(
        method,
        Method::ListTools
            | Method::ListPrompts
            | Method::ListResources
            | Method::ListResourceTemplates
            | Method::ReadResource
    )
}
