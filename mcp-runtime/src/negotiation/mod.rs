//! Version negotiation: turns a legacy session or the `_meta` of a modern request into one
//! [`RequestContext`]. Later stages ask that for what they need to know, not for the era: where the
//! request comes from ([`Source`]), how its client is asked ([`BackChannel`]), and which log
//! messages it wants ([`LogGate`]).

mod client_facts;
mod initialize;
#[cfg(test)]
pub(crate) mod lookups;
mod outgoing;
mod params;
mod request_meta;
mod subscription_set;

use core::net::IpAddr;
use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::Arc;

use crate::caller::Caller;
use crate::debug::short_debug;
use crate::jsonrpc::{ErrorCode, ErrorObject, NoPeer, RequestId, SharedPeer, truncate_for_display};
use crate::protocol::{ClientCapability, LoggingLevel, ProgressToken, ProtocolVersion};
use crate::sync::Mutex;

pub(crate) use crate::error::RawAnswer;
pub use client_facts::ClientFacts;
pub(crate) use initialize::initialize;
pub(crate) use outgoing::{AnswerSlot, Outgoing};
pub(crate) use params::{ClientMessage, Members, Params};
pub(crate) use request_meta::CachedMeta;
pub(crate) use subscription_set::{SubscriptionSet, Topic, check_count};

/// The origin of a request, and how to answer it.
#[derive(Clone)]
pub(crate) struct RequestContext {
    /// Its id.
    pub id: RequestId,
    /// The revision that it is answered in.
    pub version: ProtocolVersion,
    /// What the client declares.
    pub client: Arc<ClientFacts>,
    /// The token with which progress is reported, if the client asked for that.
    pub progress_token: Option<ProgressToken>,
    /// Which messages of the log are sent.
    pub log: LogGate,
    /// Where messages to the client go.
    pub peer: SharedPeer,
    /// The request of the transport that it came in.
    pub transport: Option<Arc<dyn TransportRequest>>,
    /// How the client is asked.
    pub back: BackChannel,
    /// Who sent it.
    pub caller: Caller,
}

short_debug!(RequestContext { id, version, caller });

impl RequestContext {
    /// Whether the client has a capability: it has declared it, and its revision supports it.
    pub(crate) fn can(&self, capability: ClientCapability) -> bool {
        let is_for_version = match capability {
            ClientCapability::Extension(id) => id.first_version() <= self.version,
            _ => true,
        };
        is_for_version && self.client.capabilities.supports(capability)
    }

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

/// The peer that receives the notifications and questions of a call, and the request of the
/// transport that carried its message.
#[derive(Clone)]
pub(crate) struct Source {
    pub(crate) peer: SharedPeer,
    pub(crate) transport: Option<Arc<dyn TransportRequest>>,
}

/// The request of a transport that carried a message, if the transport has requests.
pub(crate) trait TransportRequest: Any + Send + Sync {
    /// Its approximate size in bytes.
    fn weight(&self) -> usize;

    /// Whether it is authorized for these scopes.
    fn has_scopes(&self, scopes: &[&str]) -> bool;

    /// The value of a header, if there are headers.
    fn header(&self, name: &str) -> Option<&str> {
        let _ = name;
        None
    }

    /// The HTTP version, such as `1.1`, if the transport is HTTP.
    fn http_version(&self) -> Option<&'static str> {
        None
    }

    /// The key that its principal is bound to, if any.
    fn key(&self) -> Option<Arc<str>> {
        None
    }

    /// The address of the client, if middleware has set it.
    fn address(&self) -> Option<IpAddr> {
        None
    }
}

/// How a client is asked while its request is served.
///
/// The revision determines the way; code that depends on it requests what it needs.
#[derive(Clone)]
pub(crate) struct BackChannel(AskMode);

short_debug!(BackChannel {});

#[derive(Clone)]
enum AskMode {
    Requests(Arc<Outgoing>, Arc<SubscriptionSet>),
    Results,
    None,
}

impl BackChannel {
    /// With requests of the server, in a session that receives notifications, too (legacy).
    pub(crate) fn requests(outgoing: Arc<Outgoing>, subscriptions: Arc<SubscriptionSet>) -> Self {
        Self(AskMode::Requests(outgoing, subscriptions))
    }

    /// With a result that asks, which the client answers with a new request (2026-07-28).
    pub(crate) const fn results() -> Self {
        Self(AskMode::Results)
    }

    /// Not at all: no state of the client is kept between requests.
    pub(crate) const fn none() -> Self {
        Self(AskMode::None)
    }

    /// The requests of the server, if it asks with requests.
    pub(crate) fn outgoing(&self) -> Option<&Arc<Outgoing>> {
        match &self.0 {
            AskMode::Requests(outgoing, _) => Some(outgoing),
            AskMode::Results | AskMode::None => None,
        }
    }

    /// The subscriptions of the client of a session.
    pub(crate) fn subscriptions(&self) -> Option<&Arc<SubscriptionSet>> {
        match &self.0 {
            AskMode::Requests(_, subscriptions) => Some(subscriptions),
            AskMode::Results | AskMode::None => None,
        }
    }

    /// Whether answers arrive with a new request, for which the handler may run again.
    pub(crate) fn asks_in_results(&self) -> bool {
        matches!(self.0, AskMode::Results)
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
pub struct SharedInSession {
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

    #[inline]
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

/// Values that requests share, one per type; each is created on first use.
#[derive(Debug, Default)]
pub(crate) struct SharedValues(Mutex<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>);

impl SharedValues {
    /// The value of a type.
    pub(crate) fn get_or_default<T: Default + Send + Sync + 'static>(&self) -> Arc<T> {
        let known = self.0.lock().get(&TypeId::of::<T>()).cloned();
        // Code of the type does not run under the lock.
        let value = known.unwrap_or_else(|| Arc::new(T::default()));
        let shared = Arc::clone(self.0.lock().entry(TypeId::of::<T>()).or_insert(value));
        shared.downcast().unwrap_or_default()
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
