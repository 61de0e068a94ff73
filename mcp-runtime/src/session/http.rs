//! Messages over HTTP that belong to no session, and sessions without a handshake.

use std::sync::Arc;

use super::config::unknown_method;
use super::{IncomingCall, Legacy, Session, SessionConfig};
use crate::caller::Caller;
use crate::jsonrpc::{ErrorObject, RequestId};
use crate::negotiation::{BackChannel, CachedMeta, ClientFacts, Params, Source};
use crate::protocol::{Method, ProtocolVersion};

impl Session {
    /// Creates a session of which only the version is known.
    pub(crate) fn assumed(
        version: ProtocolVersion,
        config: Arc<SessionConfig>,
        caller: Caller,
    ) -> Self {
        let legacy = Legacy::new(version, ClientFacts::default(), BackChannel::none());
        let legacy = Legacy { initialized: true, ..legacy };
        Self { legacy: Some(legacy), ..Self::new(config, caller) }
    }

    /// The caller that sends its requests.
    pub(crate) fn caller(&self) -> &Caller {
        &self.caller
    }
}

impl SessionConfig {
    /// Converts a request without a session to a call; a new `_meta` replaces `cached_meta`.
    ///
    /// # Errors
    ///
    /// When the method does not exist, or the request lacks required information about its client.
    pub(crate) fn accept<'a>(
        &self,
        caller: &Caller,
        id: &RequestId,
        name: &str,
        params: &'a Params<'a>,
        source: &Source,
        cached_meta: &mut Option<Arc<CachedMeta>>,
    ) -> Result<IncomingCall<'a>, ErrorObject> {
        let method = self.request_method(name, params)?;
        let context = self.modern_context(caller, id, params, source, cached_meta)?;
        if !method.from_client(context.version) {
            return Err(unknown_method(name));
        }
        Ok(IncomingCall { method, params, context })
    }

    /// Converts a notification without a session to a call, if an extension defines it.
    pub(crate) fn accept_notification<'a>(
        &self,
        caller: &Caller,
        name: &str,
        params: &'a Params<'a>,
        source: &Source,
    ) -> Option<IncomingCall<'a>> {
        let method = self.method(name).filter(|method| matches!(method, Method::Extension(_)))?;
        let context = self.modern_context(caller, &0.into(), params, source, &mut None).ok()?;
        let call = IncomingCall { method, params, context };
        call.is_notification().then_some(call)
    }

    /// The configuration without modern revisions, for a transport that does not support them.
    pub(crate) fn legacy(&self) -> Self {
        let versions = self.versions.iter().copied().filter(|version| !version.is_modern());
        let versions = versions.collect();
        let mut config = self.clone();
        config.versions = versions;
        config
    }
}
