//! Cross-origin resource sharing: what tells a browser that pages of allowed origins may use the
//! server.
//!
//! Source: [the Fetch standard, "CORS protocol"](https://fetch.spec.whatwg.org/#http-cors-protocol).

use http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_HEADERS, HOST,
    ORIGIN, VARY,
};
use http::request::Parts;
use http::{HeaderMap, HeaderName, HeaderValue, Method, Response, StatusCode};

use super::Http;
use super::head::{Head, asks_before};
use super::refusal::{PREFLIGHT, Refusal};
use super::response_body::Body;

/// What a page may read of a response beside what every page may.
const EXPOSED: &str =
    "Mcp-Session-Id, MCP-Protocol-Version, WWW-Authenticate, DPoP-Nonce, Retry-After, Allow";

/// What a page may send beside what every page may, in lower case.
const ALLOWED: [&str; 12] = [
    "accept",
    "authorization",
    "baggage",
    "content-type",
    "dpop",
    "last-event-id",
    "mcp-method",
    "mcp-name",
    "mcp-protocol-version",
    "mcp-session-id",
    "traceparent",
    "tracestate",
];

/// Headers that mirror arguments, whose names only their tools know.
///
/// Source: [2026-07-28, "Transports", Custom Headers](https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#custom-headers-from-tool-parameters).
const MIRRORED: &str = "mcp-param-";

/// What pages are told of a document that all of them may read.
const PUBLIC: [(HeaderName, &str); 4] = [
    (ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
    (ACCESS_CONTROL_ALLOW_METHODS, "GET, HEAD"),
    (ACCESS_CONTROL_ALLOW_HEADERS, "Content-Type, If-None-Match, MCP-Protocol-Version"),
    (ACCESS_CONTROL_EXPOSE_HEADERS, "ETag"),
];

/// How many headers a preflight may ask for.
const MAX_REQUESTED: usize = 64;

/// For how long a browser may keep the answer to a preflight, in seconds: as long as Chrome does.
const MAX_AGE: &str = "7200";

/// What a response tells the browser.
pub(super) enum Cors {
    /// Nothing: no origin is allowed, or nobody could take the response for that to another one.
    Off,
    /// That it would differ for some origins.
    Varies,
    /// That pages of this origin, as it was sent, may read it.
    Shared(HeaderValue),
    /// That all pages may read it, unless the document says otherwise.
    Public,
}

impl Cors {
    /// Adds its headers to a response.
    #[inline]
    pub(super) fn add_to(&self, response: &mut Response<Body>) {
        if !matches!(self, Self::Off) {
            self.add_to_headers(response.headers_mut());
        }
    }

    /// Whether a browser asks for it before it sends a request: a preflight, which has no token.
    pub(super) fn is_asked_by(&self, head: &Parts) -> bool {
        matches!(self, Self::Shared(_)) && asks_before(head)
    }

    fn add_to_headers(&self, headers: &mut HeaderMap) {
        if matches!(self, Self::Public) {
            for (name, value) in PUBLIC {
                headers.entry(name).or_insert(HeaderValue::from_static(value));
            }
            return;
        }
        headers.append(VARY, HeaderValue::from_static("Origin"));
        if let Self::Shared(origin) = self {
            headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone());
            headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(EXPOSED));
        }
    }
}

impl Http {
    /// What the response to a request tells the browser.
    #[inline]
    pub(super) fn cors<'h>(
        &self,
        head: &Parts,
        origin: impl FnOnce() -> Option<&'h HeaderValue>,
    ) -> Cors {
        if !self.options.host_and_origin.has_origins() {
            return Cors::Off;
        }
        let Some(origin) = origin() else {
            // What a POST is answered is not kept for others: https://www.rfc-editor.org/rfc/rfc9110#section-9.3.3
            return if head.method == Method::POST { Cors::Off } else { Cors::Varies };
        };
        self.cors_for(head, origin)
    }

    fn cors_for(&self, head: &Parts, origin: &HeaderValue) -> Cors {
        let is_allowed = self.recent.was_allowed_origin(origin) || {
            let is_sole = head.headers.get_all(ORIGIN).iter().nth(1).is_none();
            is_sole && self.options.host_and_origin.shares(origin, head.headers.get(HOST))
        };
        if is_allowed { Cors::Shared(origin.clone()) } else { Cors::Varies }
    }

    /// As [`cors`](Self::cors), where the headers were not read yet.
    pub(super) fn cors_of(&self, head: &Parts) -> Cors {
        self.cors(head, || head.headers.get(ORIGIN))
    }

    /// Whether a browser asks if a page of an allowed origin may send a request.
    pub(super) fn is_preflight(&self, head: &Parts) -> bool {
        head.method == Method::OPTIONS && self.cors_of(head).is_asked_by(head)
    }

    /// Answers a preflight, whose host and origin are allowed.
    #[cold]
    pub(super) fn allow(
        &self,
        head: &Head<'_>,
        methods: &'static str,
    ) -> Result<Response<Body>, Refusal> {
        let requested = self.allowed_headers(head)?;
        let mut response = Body::empty(StatusCode::NO_CONTENT);
        let headers = response.headers_mut();
        headers.insert(ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static(methods));
        if let Some(requested) = requested {
            headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, requested);
        }
        headers.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static(MAX_AGE));
        Ok(response)
    }

    /// The headers that a preflight asks for, as far as a page may send them.
    fn allowed_headers(&self, head: &Head<'_>) -> Result<Option<HeaderValue>, Refusal> {
        let lines = head.all(ACCESS_CONTROL_REQUEST_HEADERS);
        let names: Vec<&str> = lines
            .flat_map(|line| line.to_str().unwrap_or_default().split(','))
            .map(str::trim)
            .filter(|name| !name.is_empty())
            .collect();
        if names.len() > MAX_REQUESTED {
            let message = format!("a preflight may request at most {MAX_REQUESTED} headers");
            return Err(Refusal::new(StatusCode::BAD_REQUEST, message).because(PREFLIGHT));
        }
        let is_allowed = |name: &&&str| {
            let name = name.to_ascii_lowercase();
            ALLOWED.contains(&&*name)
                || name.starts_with(MIRRORED)
                || self.options.allowed_headers.contains(&name)
        };
        let allowed: Vec<&str> = names.iter().filter(is_allowed).copied().collect();
        Ok(HeaderValue::try_from(allowed.join(", ")).ok().filter(|value| !value.is_empty()))
    }

    /// The methods by which MCP is used, for preflights.
    pub(super) fn methods(&self) -> &'static str {
        if self.has_sessions() { "GET, POST, DELETE" } else { "POST" }
    }
}
