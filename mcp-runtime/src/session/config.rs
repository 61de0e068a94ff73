//! The configuration that all sessions of a server share, and what needs no more than that: messages
//! that belong to no session.

use std::sync::Arc;

use crate::caller::Caller;
use crate::jsonrpc::{ErrorObject, RequestId, truncate_for_display};
use crate::negotiation::{BackChannel, CachedMeta, ClientFacts, Params, RequestContext, Source};
use crate::protocol::{ExtensionMethod, Method, MethodKind, ProtocolVersion};
use crate::quota::{Quota, Share};

/// The maximum size of stored `clientInfo` and `capabilities` in bytes, per caller and in total.
const CLIENTS_PER_CALLER: usize = 4 * 1024 * 1024;
const CLIENTS_IN_ALL: usize = 32 * 1024 * 1024;

/// The size in bytes of `clientInfo` and `capabilities` up to which a session is not charged:
/// several times what clients send.
const UNCHARGED_CLIENT_BYTES: usize = 1024;

/// The configuration and limits of the sessions of a server.
#[derive(Clone)]
pub(crate) struct SessionConfig {
    /// The supported revisions, oldest first.
    pub(crate) versions: Box<[ProtocolVersion]>,
    /// The maximum number of calls of one session that run at the same time.
    pub(crate) max_in_flight: usize,
    /// The methods that extensions add to those of the core.
    methods: Arc<[&'static ExtensionMethod]>,
    /// The quota that `clientInfo` and `capabilities` are charged to for the duration of a session.
    clients: Arc<Quota>,
}

/// A request or a notification for the server.
pub(crate) struct IncomingCall<'a> {
    pub(crate) method: Method,
    pub(crate) params: &'a Params<'a>,
    pub(crate) context: RequestContext,
}

impl IncomingCall<'_> {
    /// Whether it is a notification that its client may send.
    pub(crate) fn is_notification(&self) -> bool {
        self.method.kind() == MethodKind::Notification
            && self.method.from_client(self.context.version)
            && self.params.check().is_ok()
    }
}

impl SessionConfig {
    pub(crate) fn new(versions: Vec<ProtocolVersion>, max_in_flight: usize) -> Self {
        let clients = Quota::new(CLIENTS_PER_CALLER, CLIENTS_IN_ALL);
        Self { versions: versions.into(), max_in_flight, methods: Arc::default(), clients }
    }

    /// Adds methods of extensions.
    pub(crate) fn with_methods(self, methods: Arc<[&'static ExtensionMethod]>) -> Self {
        Self { methods, ..self }
    }

    /// Looks up a method by name: one of the core, or one that an extension adds.
    pub(crate) fn method(&self, name: &str) -> Option<Method> {
        Method::parse(name).or_else(|| {
            self.methods.iter().find(|method| method.name == name).copied().map(Method::Extension)
        })
    }

    /// The method of a request, if it exists and its parameters are valid.
    pub(super) fn request_method(
        &self,
        name: &str,
        params: &Params<'_>,
    ) -> Result<Method, ErrorObject> {
        let method = self.method(name).filter(|method| method.kind() == MethodKind::Request);
        let method = method.ok_or_else(|| unknown_method(name))?;
        params.check().map(|()| method)
    }

    /// Creates the context of a modern request from its `_meta`.
    pub(super) fn modern_context(
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

    /// Charges the `clientInfo` and `capabilities` of a client to its caller, if they are long.
    ///
    /// # Errors
    ///
    /// When the quota is exhausted.
    pub(super) fn keep(
        &self,
        client: &ClientFacts,
        caller: &Caller,
    ) -> Result<Option<Share>, ErrorObject> {
        let bytes = client.weight();
        if bytes <= UNCHARGED_CLIENT_BYTES {
            return Ok(None);
        }
        self.clients.reserve_own_part(caller, bytes).map(Some).ok_or_else(|| {
            ErrorObject::internal(
                "the `capabilities` and `clientInfo` of clients have reached their limit of bytes; \
                 send less in them, or try again later",
            )
        })
    }
}

impl SessionConfig {
    /// Converts a request without a session to a call; a new `_meta` replaces `cached_meta`.
    ///
    /// # Errors
    ///
    /// When the method does not exist, or the request lacks required information about its client.
    #[allow(dead_code, reason = "only HTTP has messages that belong to no session")]
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
    #[allow(dead_code, reason = "only HTTP has messages that belong to no session")]
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
    #[allow(dead_code, reason = "only HTTP+SSE has no modern revisions")]
    pub(crate) fn legacy(&self) -> Self {
        let versions = self.versions.iter().copied().filter(|version| !version.is_modern());
        let versions = versions.collect();
        let mut config = self.clone();
        config.versions = versions;
        config
    }
}

pub(super) fn unknown_method(name: &str) -> ErrorObject {
    ErrorObject::method_not_found(format!("unknown method {:?}", truncate_for_display(name)))
}
