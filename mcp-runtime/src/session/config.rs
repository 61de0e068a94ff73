//! The configuration that all sessions of a server share.

use std::sync::Arc;

use crate::caller::Caller;
use crate::jsonrpc::ErrorObject;
use crate::negotiation::ClientFacts;
use crate::protocol::{ExtensionMethod, ProtocolVersion};
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
    pub(super) methods: Arc<[&'static ExtensionMethod]>,
    /// The quota that `clientInfo` and `capabilities` are charged to for the duration of a session.
    clients: Arc<Quota>,
    /// What a client is told whose `initialize` is not one of MCP, if the program speaks another
    /// protocol.
    hint: Option<Arc<str>>,
}

impl SessionConfig {
    pub(crate) fn new(versions: Vec<ProtocolVersion>, max_in_flight: usize) -> Self {
        let clients = Quota::new(CLIENTS_PER_CALLER, CLIENTS_IN_ALL);
        let versions = versions.into();
        Self { versions, max_in_flight, methods: Arc::default(), clients, hint: None }
    }

    /// Whether it supports a modern revision.
    pub(crate) fn has_modern(&self) -> bool {
        self.versions.last().is_some_and(|newest| newest.is_modern())
    }

    /// Whether it supports a revision with sessions.
    pub(crate) fn has_legacy(&self) -> bool {
        self.versions.first().is_some_and(|oldest| !oldest.is_modern())
    }

    /// Adds methods of extensions.
    pub(crate) fn with_methods(self, methods: Arc<[&'static ExtensionMethod]>) -> Self {
        Self { methods, ..self }
    }

    /// Sets what a client is told whose `initialize` is not one of MCP.
    pub(crate) fn with_hint(self, hint: Option<Arc<str>>) -> Self {
        Self { hint, ..self }
    }

    /// Adds the hint to an error of `initialize`.
    pub(super) fn hinted(&self, mut error: ErrorObject) -> ErrorObject {
        if let Some(hint) = &self.hint {
            error.message = format!("{}; {hint}", error.message).into();
        }
        error
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
                "the `capabilities` and `clientInfo` of clients use all the memory allowed for them; \
                 send less in them, or try again later",
            )
        })
    }

    /// The configuration without modern revisions, for a transport that does not support them.
    pub(crate) fn legacy(&self) -> Self {
        let versions =
            self.versions.iter().copied().filter(|version| !version.is_modern()).collect();
        let mut config = self.clone();
        config.versions = versions;
        config
    }
}
