//! How each version of the protocol says on the wire what the sides have to say.
//!
//! A connection has one of them, from its `initialize` on; nothing else here knows of versions.

mod options;
mod tool_call;
mod v1;

#[cfg(feature = "acp-v2")]
mod v2;

use std::sync::Arc;

use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::protocol::{
    AgentSide, ClientSide, Permission, SessionConfigOption, SessionUpdate, unsupported_version,
};
use super::version::negotiate;
use crate::jsonrpc::ErrorObject;

#[allow(
    unused_imports,
    clippy::wildcard_imports,
    reason = "the list of version 2 stands before this one"
)]
use v1::*;
#[cfg(feature = "acp-v2")]
use v2::CODECS;

/// What an agent can be asked for once it is initialized; the names differ by version.
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
    #[allow(dead_code, reason = "only version 2 has it")]
    CancelToolCall,
}

/// A version of the protocol.
pub(crate) trait Codec: Send + Sync {
    fn version(&self) -> u16;

    /// What a client declares in the parameters of `initialize`. What it leaves out, and what is not
    /// of its type, is unsupported.
    ///
    /// # Errors
    ///
    /// When something is missing that this version requires, and it `is_requested` by its number.
    fn read_client(&self, params: &Value, is_requested: bool) -> Result<ClientSide, ErrorObject>;

    /// What an agent answers to `initialize`, whose parameters may be of a draft.
    fn initialize_result(&self, agent: &AgentSide, params: &Value) -> Value;

    /// What a client asks for.
    fn method(&self, name: &str) -> Option<AgentMethod>;

    /// Whether a session that a client resumes is replayed from its beginning, as its `replayFrom` says.
    ///
    /// # Errors
    ///
    /// When that is asked for in an unknown way.
    fn replays(&self, from: Option<&Value>) -> Result<bool, ErrorObject>;

    /// The updates that announce one, if there are any.
    ///
    /// # Errors
    ///
    /// When it is not JSON.
    fn updates(&self, update: &SessionUpdate) -> serde_json::Result<Vec<Box<RawValue>>>;

    /// What the answer says that makes a session or continues with one, beside its id; `mode` is one of
    /// the options.
    fn opened(
        &self,
        options: &[SessionConfigOption],
        mode: Option<&SessionConfigOption>,
    ) -> Map<String, Value>;

    /// The answer to a change of an option.
    fn changed(&self, options: &[SessionConfigOption]) -> Value;

    /// The parameters of `session/request_permission`.
    fn permission(&self, session: &str, asked: &Permission<'_>) -> Value;

    /// Whether a prompt is answered when the agent begins with it, and not at the end of its turn.
    ///
    /// Such prompts wait for one another, and how a turn ends is an update.
    fn answers_at_insertion(&self) -> bool;

    /// Whether a session that does not exist is closed without an error.
    fn closes_unknown_sessions(&self) -> bool;

    /// Whether the directory of a session need not be absolute.
    fn takes_relative_directories(&self) -> bool;
}

/// The versions that an agent speaks.
#[derive(Clone)]
pub(crate) struct Codecs(Arc<[&'static dyn Codec]>);

impl Codecs {
    /// Those of some versions; of all where none is named.
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
                format!("agents speak the versions {all:?} here, and not {version}")
            })
        };
        versions.iter().map(found).collect::<Result<_, _>>().map(Self)
    }

    /// The codec that answers a client.
    ///
    /// # Errors
    ///
    /// When no version fits.
    pub(crate) fn negotiate(&self, requested: u16) -> Result<&'static dyn Codec, ErrorObject> {
        let versions: Vec<u16> = self.0.iter().map(|codec| codec.version()).collect();
        let version = negotiate(&versions, requested);
        let codec = self.0.iter().copied().find(|codec| Some(codec.version()) == version);
        codec.ok_or_else(|| unsupported_version(&versions, requested))
    }
}
