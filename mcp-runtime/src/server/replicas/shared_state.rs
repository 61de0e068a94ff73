//! What an authorizer or an extension keeps where the replicas of a server find it.

use std::sync::Arc;
use std::time::Duration;

use super::claim::put;
use crate::debug::short_debug;
use crate::error::Result;
use crate::server::Server;
use crate::server::asking::Sealer;
use crate::store::{RecordWrite, Store, StoreError, StoreKey, WriteOutcome};

/// The keys of a server, and the store that it shares with its replicas, if there are any; by
/// default a key of this process, and no store. It is for authorizers and extensions, whose values
/// another replica has to open, or which happen once among all of them.
///
/// ```
/// use mcp_runtime::{Result, SharedState, server};
///
/// fn main() -> Result<()> {
///     let state = SharedState::of(&server!().build()?);
///     let sealed = state.seal(b"17:30", b"nonce")?;
///     assert_eq!(state.open(&sealed, b"nonce").as_deref(), Some(&b"17:30"[..]));
///     assert_eq!(state.open(&sealed, b"something else"), None);
///     Ok(())
/// }
/// ```
pub struct SharedState {
    sealer: Arc<Sealer>,
    store: Option<Arc<dyn Store>>,
}

short_debug!(SharedState {});

impl Default for SharedState {
    #[inline]
    fn default() -> Self {
        Self { sealer: Arc::new(Sealer::new(Vec::new())), store: None }
    }
}

impl SharedState {
    /// The state that a server shares.
    #[must_use]
    #[inline]
    pub fn of(server: &Server) -> Self {
        let sealer = Arc::clone(server.retries().sealer());
        let store = server.sharing().map(|sharing| Arc::clone(&sharing.store));
        Self { sealer, store }
    }

    /// Seals bytes, which every replica opens with the same `binding`.
    ///
    /// # Errors
    ///
    /// When the system has no random numbers.
    #[inline]
    pub fn seal(&self, bytes: &[u8], binding: &[u8]) -> Result<Vec<u8>> {
        self.sealer.seal_bytes(bytes, binding).map(|(_, sealed)| sealed)
    }

    /// Opens what was sealed; `None` if it was not sealed by a replica, or not for this binding.
    #[must_use]
    #[inline]
    pub fn open(&self, sealed: &[u8], binding: &[u8]) -> Option<Vec<u8>> {
        self.sealer.open_bytes(sealed, binding).map(|(_, bytes)| bytes)
    }

    /// Claims a name for a time among all replicas: it gives `false` if the name is taken. `None` if
    /// there is no store that they share.
    ///
    /// # Errors
    ///
    /// When the store does not tell: the name may then be taken.
    #[inline]
    pub async fn claim(&self, key: &StoreKey, time: Duration) -> Option<Result<bool, StoreError>> {
        let store = self.store.as_deref()?;
        let written = put(store, key, RecordWrite::create().ttl(time)).await;
        Some(written.map(|outcome| matches!(outcome, WriteOutcome::Done { .. })))
    }
}
