//! Requests that stand alone: all that is needed to serve one is in it.

use std::sync::Arc;

use super::Terms;
use crate::jsonrpc::{ErrorObject, RequestId};
use crate::negotiation::{self, BackChannel, Caller, Memo, Params, RequestContext, Source};

impl Terms {
    /// Whom a modern request comes from.
    pub(super) fn resolve(
        &self,
        caller: &Caller,
        id: &RequestId,
        params: &Params<'_>,
        source: &Source,
        memo: &mut Option<Arc<Memo>>,
    ) -> Result<RequestContext, ErrorObject> {
        let sender = negotiation::resolve(&params.meta, &self.versions, memo)?;
        Ok(RequestContext {
            id: id.clone(),
            version: sender.version,
            client: sender.client,
            progress_token: sender.progress_token,
            log: sender.log,
            peer: Arc::clone(&source.peer),
            transport: source.request.clone(),
            back: BackChannel::results(),
            caller: caller.clone(),
        })
    }
}
