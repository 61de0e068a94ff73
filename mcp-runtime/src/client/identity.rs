//! What a client says of itself.

use super::members::Members;
use crate::error::Result;
use crate::protocol::meta::keys;
use crate::protocol::{ClientCapabilities, Implementation, ProtocolVersion, Revise};

/// What a client says of itself.
#[derive(Clone)]
pub(super) struct Identity {
    pub(super) info: Implementation,
    pub(super) capabilities: ClientCapabilities,
}

impl Identity {
    /// What it says in a revision.
    pub(super) fn for_version(&self, version: ProtocolVersion) -> Self {
        let mut info = self.info.clone();
        info.revise(version);
        Self { info, capabilities: self.capabilities.for_version(version) }
    }

    /// What the `_meta` of every modern request says.
    ///
    /// Source: 2026-07-28, "Overview", `_meta`.
    pub(super) fn meta(&self, version: ProtocolVersion) -> Result<Members> {
        let said = self.for_version(version);
        let mut meta = Members::default();
        meta.add(keys::PROTOCOL_VERSION, &version)?;
        meta.add(keys::CLIENT_CAPABILITIES, &said.capabilities)?;
        meta.add(keys::CLIENT_INFO, &said.info)?;
        Ok(meta)
    }
}
