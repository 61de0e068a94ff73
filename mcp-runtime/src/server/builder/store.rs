//! The store of a server, for what outlives a request and what is shared with replicas.

use std::sync::Arc;

use super::ServerBuilder;
use crate::error::Result;
use crate::server::Tasks;
use crate::server::asking::{Key, Sealer};
use crate::server::rate_limit::LimitSettings;
use crate::server::replicas::GivenStore;
use crate::server::tasks::{TaskDef, TaskService};
use crate::store::Store;

/// The error for replicas without common keys.
const NO_KEYS: &str = "replicas share the store, and must be able to read each other's \
     data: give all of them the same keys with `state_keys`";

/// Creates the sealer with the keys of the server; replicas need some.
pub(super) fn sealer(
    keys: Vec<Key>,
    given: Option<&GivenStore>,
    mistakes: &mut Vec<String>,
) -> Arc<Sealer> {
    let sealer = Arc::new(Sealer::new(keys));
    if given.is_some_and(|given| given.store.is_shared()) && !sealer.has_keys() {
        mistakes.push(NO_KEYS.to_owned());
    }
    sealer
}

/// Creates the task service of a server, if a tool can be a task, or such a tool may be added.
///
/// # Errors
///
/// If the system provides no random numbers.
pub(super) fn tasks(
    given: Option<Tasks>,
    task: Option<TaskDef>,
    may_come: bool,
    store: Option<Arc<dyn Store>>,
) -> Result<Option<Arc<dyn TaskService>>> {
    match (given, task) {
        (Some(given), task) if task.is_some() || may_come => given.or_store(store).make().map(Some),
        (None, Some(task)) => task.make(store).map(Some),
        _ => Ok(None),
    }
}

/// Shares rate limits through the store of the server, unless they have a store of their own.
pub(super) fn or_store(mut limits: LimitSettings, given: Option<&GivenStore>) -> LimitSettings {
    if let Some(given) = given {
        limits.store.get_or_insert_with(|| Arc::clone(&given.store));
    }
    limits
}

impl ServerBuilder {
    /// Keeps in this store what outlives a request, and shares it with all replicas that use the
    /// same store: tasks, the sessions of clients up to 2025-11-25 with their streams, the answers
    /// that were used, who is to be notified of changes, and the usage of rate limits. See the
    /// [guide](crate::guide::replicas).
    ///
    /// Replicas need the same [`state_keys`](Self::state_keys), which seal everything in the store.
    ///
    /// ```
    /// use mcp_runtime::server;
    /// use mcp_runtime::store::Memory;
    ///
    /// // One store for all replicas in a process, as a test has them.
    /// let store = Memory::shared();
    /// let replica = server!().state_keys([[7; 32]]).store(store).build()?;
    /// # Ok::<(), mcp_runtime::Error>(())
    /// ```
    pub fn store(mut self, store: impl Store) -> Self {
        self.store = Some(GivenStore::new(store));
        self
    }
}
