//! The `_meta` of every request from 2026-07-28 on.
//!
//! Source: 2026-07-28, "Overview", `_meta` (required fields) and "Versioning".

use std::sync::Arc;

use serde::de::DeserializeOwned;

use super::{Client, RequestMeta, unsupported};
use crate::jsonrpc::{ErrorObject, string};
use crate::protocol::ProtocolVersion;

/// The client as the last request described it.
///
/// Clients send the same description with each request. Comparing its text costs less than
/// decoding it; a pure function of the text stays one, so nothing is inferred from earlier requests.
#[derive(Default)]
pub(crate) struct Memo {
    capabilities: String,
    info: Option<String>,
    client: Option<Arc<Client>>,
}

/// The version and the client of a modern request.
pub(crate) fn resolve(
    meta: &RequestMeta<'_>,
    supported: &[ProtocolVersion],
    memo: &mut Memo,
) -> Result<(ProtocolVersion, Arc<Client>), ErrorObject> {
    let requested = meta
        .protocol_version
        .ok_or_else(|| missing("protocolVersion"))?;
    let requested = string(requested).ok_or_else(|| invalid("protocolVersion", "a string"))?;
    let version = supported
        .iter()
        .copied()
        .find(|version| version.is_modern() && version.as_str() == requested)
        .ok_or_else(|| unsupported(&requested, supported))?;
    let capabilities = meta
        .client_capabilities
        .ok_or_else(|| missing("clientCapabilities"))?;
    if let Some(client) = memo.recall(capabilities, meta.client_info) {
        return Ok((version, client));
    }
    let client = Arc::new(Client {
        info: meta
            .client_info
            .map(|info| decode("clientInfo", info))
            .transpose()?,
        capabilities: decode("clientCapabilities", capabilities)?,
    });
    *memo = Memo {
        capabilities: capabilities.to_owned(),
        info: meta.client_info.map(str::to_owned),
        client: Some(Arc::clone(&client)),
    };
    Ok((version, client))
}

impl Memo {
    fn recall(&self, capabilities: &str, info: Option<&str>) -> Option<Arc<Client>> {
        let same = self.capabilities == capabilities && self.info.as_deref() == info;
        self.client.clone().filter(|_| same)
    }
}

fn decode<T: DeserializeOwned>(key: &str, text: &str) -> Result<T, ErrorObject> {
    if !text.starts_with('{') {
        return Err(invalid(key, "an object"));
    }
    serde_json::from_str(text).map_err(|error| invalid(key, &error.to_string()))
}

fn missing(key: &str) -> ErrorObject {
    ErrorObject::invalid_params(format!(
        "`_meta` lacks io.modelcontextprotocol/{key}, which every request from 2026-07-28 on \
         carries; older clients send `initialize` first"
    ))
}

fn invalid(key: &str, expected: &str) -> ErrorObject {
    ErrorObject::invalid_params(format!(
        "`_meta` io.modelcontextprotocol/{key}: expected {expected}"
    ))
}
