//! The wire format of each version of the protocol, on the agent's side.
//!
//! A connection has one codec from `initialize` on; no other module depends on the version.

mod fallback;
mod options;
mod tool_call;
mod update;
mod v1;

#[cfg(feature = "v2")]
mod v2;

use std::sync::Arc;

use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value};

use super::protocol::{
    AgentSide, ClientSide, ConfigOption, Permission, SessionUpdate, unsupported_version,
};
use super::version::negotiate;
use fallback::shown;
use mcp_runtime_protocol::jsonrpc::ErrorObject;
use update::WireUpdate;

#[allow(
    unused_imports,
    clippy::wildcard_imports,
    reason = "the list of version 2 stands before this one"
)]
use v1::*;
#[cfg(feature = "v2")]
use v2::CODECS;

/// The methods of an initialized agent; their names differ by version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AgentMethod {
    NewSession,
    LoadSession,
    ResumeSession,
    ListSessions,
    CloseSession,
    DeleteSession,
    Prompt,
    SetMode,
    SetOption,
    LogIn,
    LogOut,
    CancelToolCall,
}

/// A version of the protocol.
pub(crate) trait Codec: Send + Sync {
    fn version(&self) -> u16;

    /// Reads what a client declares in the parameters of `initialize`. Members that are missing, or
    /// of the wrong type, are unsupported.
    ///
    /// # Errors
    ///
    /// When a member is missing that this version requires, and the client requested this version
    /// by its number (`is_requested`).
    fn read_client(&self, params: &Value, is_requested: bool) -> Result<ClientSide, ErrorObject>;

    /// The result of `initialize`; the parameters may be those of a draft.
    fn initialize_result(&self, agent: &AgentSide, params: &Value) -> Value;

    /// The method of this name.
    fn method(&self, name: &str) -> Option<AgentMethod>;

    /// Whether a resumed session is replayed from its beginning, as requested by `replayFrom`.
    ///
    /// # Errors
    ///
    /// When the value is unknown.
    fn replays(&self, from: Option<&Value>) -> Result<bool, ErrorObject>;

    /// The updates on the wire, if there are any: what a client cannot show is shown in another way,
    /// or not at all, and never an error.
    ///
    /// # Errors
    ///
    /// When it cannot be serialized.
    fn updates(
        &self,
        update: &SessionUpdate,
        client: &ClientSide,
    ) -> serde_json::Result<Vec<Box<RawValue>>> {
        let Some(shown) = shown(update, &client.capabilities) else { return Ok(Vec::new()) };
        let wire = self.wire_updates(&shown);
        wire.iter().map(to_raw_value).collect()
    }

    /// An update that the client can show, on the wire; more than one if it takes several.
    fn wire_updates<'a>(&self, update: &'a SessionUpdate) -> Vec<WireUpdate<'a>>;

    /// The members of a response that opens a session, besides its id; `mode` is one of the
    /// options.
    fn opened(&self, options: &[ConfigOption], mode: Option<&ConfigOption>) -> Map<String, Value>;

    /// The response to a change of an option.
    fn changed(&self, options: &[ConfigOption]) -> Value;

    /// The parameters of `session/request_permission`.
    fn permission(&self, session: &str, asked: &Permission<'_>) -> Value;

    /// Whether a prompt is answered when the agent begins to process it, not at the end of its
    /// turn. An update reports how such a turn ends.
    fn answers_when_turn_begins(&self) -> bool;

    /// The key by which a prompt is recognized when it is sent again.
    ///
    /// # Errors
    ///
    /// When it is none.
    fn idempotency_key(&self, given: Option<Value>) -> Result<Option<String>, ErrorObject>;

    /// Whether a session can be replayed whose history was too long to be kept.
    fn replays_what_is_left(&self) -> bool;

    /// Whether directories and commands may be relative paths.
    fn takes_relative_paths(&self) -> bool;
}

/// The versions that an agent speaks.
#[derive(Clone)]
pub(crate) struct Codecs(Arc<[&'static dyn Codec]>);

impl Codecs {
    /// The codecs of some versions, or of all if none is listed.
    ///
    /// # Errors
    ///
    /// When there is no such version.
    pub(crate) fn of(versions: &[u16]) -> Result<Self, String> {
        let known = |version: &u16| CODECS.iter().copied().find(|it| it.version() == *version);
        if versions.is_empty() {
            return Ok(Self(CODECS.into()));
        }
        let found = |version| {
            known(version).ok_or_else(|| {
                let all: Vec<u16> = CODECS.iter().map(|codec| codec.version()).collect();
                format!(
                    "version {version} of the Agent Client Protocol is not supported, only {all:?}"
                )
            })
        };
        versions.iter().map(found).collect::<Result<_, _>>().map(Self)
    }

    /// The codec to answer a client with.
    ///
    /// # Errors
    ///
    /// When there is no common version.
    pub(crate) fn negotiate(&self, requested: u16) -> Result<&'static dyn Codec, ErrorObject> {
        let versions: Vec<u16> = self.0.iter().map(|codec| codec.version()).collect();
        let version = negotiate(&versions, requested);
        let codec = self.0.iter().copied().find(|codec| Some(codec.version()) == version);
        codec.ok_or_else(|| unsupported_version(&versions, requested))
    }
}
