//! The `_meta` of every request from 2026-07-28 on.
//!
//! Source: [2026-07-28, "Overview", `_meta` (required fields)](https://modelcontextprotocol.io/specification/2026-07-28/basic#_meta) and [2026-07-28, "Versioning"](https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning).

use std::sync::Arc;

use serde::de::DeserializeOwned;

use super::facts::check_length;
use super::memo::{Memo, Sender};
use super::{ClientFacts, LogGate, RequestMeta, unsupported};
use crate::jsonrpc::{ErrorObject, string};
use crate::protocol::{LoggingLevel, ProtocolVersion};

/// How many bytes a `_meta` may have, and take, that is remembered: several times what clients send.
const MEMO: usize = 4 * 1024;

/// Understands the `_meta` of a modern request; `memo` is replaced by what is new.
#[inline]
pub(crate) fn resolve(
    meta: &RequestMeta<'_>,
    supported: &[ProtocolVersion],
    memo: &mut Option<Arc<Memo>>,
) -> Result<Sender, ErrorObject> {
    if let Some(memo) = meta.understood() {
        return Ok(memo.sender.clone());
    }
    let modern = &supported[supported.partition_point(|version| !version.is_modern())..];
    if modern.is_empty() {
        return Err(ErrorObject::invalid_request("`initialize` has to come first"));
    }
    let requested = meta.protocol_version.ok_or_else(|| missing("protocolVersion"))?;
    let requested = string(requested).ok_or_else(|| invalid("protocolVersion", "a string"))?;
    let named = |version: &&ProtocolVersion| version.as_str() == requested;
    let version = *modern.iter().find(named).ok_or_else(|| {
        // A legacy version that is served is still none to ask for with a request.
        let offered = supported.iter().find(named).map_or(supported, |_| modern);
        unsupported(&requested, offered)
    })?;
    let capabilities = meta.client_capabilities.ok_or_else(|| missing("clientCapabilities"))?;
    let level: Option<LoggingLevel> = optional("logLevel", meta.log_level)?;
    let mut sender = Sender {
        version,
        client: Arc::default(),
        progress_token: optional("progressToken", meta.progress_token)?,
        log: level.map_or(LogGate::Closed, LogGate::Request),
    };
    let known = meta.known.as_ref().filter(|memo| memo.is_of(capabilities, meta.client_info));
    if let Some(memo) = known {
        sender.client = Arc::clone(&memo.sender.client);
        return Ok(sender);
    }
    let said = capabilities.len() + meta.client_info.map_or(0, str::len);
    check_length("`clientCapabilities` and `clientInfo`", said)?;
    sender.client = Arc::new(ClientFacts {
        info: optional("clientInfo", meta.client_info.map(object("clientInfo")).transpose()?)?,
        capabilities: decode("clientCapabilities", object("clientCapabilities")(capabilities)?)?,
    });
    let text = meta.text.unwrap_or_default();
    if text.len() > MEMO || sender.client.weight() > MEMO {
        return Ok(sender);
    }
    *memo = Some(Arc::new(Memo {
        text: text.to_owned(),
        capabilities: capabilities.to_owned(),
        info: meta.client_info.map(str::to_owned),
        sender: sender.clone(),
    }));
    Ok(sender)
}

fn optional<T: DeserializeOwned>(key: &str, text: Option<&str>) -> Result<Option<T>, ErrorObject> {
    text.map(|text| decode(key, text)).transpose()
}

fn decode<T: DeserializeOwned>(key: &str, text: &str) -> Result<T, ErrorObject> {
    serde_json::from_str(text).map_err(|error| invalid(key, &error.to_string()))
}

fn object(key: &str) -> impl Fn(&str) -> Result<&str, ErrorObject> {
    move |text| {
        Some(text).filter(|text| text.starts_with('{')).ok_or_else(|| invalid(key, "an object"))
    }
}

pub(super) fn missing(key: &str) -> ErrorObject {
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
