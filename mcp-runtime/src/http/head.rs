//! The head of a request, and the MCP headers in it.

#[cfg(test)]
mod fuzz;
#[cfg(test)]
pub(super) mod tests;

use std::net::IpAddr;
use std::sync::Arc;

use http::header::{ACCESS_CONTROL_REQUEST_METHOD, AsHeaderName, CONTENT_TYPE};
use http::request::Parts;
use http::{HeaderName, HeaderValue, Method, Request, StatusCode, Version};

use super::principal::{Principal, RemoteAddress, Scopes};
use super::refusal::Refusal;
use crate::jsonrpc::{ErrorCode, SharedPeer, truncate_for_display};
use crate::negotiation::{Source, TransportRequest, unsupported as unsupported_version};
use crate::protocol::ProtocolVersion;

/// The session of a legacy request.
pub(crate) const SESSION_ID: &str = "mcp-session-id";
/// The revision that the client speaks.
pub(crate) const PROTOCOL_VERSION: &str = "mcp-protocol-version";
/// The method, as in the body.
pub(crate) const METHOD: &str = "mcp-method";
/// The name or URI that the method is for, as in the body.
pub(crate) const NAME: &str = "mcp-name";
/// The event after which a stream resumes.
const LAST_EVENT_ID: &str = "last-event-id";

/// The `Host` of a request, and its `Origin` if it has one.
pub(super) type HostAndOrigin<'h> = (&'h HeaderValue, Option<&'h HeaderValue>);

/// The head of a request, held while it is served.
#[expect(clippy::large_enum_variant, reason = "a box would be the allocation that this avoids")]
pub(crate) enum OwnedHead {
    Owned(Parts),
    /// A handler may read it.
    Shared(Arc<Parts>),
}

impl OwnedHead {
    /// Holds a head, which handlers may read if it is shared.
    pub(crate) fn new(parts: Parts, is_shared: bool) -> Self {
        if is_shared { Self::Shared(Arc::new(parts)) } else { Self::Owned(parts) }
    }

    pub(crate) fn parts(&self) -> &Parts {
        match self {
            Self::Owned(parts) => parts,
            Self::Shared(parts) => parts,
        }
    }

    /// Returns the parts for modification, cloned if they are shared already.
    pub(crate) fn parts_mut(&mut self) -> &mut Parts {
        match self {
            Self::Owned(parts) => parts,
            Self::Shared(parts) => Arc::make_mut(parts),
        }
    }

    /// Shares the head.
    pub(crate) fn share(&mut self) {
        if let Self::Owned(parts) = self {
            let (empty, ()) = Request::new(()).into_parts();
            *self = Self::Shared(Arc::new(std::mem::replace(parts, empty)));
        }
    }

    /// Returns the parts, cloned if they are shared already.
    pub(crate) fn into_parts(self) -> Parts {
        match self {
            Self::Owned(parts) => parts,
            Self::Shared(parts) => Arc::unwrap_or_clone(parts),
        }
    }
}

/// The head of a request.
pub(crate) struct Head<'h> {
    pub(crate) parts: &'h Parts,
    shared: Option<&'h Arc<Parts>>,
    pub(crate) headers: Headers<'h>,
}

/// The headers that affect how a request is handled; of a repeated one, the first value.
#[derive(Default)]
pub(crate) struct Headers<'h> {
    pub(crate) host: Option<&'h HeaderValue>,
    pub(crate) origin: Option<&'h HeaderValue>,
    pub(crate) accept: Option<&'h HeaderValue>,
    pub(crate) content_type: Option<&'h HeaderValue>,
    pub(crate) content_encoding: Option<&'h HeaderValue>,
    pub(crate) session_id: Option<&'h HeaderValue>,
    pub(crate) protocol_version: Option<&'h HeaderValue>,
    pub(crate) method: Option<&'h HeaderValue>,
    pub(crate) name: Option<&'h HeaderValue>,
    pub(crate) last_event_id: Option<&'h HeaderValue>,
}

impl TransportRequest for Parts {
    fn weight(&self) -> usize {
        let header = |(name, value): (&HeaderName, &HeaderValue)| name.as_str().len() + value.len();
        size_of::<Self>() + self.headers.iter().map(header).sum::<usize>()
    }

    /// A request whose scopes are unknown has none.
    fn has_scopes(&self, scopes: &[&str]) -> bool {
        let granted = self.extensions.get::<Scopes>();
        scopes.is_empty()
            || granted.is_some_and(|granted| granted.contains_all(scopes.iter().copied()))
    }

    fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    fn http_version(&self) -> Option<&'static str> {
        Some(match self.version {
            Version::HTTP_2 => "2",
            Version::HTTP_3 => "3",
            Version::HTTP_10 => "1.0",
            _ => "1.1",
        })
    }

    fn key(&self) -> Option<Arc<str>> {
        self.extensions.get().and_then(Principal::key).cloned()
    }

    fn address(&self) -> Option<IpAddr> {
        self.extensions.get().map(|RemoteAddress(address)| *address)
    }
}

