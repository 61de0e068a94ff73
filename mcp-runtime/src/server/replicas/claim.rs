//! Claims on the states of calls: only one replica continues with each.

use std::sync::Arc;
use std::time::Duration;

use super::ReplicaLink;
use crate::jsonrpc::ErrorObject;
use crate::protocol::hex::hex;
use crate::server::asking::{Nonce, used_already};
use crate::server::response::BoxFuture;
use crate::store::{RecordWrite, Store, StoreError, StoreKey, WriteOutcome};

impl ReplicaLink {
    /// Claims a state, which is valid for `time`, so that no other replica continues with it.
    ///
    /// # Errors
    ///
    /// If it was used already. Also if the store does not respond: the state may then have been
    /// used, so no replica continues with it.
    #[inline]
    pub(in crate::server) fn claim(
        self: &Arc<Self>,
        state: &Nonce,
        time: Duration,
    ) -> BoxFuture<Result<(), ErrorObject>> {
        let sharing = Arc::clone(self);
        let key = StoreKey::new("used", &hex(state));
        Box::pin(async move {
            let claim = RecordWrite::create().ttl(time);
            match put(&*sharing.store, &key, claim).await {
                Ok(WriteOutcome::Done { .. }) => Ok(()),
                Ok(WriteOutcome::Conflict { .. } | WriteOutcome::Gone) => Err(used_already()),
                Err(error) => {
                    tracing::error!(%error, "could not check whether a `requestState` was used before");
                    let text = "answers cannot be accepted at the moment; send them again later";
                    Err(ErrorObject::busy(text))
                }
            }
        })
    }
}

/// Writes a record, and retries once if the response of the store may have been lost.
#[inline]
pub(super) async fn put(
    store: &dyn Store,
    key: &StoreKey,
    write: RecordWrite,
) -> Result<WriteOutcome, StoreError> {
    match store.put(key, write.clone()).await {
        Err(StoreError::Down(_) | StoreError::Timeout) => store.put(key, write).await,
        outcome => outcome,
    }
}
