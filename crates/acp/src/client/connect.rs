//! Connects to an agent, and negotiates the version.
//!
//! Source: [ACP, "Initialization"](https://agentclientprotocol.com/protocol/initialization).

use std::sync::{Arc, OnceLock};

use serde_json::Value;

use super::adapter::{Acp, ClientState};
use super::codec::{CODECS, Codec, Offers};
use super::handle::Client;
use super::handlers::Handlers;
use super::sessions::Sessions;
use crate::protocol::PROTOCOL_NAME;
use mcp_runtime_client::{Connect, Opened, Rpc, RpcLimits};
use mcp_runtime_protocol::Implementation;
use mcp_runtime_protocol::jsonrpc::{ErrorCode, memory_of, truncate_for_display};
use mcp_runtime_protocol::{Error, Result};

/// The memory limit for an agent's response to `initialize`, in bytes.
pub(super) const MAX_INITIALIZE_BYTES: usize = 1024 * 1024;

/// The settings of a client.
pub(super) struct Setup {
    pub(super) info: Implementation,
    pub(super) handlers: Handlers,
    pub(super) limits: RpcLimits,
    pub(super) max_unread: usize,
    /// The only version to speak, if one was chosen.
    pub(super) version: Option<u16>,
}

/// Opens the transport to an agent, and negotiates a version.
pub(super) async fn connect(setup: Setup, agent: impl Connect) -> Result<Client> {
    let Setup { info, handlers, limits, max_unread, version } = setup;
    let ours = match version {
        None => CODECS.to_vec(),
        Some(version) => CODECS.iter().copied().filter(|it| it.version() == version).collect(),
    };
    let offers = handlers.offers();
    let shared = Arc::new(ClientState {
        handlers,
        sessions: Arc::new(Sessions::new(max_unread)),
        timeout: limits.timeout,
        codec: OnceLock::new(),
    });
    let rpc = Rpc::open(Box::new(Acp(Arc::clone(&shared))), limits, AgentTransport(agent))?;
    let handshake = Handshake { rpc: &rpc, info, offers, ours };
    let answer = handshake.run().await?;
    let codec = handshake.agreed(&answer)?;
    let _ = shared.codec.set(codec);
    Ok(Client::new(rpc, shared, codec, codec.facts(&answer)))
}

/// Connects to the agent of a server in memory, and to anything else as it is.
struct AgentTransport<T>(T);

impl<T: Connect> Connect for AgentTransport<T> {
    fn open(self) -> Result<Opened> {
        self.0.open_for(PROTOCOL_NAME)
    }
}

/// A connection that has not negotiated a version yet.
struct Handshake<'a> {
    rpc: &'a Rpc,
    info: Implementation,
    offers: Offers,
    /// The versions that this client may speak.
    ours: Vec<&'static dyn Codec>,
}

impl Handshake<'_> {
    /// The response to the newest version, or to one that the agent lists when it refuses that.
    async fn run(&self) -> Result<Value> {
        let newest = self.ours.last().ok_or_else(|| {
            Error::other(format!(
                "select at least one of the supported protocol versions: {}",
                names(CODECS)
            ))
        })?;
        let error = match self.initialize(*newest).await {
            Err(error) => error,
            answer => return answer,
        };
        let Some(supported) = supported(&error) else { return Err(error) };
        let is_theirs = |codec: &&&dyn Codec| supported.contains(&Value::from(codec.version()));
        let others = self.ours.iter().filter(|codec| codec.version() != newest.version());
        match others.filter(is_theirs).last() {
            Some(other) => self.initialize(*other).await,
            None => {
                Err(self.no_common_version(&format!("the versions {}", Value::from(supported))))
            }
        }
    }

    async fn initialize(&self, codec: &dyn Codec) -> Result<Value> {
        let mut params = codec.initialize(&self.info, &self.offers);
        params.insert("protocolVersion".to_owned(), codec.version().into());
        let answer = self.rpc.request("initialize", &params).await?;
        if memory_of(&answer) > MAX_INITIALIZE_BYTES {
            return Err(Error::other(format!(
                "the agent's answer to `initialize` takes more than {MAX_INITIALIZE_BYTES} bytes \
                 of memory"
            )));
        }
        serde_json::from_str(&answer).map_err(Error::other)
    }

    /// The codec of the version that the agent speaks.
    fn agreed(&self, answer: &Value) -> Result<&'static dyn Codec> {
        let version = &answer["protocolVersion"];
        let number = version.as_u64().and_then(|version| u16::try_from(version).ok());
        let chosen = self.ours.iter().position(|codec| Some(codec.version()) == number);
        let Some(until) = chosen.and_then(|chosen| self.ours.get(..=chosen)) else {
            return Err(match version {
                Value::Number(_) => self.no_common_version(&format!("version {version}")),
                _ => Error::other(format!(
                    "the agent answered with version {}, but versions of the Agent Client Protocol \
                     are numbers: it may speak another protocol",
                    truncate_for_display(&version.to_string())
                )),
            });
        };
        let spoken = until.iter().rev().find(|codec| codec.is_spoken_in(answer));
        spoken.copied().ok_or_else(|| {
            Error::other(format!(
                "the agent answered with version {version}, but without the members that \
                 version {version} requires"
            ))
        })
    }

    fn no_common_version(&self, theirs: &str) -> Error {
        let theirs = truncate_for_display(theirs);
        let ours = names(&self.ours);
        let noun = if self.ours.len() == 1 { "version" } else { "versions" };
        Error::other(format!(
            "the agent supports {theirs} of the Agent Client Protocol, but this client supports only \
             {noun} {ours}"
        ))
    }
}

/// The versions listed by an agent that refuses the one that was requested.
fn supported(error: &Error) -> Option<Vec<Value>> {
    let error = error.rpc().filter(|it| it.code == ErrorCode::UNSUPPORTED_PROTOCOL_VERSION)?;
    error.data.as_ref()?.get("supported")?.as_array().cloned()
}

fn names(codecs: &[&dyn Codec]) -> String {
    let names: Vec<String> = codecs.iter().map(|codec| codec.version().to_string()).collect();
    names.join(" and ")
}
