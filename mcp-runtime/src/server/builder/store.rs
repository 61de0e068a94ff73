//! Where a server keeps what outlives a request, and what it shares with its replicas.

use super::ServerBuilder;
use crate::server::replicas::GivenStore;
use crate::store::Store;

/// What is wrong with replicas that have no keys in common.
pub(super) const NO_KEYS: &str = "the store is shared by replicas, which have to read what the others \
     keep there: give all of them the same keys with `state_keys`";

impl ServerBuilder {
    /// Keeps in this store what outlives a request, and shares it with all replicas that use the same
    /// store: tasks, the sessions of legacy clients with their streams, which answers were taken, and who
    /// is to be told of changes, and what callers took of limits of rate. [A guide](crate::guide::replicas) says what that is good for.
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
