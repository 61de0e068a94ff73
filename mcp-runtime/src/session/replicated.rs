//! The state of a session that replicas share, so that each of them can continue it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Session, SessionConfig};
use crate::caller::Caller;
use crate::jsonrpc::{ErrorObject, NoPeer, RequestId};
use crate::negotiation::{self, RequestContext, Source};
use crate::protocol::{LoggingLevel, ProtocolVersion};

/// The settings of a session that its client has changed since `initialize`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct SessionSettings {
    pub(crate) initialized: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) level: Option<LoggingLevel>,
    /// The URIs of subscribed resources.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) subscriptions: Vec<String>,
}

impl Session {
    /// Creates a session that another replica has opened, from the parameters of its `initialize`.
    ///
    /// # Errors
    ///
    /// When they cannot be parsed, or the quota for what clients declare is exhausted.
    pub(crate) fn opened_elsewhere(
        config: Arc<SessionConfig>,
        caller: Caller,
        replica: Arc<str>,
        version: ProtocolVersion,
        params: &str,
    ) -> Result<Self, ErrorObject> {
        let mut session = Self::new(config, caller).at_replica(replica);
        let (_, client) = negotiation::initialize(Some(params), &session.config.versions)?;
        session.open(version, client)?;
        Ok(session)
    }

    /// Makes the request ids of the session name this replica.
    pub(crate) fn at_replica(mut self, replica: Arc<str>) -> Self {
        self.replica = Some(replica);
        self
    }

    /// Applies the settings that the client has sent to another replica.
    pub(crate) fn set(&mut self, settings: &SessionSettings) {
        if let Some(legacy) = &mut self.legacy {
            legacy.initialized = settings.initialized;
            if let Some(level) = settings.level {
                legacy.shared.set_level(level);
            }
        }
    }

    /// Creates the context of an internal request: its notifications are dropped.
    pub(crate) fn own_request(&self) -> Option<RequestContext> {
        let source = Source { peer: Arc::new(NoPeer), transport: None };
        let legacy = self.legacy.as_ref()?;
        Some(legacy.context(&RequestId::from(0), None, &source, &self.caller))
    }
}
