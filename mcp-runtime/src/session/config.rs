//! The configuration that all sessions of a server share.

use std::sync::Arc;

use crate::caller::Caller;
use crate::jsonrpc::{ErrorObject, RequestId};
use crate::negotiation::{BackChannel, CachedMeta, ClientFacts, Params, RequestContext, Source};
use crate::protocol::{ExtensionMethod, Method, ProtocolVersion};
use crate::quota::{Quota, Share};

/// How many bytes of `clientInfo` and `capabilities` are kept, of one caller and in all.
const CLIENTS_PER_CALLER: usize = 4 * 1024 * 1024;
const CLIENTS_IN_ALL: usize = 32 * 1024 * 1024;

/// How many bytes of `clientInfo` and `capabilities` of a session are not charged: several times what clients send.
const UNCHARGED_CLIENT_BYTES: usize = 1024;

/// What the sessions of a server may do, and keep.
#[derive(Clone)]
pub(crate) struct SessionConfig {
    /// The revisions that are served, the oldest first.
    pub(crate) versions: Box<[ProtocolVersion]>,
    /// How many calls of one session run at the same time.
    pub(crate) max_in_flight: usize,
    /// What extensions add to the methods of the core.
    methods: Arc<[&'static ExtensionMethod]>,
    /// The `clientInfo` and `capabilities` of clients are charged to it for as long as their sessions last.
    clients: Arc<Quota>,
}

impl SessionConfig {
    pub(crate) fn new(versions: Vec<ProtocolVersion>, max_in_flight: usize) -> Self {
        let clients = Quota::new(CLIENTS_PER_CALLER, CLIENTS_IN_ALL);
        Self { versions: versions.into(), max_in_flight, methods: Arc::default(), clients }
    }

    /// The same with methods of extensions.
    pub(crate) fn with_methods(self, methods: Arc<[&'static ExtensionMethod]>) -> Self {
        Self { methods, ..self }
    }

    /// The method of a name: one of the core, or one that an extension adds.
    pub(crate) fn method(&self, name: &str) -> Option<Method> {
        Method::parse(name).or_else(|| {
            self.methods.iter().find(|method| method.name == name).copied().map(Method::Extension)
        })
    }

    /// Whom a modern request comes from.
    pub(super) fn resolve(
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
            transport: source.request.clone(),
            back: BackChannel::results(),
            caller: caller.clone(),
        })
    }

    /// Charges the `clientInfo` and `capabilities` of a client to its caller, where they are long.
    ///
    /// # Errors
    ///
    /// When as much is kept as may be.
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
