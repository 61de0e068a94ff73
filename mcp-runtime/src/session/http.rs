//! What only HTTP asks of a session: one request long, or without a handshake.

use std::sync::Arc;

use super::{IncomingCall, Legacy, Session, SessionConfig, unknown};
use crate::caller::Caller;
use crate::jsonrpc::{ErrorObject, RequestId};
use crate::negotiation::{BackChannel, CachedMeta, ClientFacts, Params, Source};
use crate::protocol::{Method, ProtocolVersion};

impl Session {
    /// A session of which the version alone is known.
    pub(crate) fn assumed(
        version: ProtocolVersion,
        config: Arc<SessionConfig>,
        caller: Caller,
    ) -> Self {
        let legacy = Legacy::new(version, ClientFacts::default(), BackChannel::none());
        let legacy = Legacy { initialized: true, ..legacy };
        Self { legacy: Some(legacy), ..Self::new(config, caller) }
    }

    /// Who sends its requests.
    pub(crate) fn caller(&self) -> &Caller {
        &self.caller
    }
}

impl SessionConfig {
    /// The call that a request of no session is; `cached_meta` is replaced by a `_meta` that is new.
    ///
    /// # Errors
    ///
    /// When the method does not exist, or the request lacks what it has to say of its client.
    pub(crate) fn accept<'a>(
        &self,
        caller: &Caller,
        id: &RequestId,
        name: &str,
        params: &'a Params<'a>,
        source: &Source,
        cached_meta: &mut Option<Arc<CachedMeta>>,
    ) -> Result<IncomingCall<'a>, ErrorObject> {
        let method = self.request(name, params)?;
        let context = self.resolve(caller, id, params, source, cached_meta)?;
        if !method.from_client(context.version) {
            return Err(unknown(name));
        }
        Ok(IncomingCall { method, params, context })
    }

    /// What a notification of no session asks for, if an extension defines it.
    pub(crate) fn accept_notification<'a>(
        &self,
        caller: &Caller,
        name: &str,
        params: &'a Params<'a>,
        source: &Source,
    ) -> Option<IncomingCall<'a>> {
        let method = self.method(name).filter(|method| matches!(method, Method::Extension(_)))?;
        let context = self.resolve(caller, &0.into(), params, source, &mut None).ok()?;
        let call = IncomingCall { method, params, context };
        call.is_notification().then_some(call)
    }

    /// The same without modern revisions, for a transport that does not have them.
    pub(crate) fn legacy(&self) -> Self {
        let versions = self.versions.iter().copied().filter(|version| !version.is_modern());
        let versions = versions.collect();
        let mut config = self.clone();
        config.versions = versions;
        config
    }
}
