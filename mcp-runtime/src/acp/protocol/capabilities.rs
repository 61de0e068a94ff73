//! What the sides say of themselves in `initialize`.
//!
//! Source: [ACP, "Initialization"](https://agentclientprotocol.com/protocol/initialization).

use serde::Deserialize;
use serde_json::Value;

use crate::jsonrpc::ErrorObject;
use crate::negotiation::ClientFacts;
use crate::protocol::{ClientCapabilities, ClientCapability, Implementation};

/// What a client says of itself. What it leaves out, and what is not of its type, is unsupported.
#[derive(Clone, Debug, Default)]
pub(crate) struct ClientSide {
    pub(crate) info: Option<Implementation>,
    pub(crate) can_fill_forms: bool,
    pub(crate) can_open_urls: bool,
}

impl ClientSide {
    /// What a client is, and its capabilities, which both versions write alike as far as they have them.
    pub(crate) fn read(info: Option<Implementation>, capabilities: &Value) -> Self {
        let elicitation = &capabilities["elicitation"];
        Self {
            info,
            can_fill_forms: elicitation["form"].is_object(),
            can_open_urls: elicitation["url"].is_object(),
        }
    }

    /// The same as a handler of MCP knows it.
    pub(crate) fn facts(&self) -> ClientFacts {
        let mut capabilities = ClientCapabilities::default();
        if self.can_fill_forms {
            capabilities = capabilities.with(ClientCapability::ElicitationForm);
        }
        if self.can_open_urls {
            capabilities = capabilities.with(ClientCapability::ElicitationUrl);
        }
        ClientFacts { info: self.info.clone(), capabilities }
    }
}

/// What an agent says of itself.
#[derive(Debug)]
pub(crate) struct AgentSide {
    pub(crate) info: Implementation,
}

/// The version that a client asks for.
///
/// # Errors
///
/// `-32602` where it is not an integer of 16 bits.
pub(crate) fn read_version(params: Option<&str>) -> Result<u16, ErrorObject> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Versioned {
        protocol_version: u16,
    }
    let read = serde_json::from_str(params.unwrap_or("{}"));
    read.map(|Versioned { protocol_version }| protocol_version).map_err(|_| {
        ErrorObject::invalid_params(
            "`protocolVersion` must be an integer from 0 to 65535, such as 1",
        )
    })
}
