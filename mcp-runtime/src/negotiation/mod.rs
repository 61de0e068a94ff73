//! Version negotiation: turns a legacy session or the `_meta` of a modern request into one
//! [`RequestContext`]. Later stages ask that for what they need to know, not for the era.

mod back_channel;
mod client_facts;
mod initialize;
mod outgoing;
mod params;
mod request_meta;
mod shared_values;
mod source;
mod subscription_set;

use std::sync::Arc;

use crate::caller::Caller;
use crate::jsonrpc::{ErrorCode, ErrorObject, NoPeer, RequestId, SharedPeer, truncate_for_display};
use crate::protocol::{ClientCapability, LoggingLevel, ProgressToken, ProtocolVersion};
use crate::sync::Mutex;

pub(crate) use back_channel::BackChannel;
pub use client_facts::ClientFacts;
pub(crate) use initialize::initialize;
pub(crate) use outgoing::{AnswerSlot, Outgoing, RawAnswer};
pub(crate) use params::{ClientMessage, Members, Params};
pub(crate) use request_meta::CachedMeta;
pub(crate) use shared_values::SharedValues;
pub(crate) use source::{Source, TransportRequest};
pub(crate) use subscription_set::{SubscriptionSet, Topic, check_count};

/// The origin of a request, and how to answer it.
#[derive(Clone)]
pub(crate) struct RequestContext {
    pub(crate) id: RequestId,
    pub(crate) version: ProtocolVersion,
    pub(crate) client: Arc<ClientFacts>,
    pub(crate) progress_token: Option<ProgressToken>,
    pub(crate) log: LogGate,
    pub(crate) peer: SharedPeer,
    pub(crate) transport: Option<Arc<dyn TransportRequest>>,
    pub(crate) back: BackChannel,
    pub(crate) caller: Caller,
}

impl RequestContext {
    /// Whether the client has a capability: it has declared it, and its revision supports it.
    pub(crate) fn can(&self, capability: ClientCapability) -> bool {
        let is_for_version = match capability {
            ClientCapability::Extension(id) => id.first_version() <= self.version,
            _ => true,
        };
        is_for_version && self.client.capabilities.supports(capability)
    }
}

impl RequestContext {
    /// A request without a connection: its notifications are dropped.
    pub(crate) fn unsent(
        id: impl Into<RequestId>,
        version: ProtocolVersion,
        client: ClientFacts,
        back: BackChannel,
    ) -> Self {
        Self {
            id: id.into(),
            version,
            client: Arc::new(client),
            progress_token: None,
            log: LogGate::Closed,
            peer: Arc::new(NoPeer),
            transport: None,
            back,
            caller: Caller::default(),
        }
    }
}

/// Which log messages the client of a request wants.
#[derive(Clone, Debug)]
pub(crate) enum LogGate {
    /// None: a modern request that names no level.
    Closed,
    /// Those of one request (2026-07-28, `_meta` log level).
    Request(LoggingLevel),
    /// Those of a legacy session; `logging/setLevel` moves it for running calls too.
    Session(Arc<SharedInSession>),
}

/// State that the requests of a legacy session share.
#[derive(Debug, Default)]
pub(crate) struct SharedInSession {
    /// The level that the client has requested, if any.
    level: Mutex<Option<LoggingLevel>>,
    /// The values that handlers keep.
    pub(crate) values: SharedValues,
}

impl LogGate {
    /// The minimum level that the client has requested, if any.
    pub(crate) fn level(&self) -> Option<LoggingLevel> {
        match self {
            Self::Closed => None,
            Self::Request(least) => Some(*least),
            Self::Session(session) => *session.level.lock(),
        }
    }

    /// The state that the requests of the session share, if there is one.
    pub(crate) fn session(&self) -> Option<&SharedInSession> {
        match self {
            Self::Closed | Self::Request(_) => None,
            Self::Session(session) => Some(session),
        }
    }

    pub(crate) fn admits(&self, level: LoggingLevel) -> bool {
        // If a legacy client sets no level, the server decides what to send.
        let unasked = || matches!(self, Self::Session(_)).then_some(LoggingLevel::Info);
        self.level().or_else(unasked).is_some_and(|least| level >= least)
    }
}

impl SharedInSession {
    pub(crate) fn set_level(&self, level: LoggingLevel) {
        *self.level.lock() = Some(level);
    }
}

/// `-32022` with the supported versions.
///
/// Source: [2026-07-28, "Protocol Version Errors"](https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning).
pub(crate) fn unsupported(requested: &str, supported: &[ProtocolVersion]) -> ErrorObject {
    // The newest first: what a client should try next.
    let supported: Vec<_> = supported.iter().rev().map(|version| version.as_str()).collect();
    ErrorObject::new(
        ErrorCode::UNSUPPORTED_PROTOCOL_VERSION,
        format!(
            "protocol version {:?} is not supported; supported: {}",
            truncate_for_display(requested),
            supported.join(", ")
        ),
    )
    .with_data(serde_json::json!({ "supported": supported, "requested": requested }))
}
