//! Shaping capabilities for a revision.

use super::steps;
use crate::{
    capabilities::{ClientCapabilities, ServerCapabilities},
    protocol_version::ProtocolVersion,
};

impl ClientCapabilities {
    /// Shapes the capabilities for a revision: what the revision lacks is removed.
    #[must_use]
    pub fn for_version(&self, version: ProtocolVersion) -> Self {
        let mut shaped = self.clone();
        for step in steps(version) {
            step.client_capabilities(&mut shaped);
        }
        shaped
    }
}

impl ServerCapabilities {
    /// Shapes the capabilities for a revision: what the revision lacks is removed.
    #[must_use]
    pub fn for_version(&self, version: ProtocolVersion) -> Self {
        let mut shaped = self.clone();
        for step in steps(version) {
            step.server_capabilities(&mut shaped);
        }
        shaped
    }
}
