//! The identity of a client: its `clientInfo` and its `capabilities`.

use serde::Serialize;
use serde_json::{Map, Value};

use super::members::RawMembers;
use crate::error::{Error, Result};
use crate::protocol::meta::keys;
use crate::protocol::{ClientCapabilities, Implementation, ProtocolVersion, Revise};

/// The `clientInfo` and `capabilities` of a client.
#[derive(Clone)]
pub(super) struct Identity {
    pub(super) info: Implementation,
    pub(super) capabilities: ClientCapabilities,
}

impl Identity {
    /// The identity in the form of a revision.
    pub(super) fn for_version(&self, version: ProtocolVersion) -> Self {
        let mut info = self.info.clone();
        info.revise(version);
        Self { info, capabilities: self.capabilities.for_version(version) }
    }

    /// The `_meta` of every modern request.
    ///
    /// Source: [2026-07-28, "Overview", `_meta`](https://modelcontextprotocol.io/specification/2026-07-28/basic#_meta).
    pub(super) fn meta(&self, version: ProtocolVersion) -> Result<EncodedMeta> {
        let said = self.for_version(version);
        EncodedMeta::new(Map::from_iter([
            (keys::PROTOCOL_VERSION.to_owned(), version.as_str().into()),
            (keys::CLIENT_CAPABILITIES.to_owned(), to_value(&said.capabilities)?),
            (keys::CLIENT_INFO.to_owned(), to_value(&said.info)?),
        ]))
    }
}

/// The `_meta` of requests; empty in the legacy era.
#[derive(Clone, Default)]
pub(super) struct EncodedMeta {
    pub(super) entries: Map<String, Value>,
    /// The entries, encoded as the member `_meta` of parameters.
    pub(super) member: RawMembers,
}

impl EncodedMeta {
    /// # Errors
    ///
    /// When the entries cannot be serialized.
    pub(super) fn new(entries: Map<String, Value>) -> Result<Self> {
        let mut member = RawMembers::default();
        if !entries.is_empty() {
            member.add("_meta", &entries)?;
        }
        Ok(Self { entries, member })
    }
}

fn to_value(said: &impl Serialize) -> Result<Value> {
    serde_json::to_value(said).map_err(Error::other)
}