impl<'h> Head<'h> {
    /// Finds the headers in one pass: looking each of them up would cost several times as much.
    pub(crate) fn read(head: &'h OwnedHead) -> Self {
        let parts = head.parts();
        let shared = match head {
            OwnedHead::Owned(_) => None,
            OwnedHead::Shared(parts) => Some(parts),
        };
        let mut headers = Headers::default();
        for (name, value) in &parts.headers {
            let found = match name.as_str() {
                "host" => &mut headers.host,
                "origin" => &mut headers.origin,
                "accept" => &mut headers.accept,
                "content-type" => &mut headers.content_type,
                "content-encoding" => &mut headers.content_encoding,
                SESSION_ID => &mut headers.session_id,
                PROTOCOL_VERSION => &mut headers.protocol_version,
                METHOD => &mut headers.method,
                NAME => &mut headers.name,
                LAST_EVENT_ID => &mut headers.last_event_id,
                _ => continue,
            };
            found.get_or_insert(value);
        }
        Self { parts, shared, headers }
    }

    /// Returns the source of the request's message; its call sends notifications to `peer`.
    pub(crate) fn source(&self, peer: SharedPeer) -> Source {
        Source { peer, transport: self.transport_request() }
    }

    /// Returns the head itself, for use beyond the request.
    pub(crate) fn transport_request(&self) -> Option<Arc<dyn TransportRequest>> {
        self.shared.map(|parts| Arc::clone(parts) as Arc<dyn TransportRequest>)
    }

    /// Whether handlers may read it.
    pub(crate) fn is_shared(&self) -> bool {
        self.shared.is_some()
    }

    /// The `Host` and the `Origin`, unless the request also has an authority, or any header twice.
    pub(super) fn sole_host_and_origin(&self) -> Option<HostAndOrigin<'h>> {
        let is_sole = self.parts.uri.authority().is_none() && !self.has_repeated();
        let host = self.headers.host.filter(|_| is_sole)?;
        Some((host, self.headers.origin))
    }

    /// All values of a header.
    pub(crate) fn all(&self, name: impl AsHeaderName) -> impl Iterator<Item = &'h HeaderValue> {
        self.parts.headers.get_all(name).iter()
    }

    /// Whether a header is repeated.
    pub(crate) fn is_repeated(&self, name: impl AsHeaderName) -> bool {
        self.has_repeated() && self.all(name).nth(1).is_some()
    }

    /// Refuses repeated headers that must be unique: a proxy may read the other value.
    pub(crate) fn check_unique(&self) -> Result<(), Refusal> {
        if !self.has_repeated() {
            return Ok(());
        }
        let matters = |name: &HeaderName| {
            name.as_str().starts_with("mcp-") || name == CONTENT_TYPE || name == LAST_EVENT_ID
        };
        let mut names = self.parts.headers.keys();
        match names.find(|name| matters(name) && self.is_repeated(*name)) {
            Some(name) => Err(repeated(name)),
            None => Ok(()),
        }
    }

    /// Whether the headers name a revision of the modern era.
    pub(crate) fn is_modern(&self) -> bool {
        #[cfg(test)]
        crate::negotiation::lookups::count("revision");
        let named = self.headers.protocol_version;
        let is_named =
            |version: &ProtocolVersion| named.is_some_and(|name| name == version.as_str());
        ProtocolVersion::ALL.iter().any(|version| version.is_modern() && is_named(version))
    }

    /// Whether the headers name no other revision.
    pub(crate) fn is_for(&self, version: ProtocolVersion) -> bool {
        self.headers.protocol_version.is_none_or(|named| named == version.as_str())
    }

    /// Returns the revision that the headers name, if any.
    ///
    /// Source: [2025-06-18, "Transports", Protocol Version Header](https://modelcontextprotocol.io/specification/2025-06-18/basic/transports#protocol-version-header).
    pub(crate) fn version(&self) -> Result<Option<ProtocolVersion>, Refusal> {
        #[cfg(test)]
        crate::negotiation::lookups::count("revision");
        let Some(value) = self.headers.protocol_version else {
            return Ok(None);
        };
        let version = value.to_str().ok().and_then(|version| version.parse().ok());
        version.map(Some).ok_or_else(|| {
            let shown = truncate_for_display(&String::from_utf8_lossy(value.as_bytes()));
            let error = unsupported_version(&shown, ProtocolVersion::ALL);
            Refusal::with_error(StatusCode::BAD_REQUEST, error)
        })
    }

    /// The sender of the request, if known.
    pub(crate) fn principal(&self) -> Option<&'h Principal> {
        self.parts.extensions.get()
    }

    fn has_repeated(&self) -> bool {
        self.parts.headers.len() > self.parts.headers.keys_len()
    }
}

/// Whether a browser asks whether a page may send a request, before it sends it.
pub(super) fn asks_before(head: &Parts) -> bool {
    head.method == Method::OPTIONS && head.headers.contains_key(ACCESS_CONTROL_REQUEST_METHOD)
}

fn repeated(name: &HeaderName) -> Refusal {
    let message = format!("the header {name} is given twice");
    let mut refusal = Refusal::new(StatusCode::BAD_REQUEST, message);
    // These headers repeat what the body says (2026-07-28).
    if name.as_str().starts_with("mcp-") && name != SESSION_ID {
        refusal.error.code = ErrorCode::HEADER_MISMATCH;
    }
    refusal
}
