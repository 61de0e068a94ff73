//! Requests that stand alone: all that is needed to serve one is in it.

use std::sync::Arc;

use super::Terms;
#[cfg(feature = "http")]
use super::{IncomingCall, request, unknown};
use crate::jsonrpc::{ErrorObject, RequestId, SharedPeer};
use crate::negotiation::{self, BackChannel, Caller, Memo, Params, RequestContext};

impl Terms {
    /// The call that a request of no session is; `memo` is replaced by a `_meta` that is new.
    ///
    /// # Errors
    ///
    /// When the method does not exist, or the request lacks what it has to say of its client.
    #[cfg(feature = "http")]
    pub(crate) fn accept<'a>(
        &self,
        caller: &Caller,
        id: &RequestId,
        name: &str,
        params: &'a Params<'a>,
        peer: &SharedPeer,
        memo: &mut Option<Arc<Memo>>,
    ) -> Result<IncomingCall<'a>, ErrorObject> {
        let method = request(name, params)?;
        let context = self.resolve(caller, id, params, peer, memo)?;
        if !method.from_client(context.version) {
            return Err(unknown(name));
        }
        Ok(IncomingCall { method, params, context })
    }

    /// Whom a modern request comes from.
    pub(super) fn resolve(
        &self,
        caller: &Caller,
        id: &RequestId,
        params: &Params<'_>,
        peer: &SharedPeer,
        memo: &mut Option<Arc<Memo>>,
    ) -> Result<RequestContext, ErrorObject> {
        let sender = negotiation::resolve(&params.meta, &self.versions, memo)?;
        Ok(RequestContext {
            id: id.clone(),
            version: sender.version,
            client: sender.client,
            progress_token: sender.progress_token,
            log: sender.log,
            peer: Arc::clone(peer),
            back: BackChannel::Results,
            caller: caller.clone(),
        })
    }
}
