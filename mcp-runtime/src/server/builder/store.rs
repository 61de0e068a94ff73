//! Where a server keeps what outlives a request, and what it shares with its replicas.

use std::sync::Arc;

use super::ServerBuilder;
use crate::error::Result;
use crate::server::Tasks;
use crate::server::asking::{Key, Sealer};
use crate::server::limiting::LimitSettings;
use crate::server::replicas::GivenStore;
use crate::server::tasks::{TaskDef, TaskService};
use crate::store::Store;

/// What is wrong with replicas that have no keys in common.
const NO_KEYS: &str = "the store is shared by replicas, which have to read what the others \
     keep there: give all of them the same keys with `state_keys`";

/// What seals, with the keys of the server; replicas need some.
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

/// What serves the tasks of a server, where a tool can be one or such a tool may come.
///
/// # Errors
///
/// The system gives no random numbers.
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

/// Limits that are shared as everything else is, unless they have a store of their own.
pub(super) fn or_store(mut limits: LimitSettings, given: Option<&GivenStore>) -> LimitSettings {
    if let Some(given) = given {
        limits.store.get_or_insert_with(|| Arc::clone(&given.store));
    }
    limits
}

impl ServerBuilder {
    /// Keeps in this store what outlives a request, and shares it with all replicas that use the same
    /// store: tasks, the sessions of legacy clients with their streams, which answers were taken, and who
    /// is to be notified of changes, and what callers took of limits of rate. [A guide](crate::guide::replicas) says what that is good for.
    ///
    /// Replicas need the same [`state_keys`](Self::state_keys); all that they keep is sealed with them.
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
