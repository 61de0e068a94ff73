//! Connecting: which version is spoken.
//!
//! Source: [ACP, "Initialization"](https://agentclientprotocol.com/protocol/initialization).

use std::sync::{Arc, OnceLock};

use serde_json::Value;

use super::codec::{VERSIONS, codec};
use super::dialect::{Acp, Shared};
use super::handle::Client;
use super::handlers::Handlers;
use super::sessions::Sessions;
use crate::client::{Connect, Rpc, RpcLimits};
use crate::error::{Error, Result};
use crate::jsonrpc::{ErrorCode, memory_of, truncate_for_display};
use crate::protocol::Implementation;

/// How much memory may be kept of what an agent says of itself, in bytes.
pub(super) const MAX_SAID: usize = 1024 * 1024;

/// What a client is made of.
pub(super) struct Setup {
    pub(super) info: Implementation,
    pub(super) handlers: Handlers,
    pub(super) limits: RpcLimits,
    pub(super) max_unread: usize,
}

/// Opens the way to an agent, and agrees on a version.
pub(super) async fn connect(setup: Setup, agent: impl Connect) -> Result<Client> {
    let Setup { info, handlers, limits, max_unread } = setup;
    let newest = VERSIONS[VERSIONS.len() - 1];
    let offers = handlers.offers();
    let shared = Arc::new(Shared {
        handlers,
        sessions: Arc::new(Sessions::new(max_unread)),
        timeout: limits.timeout,
        codec: OnceLock::new(),
    });
    let rpc = Rpc::open(Box::new(Acp(Arc::clone(&shared))), limits, agent)?;
    let mut params =
        codec(newest).map(|codec| codec.initialize(&info, &offers)).unwrap_or_default();
    params.insert("protocolVersion".to_owned(), newest.into());
    let answer = rpc.request("initialize", &params).await.map_err(refused)?;
    if memory_of(&answer) > MAX_SAID {
        return Err(Error::other(format!(
            "what the agent says of itself takes more than {MAX_SAID} bytes of memory"
        )));
    }
    let answer: Value = serde_json::from_str(&answer).map_err(Error::other)?;
    let (version, codec) = agreed(&answer["protocolVersion"])?;
    let _ = shared.codec.set(codec);
    Ok(Client::new(rpc, shared, (version, codec), codec.facts(&answer)))
}

/// What reads and writes the version that the agent has chosen.
fn agreed(version: &Value) -> Result<(u16, &'static dyn super::codec::Codec)> {
    let number = version.as_u64().and_then(|version| u16::try_from(version).ok());
    let known = number.and_then(|version| codec(version).map(|codec| (version, codec)));
    known.ok_or_else(|| match version {
        Value::Number(_) => no_common_version(&format!("version {version}")),
        _ => Error::other(format!(
            "the agent answered the version {}, and one of the Agent Client Protocol is a number: \
             it may speak another protocol",
            truncate_for_display(&version.to_string())
        )),
    })
}

/// The error of an agent that refuses all our versions says which it has.
fn refused(error: Error) -> Error {
    let supported = error
        .rpc()
        .filter(|error| error.code == ErrorCode::UNSUPPORTED_PROTOCOL_VERSION)
        .and_then(|error| error.data.as_ref()?.get("supported").cloned());
    match supported {
        Some(supported) => no_common_version(&format!("the versions {supported}")),
        None => error,
    }
}

fn no_common_version(theirs: &str) -> Error {
    let (theirs, ours) =
        (truncate_for_display(theirs), VERSIONS.map(|version| version.to_string()));
    Error::other(format!(
        "the agent speaks {theirs} of the Agent Client Protocol, and this client {}",
        ours.join(" and ")
    ))
}
