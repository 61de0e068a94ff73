//! An outgoing message: its text, and the headers that repeat members of it.
//!
//! Source: [2026-07-28, "Transports", Streamable HTTP, "Request Metadata"](https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#request-metadata).

use bytes::Bytes;
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};

use super::session::{ClientSession, SESSION_ID};
use crate::link::{Message, MessageKind};
use crate::protocol::header_value::encode;
use crate::protocol::{Method, ProtocolVersion};

const PROTOCOL_VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
const METHOD: HeaderName = HeaderName::from_static("mcp-method");
const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

/// A message that may be posted several times.
#[derive(Clone)]
pub(super) struct Post {
    pub(super) body: Bytes,
    headers: HeaderMap,
    /// The id of the request whose response is awaited.
    pub(super) id: Option<u64>,
    /// Whether it opens a session.
    pub(super) is_initialize: bool,
    /// Whether it is not sent again where the server may have taken it.
    pub(super) is_sent_once: bool,
    /// Its method, if refusals are checked with that.
    pub(super) check: Option<Method>,
}

impl Post {
    pub(super) fn new(message: &Message<'_>) -> Self {
        let mut body = Vec::new();
        (message.write)(&mut body);
        let is_initialize = matches!(message.kind, MessageKind::Request { method, .. }
            if method == Method::Initialize.name());
        let id = match message.kind {
            MessageKind::Request { id, .. } => Some(id),
            MessageKind::Notification { .. } | MessageKind::Response => None,
        };
        let is_sent_once = matches!(message.kind, MessageKind::Request { is_sent_once: true, .. });
        let check = match message.kind {
            MessageKind::Request { method, .. } => Method::parse(method).filter(is_check),
            MessageKind::Notification { .. } | MessageKind::Response => None,
        };
        let body = body.into();
        let headers = headers(message);
        Self { body, headers, id, is_initialize, is_sent_once, check }
    }

    /// Returns its headers in a session.
    pub(super) fn headers(&self, session: &ClientSession) -> HeaderMap {
        let mut headers = self.headers.clone();
        headers.extend(session.id.clone().map(|id| (SESSION_ID, id)));
        headers
    }
}

fn is_check(method: &Method) -> bool {
    matches!(method, Method::ListTools | Method::Discover)
}

/// The headers of a request without a message, in a session.
pub(super) fn bare(session: &ClientSession, last_event_id: Option<&str>) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(ACCEPT, HeaderValue::from_static("text/event-stream"));
    headers.extend(session.version.map(version));
    headers.extend(session.id.clone().map(|id| (SESSION_ID, id)));
    // An id that is not a valid header value cannot be used to resume.
    let last = last_event_id.and_then(|id| HeaderValue::from_bytes(id.as_bytes()).ok());
    headers.extend(last.map(|id| (LAST_EVENT_ID, id)));
    headers
}

fn headers(message: &Message<'_>) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(ACCEPT, HeaderValue::from_static("application/json, text/event-stream"));
    headers.extend(message.version.map(version));
    if !message.version.is_some_and(ProtocolVersion::is_modern) {
        return headers;
    }
    match message.kind {
        MessageKind::Request { method, headers: repeated, .. } => {
            add(&mut headers, METHOD, method);
            for (header, value) in repeated {
                if let Ok(header) = header.parse::<HeaderName>() {
                    add(&mut headers, header, &encode(value));
                }
            }
        }
        MessageKind::Notification { method } => add(&mut headers, METHOD, method),
        MessageKind::Response => {}
    }
    headers
}

fn version(version: ProtocolVersion) -> (HeaderName, HeaderValue) {
    (PROTOCOL_VERSION, HeaderValue::from_static(version.as_str()))
}

/// Adds a header, unless its value is not valid in one: the server then refuses the request.
fn add(headers: &mut HeaderMap, name: HeaderName, value: &str) {
    headers.extend(HeaderValue::from_str(value).ok().map(|value| (name, value)));
}
