//! Decides what a request or a notification becomes: a call of a method, in the context of its
//! session or, from 2026-07-28 on, of its own `_meta`.
//!
//! The method and the era of a message are found out once, as its [`Purpose`], and passed on; only
//! the deprecated HTTP+SSE transport does so twice where scopes are checked.

use std::sync::Arc;

use super::{Session, SessionConfig, decode};
use crate::caller::Caller;
use crate::debug::short_debug;
use crate::jsonrpc::{ErrorObject, Incoming, RequestId, truncate_for_display};
use crate::negotiation::{BackChannel, CachedMeta, ClientMessage, Params, RequestContext, Source};
use crate::protocol::{Method, MethodKind, ProtocolVersion};

/// What a message is for; a response is for nothing.
#[derive(Debug, Default)]
pub(crate) struct Purpose<'a> {
    /// The name of the method, as in the message.
    pub(crate) name: &'a str,
    /// The method, if it exists for messages of this kind.
    pub(crate) method: Option<Method>,
    /// Whether the message is a modern one, which needs no session.
    pub(crate) stands_alone: bool,
}

/// A request or a notification for the server.
pub(crate) struct IncomingCall<'a> {
    /// What is called.
    pub method: Method,
    /// With which parameters.
    pub params: &'a Params<'a>,
    /// Where it comes from, and where the answer goes.
    pub context: RequestContext,
}

short_debug!(IncomingCall<'a> { context });

impl Purpose<'_> {
    /// The method of a request, if it exists and its parameters are valid.
    #[inline]
    fn of_request(&self, params: &Params<'_>) -> Result<Method, ErrorObject> {
        let method = self.method.ok_or_else(|| unknown_method(self.name))?;
        params.check().map(|()| method)
    }
}

impl IncomingCall<'_> {
    /// Whether its client may send it, if it is a notification.
    pub(crate) fn is_allowed(&self) -> bool {
        self.method.from_client(self.context.version) && self.params.check().is_ok()
    }
}

impl Session {
    /// Converts a request to a call; `None` if the session has handled it.
    pub(super) fn accept<'a>(
        &mut self,
        id: &RequestId,
        purpose: &Purpose<'_>,
        params: &'a Params<'a>,
        source: &Source,
    ) -> Result<Option<IncomingCall<'a>>, (ProtocolVersion, ErrorObject)> {
        let method = purpose.of_request(params).map_err(|error| (self.version(), error))?;
        let stands_alone = purpose.stands_alone;
        let context = match method {
            Method::Ping if !stands_alone => return Ok(None),
            Method::Initialize if !stands_alone => {
                let context = self
                    .initialize(id, params.raw, source)
                    .map_err(|error| (self.version(), error))?;
                return Ok(Some(IncomingCall { method, params, context }));
            }
            _ => {
                let context = self.resolve(id, params, stands_alone, source);
                context.map_err(|error| (self.version(), error))?
            }
        };
        if !method.from_client(context.version) {
            return Err((context.version, unknown_method(purpose.name)));
        }
        if method == Method::SetLevel {
            self.set_level(params.raw).map_err(|error| (self.version(), error))?;
            return Ok(None);
        }
        Ok(Some(IncomingCall { method, params, context }))
    }

    /// Creates the context of a request: that of its session, unless it stands alone.
    pub(super) fn resolve(
        &mut self,
        id: &RequestId,
        params: &Params<'_>,
        stands_alone: bool,
        source: &Source,
    ) -> Result<RequestContext, ErrorObject> {
        match &self.legacy {
            Some(legacy) if !stands_alone => {
                let token = params.meta.progress_token.map(decode("progressToken")).transpose()?;
                Ok(legacy.context(id, token, source, &self.caller))
            }
            _ => {
                self.config.modern_context(&self.caller, id, params, source, &mut self.cached_meta)
            }
        }
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
        purpose: &Purpose<'_>,
        params: &'a Params<'a>,
        source: &Source,
        cached_meta: &mut Option<Arc<CachedMeta>>,
    ) -> Result<IncomingCall<'a>, ErrorObject> {
        let method = purpose.of_request(params)?;
        let context = self.modern_context(caller, id, params, source, cached_meta)?;
        if !method.from_client(context.version) {
            return Err(unknown_method(purpose.name));
        }
        Ok(IncomingCall { method, params, context })
    }

    /// Converts a notification without a session to a call, if an extension defines it.
    pub(crate) fn accept_notification<'a>(
        &self,
        caller: &Caller,
        purpose: &Purpose<'_>,
        params: &'a Params<'a>,
        source: &Source,
    ) -> Option<IncomingCall<'a>> {
        let method = purpose.method.filter(|method| matches!(method, Method::Extension(_)))?;
        let context = self.modern_context(caller, &0.into(), params, source, &mut None).ok()?;
        let call = IncomingCall { method, params, context };
        call.is_allowed().then_some(call)
    }

    /// Looks up a method by name: one of the core, or one that an extension adds.
    fn method(&self, name: &str) -> Option<Method> {
        #[cfg(test)]
        crate::negotiation::lookups::count("method");
        Method::parse(name).or_else(|| {
            self.methods.iter().find(|method| method.name == name).copied().map(Method::Extension)
        })
    }

    /// Finds out what a message is for. A server that supports no modern revision ignores the `_meta`
    /// that marks a modern message.
    #[inline]
    pub(crate) fn purpose<'a>(&self, message: &'a ClientMessage<'_, '_>) -> Purpose<'a> {
        let (name, params, kind) = match message {
            Incoming::Request { method, params, .. } => (method, params, MethodKind::Request),
            Incoming::Notification { method, params } => (method, params, MethodKind::Notification),
            Incoming::Response(_) => return Purpose::default(),
        };
        let method = self.method(name).filter(|method| method.kind() == kind);
        // No notification of the core is of the modern era over HTTP: those of a session stay with it.
        let may_stand_alone =
            kind == MethodKind::Request || matches!(method, Some(Method::Extension(_)));
        let stands_alone = params.meta.is_modern() && self.has_modern() && may_stand_alone;
        Purpose { name, method, stands_alone }
    }

    /// Creates the context of a modern request from its `_meta`.
    fn modern_context(
        &self,
        caller: &Caller,
        id: &RequestId,
        params: &Params<'_>,
        source: &Source,
        cached_meta: &mut Option<Arc<CachedMeta>>,
    ) -> Result<RequestContext, ErrorObject> {
        let meta = params.meta.resolve(&self.versions, cached_meta)?;
        Ok(RequestContext {
            id: id.clone(),
            version: meta.version,
            client: meta.client,
            progress_token: meta.progress_token,
            log: meta.log,
            peer: Arc::clone(&source.peer),
            transport: source.transport.clone(),
            back: BackChannel::results(),
            caller: caller.clone(),
        })
    }
}

fn unknown_method(name: &str) -> ErrorObject {
    ErrorObject::method_not_found(format!("unknown method {:?}", truncate_for_display(name)))
}
