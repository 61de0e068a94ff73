//! Sessions without a handshake, for servers that keep nothing between requests.

use std::sync::Arc;

use super::{Legacy, Session};
use crate::negotiation::ClientFacts;
use crate::protocol::ProtocolVersion;

impl Session {
    /// A session of which the version alone is known.
    pub(crate) fn assumed(
        version: ProtocolVersion,
        supported: Arc<[ProtocolVersion]>,
        limit: usize,
    ) -> Self {
        let legacy = Legacy {
            initialized: true,
            outgoing: None,
            ..Legacy::new(version, ClientFacts::default())
        };
        Self { legacy: Some(legacy), ..Self::new(supported, limit) }
    }
}
