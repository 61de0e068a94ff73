//! What only HTTP asks of a session: one request long, or without a handshake.

use std::sync::Arc;

use super::{Legacy, Session, Terms};
use crate::negotiation::{BackChannel, Caller, ClientFacts};
use crate::protocol::ProtocolVersion;

impl Session {
    /// A session of which the version alone is known.
    pub(crate) fn assumed(version: ProtocolVersion, terms: Arc<Terms>, caller: Caller) -> Self {
        let legacy = Legacy::new(version, ClientFacts::default(), BackChannel::None);
        let legacy = Legacy { initialized: true, ..legacy };
        Self { legacy: Some(legacy), ..Self::new(terms, caller) }
    }

    /// Who sends its requests.
    pub(crate) fn caller(&self) -> &Caller {
        &self.caller
    }
}

impl Terms {
    /// The same without modern revisions, for a transport that does not have them.
    pub(crate) fn legacy(&self) -> Self {
        let versions = self.versions.iter().copied().filter(|version| !version.is_modern());
        let versions = versions.collect();
        let mut terms = self.clone();
        terms.versions = versions;
        terms
    }
}
