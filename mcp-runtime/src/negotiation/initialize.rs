//! The `initialize` handshake, up to 2025-11-25.

use serde::Deserialize;

use super::client_facts::check_length;
use super::{ClientFacts, unsupported};
use crate::jsonrpc::ErrorObject;
use crate::protocol::{InitializeParams, ProtocolVersion};

/// Returns the revision of the session, and what the client declares.
///
/// A supported legacy version is accepted; for any other string, the newest legacy one is chosen.
/// Source: [2025-11-25, "Lifecycle", version negotiation](https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#version-negotiation).
pub(crate) fn initialize(
    params: Option<&str>,
    supported: &[ProtocolVersion],
) -> Result<(ProtocolVersion, ClientFacts), ErrorObject> {
    let params = params.ok_or_else(|| {
        ErrorObject::invalid_params(
            "`initialize` needs params: protocolVersion, capabilities, clientInfo",
        )
    })?;
    check_length("the params of `initialize`", params.len())?;
    let mut json = serde_json::Deserializer::from_str(params);
    let params = InitializeParams::deserialize(&mut json)
        .map_err(|error| ErrorObject::invalid_params(format!("`initialize`: {error}")))?;
    let legacy = || supported.iter().copied().filter(|version| !version.is_modern());
    let version = legacy()
        .find(|version| version.as_str() == params.protocol_version)
        .or_else(|| legacy().max())
        .ok_or_else(|| unsupported(&params.protocol_version, supported))?;
    let client = ClientFacts { info: Some(params.client_info), capabilities: params.capabilities };
    Ok((version, client))
}
