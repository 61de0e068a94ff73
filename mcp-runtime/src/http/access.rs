//! What an authorizer decides about a request, and what it leaves in the head of the request.

use std::time::Duration;

use http::request::Parts;
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use tokio::time::Instant;

use super::principal::{Principal, Scopes};
use super::refusal::Refusal;

/// What an authorized request may do, and on whose behalf.
#[derive(Clone, Debug, Default)]
pub struct Access {
    principal: Option<Principal>,
    scopes: Option<Scopes>,
    time: Option<Duration>,
    response_headers: Option<Box<HeaderMap>>,
}

impl Access {
    /// Sets on whose behalf the request is sent: sessions and tasks belong to that principal.
    #[must_use]
    pub fn principal(self, principal: Principal) -> Self {
        Self { principal: Some(principal), ..self }
    }

    /// Sets the scopes of the request, which handlers may need.
    #[must_use]
    pub fn scopes(self, scopes: Scopes) -> Self {
        Self { scopes: Some(scopes), ..self }
    }

    /// Sets for how long it is authorized: a long-lived response ends then, and the client comes
    /// back.
    #[must_use]
    pub fn for_at_most(self, time: Duration) -> Self {
        Self { time: Some(time), ..self }
    }

    /// Adds a header to the response to the request, such as a nonce for the next one. The response
    /// of a [route](super::Http::protected_route) does not get it.
    #[must_use]
    pub fn response_header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.response_headers.get_or_insert_default().append(name, value);
        self
    }

    /// The scopes of the request, if it has some.
    pub(super) fn granted(&self) -> Option<&Scopes> {
        self.scopes.as_ref()
    }

    /// Leaves it in the extensions of the head.
    pub(super) fn record(self, head: &mut Parts) {
        if let Some(principal) = self.principal {
            head.extensions.insert(principal);
        }
        if let Some(scopes) = self.scopes {
            head.extensions.insert(scopes);
        }
        if let Some(end) = self.time.and_then(|time| Instant::now().checked_add(time)) {
            head.extensions.insert(AuthorizedUntil(end));
        }
        if let Some(headers) = self.response_headers {
            head.extensions.insert(ResponseHeaders(headers));
        }
    }
}

/// The response to a request that is not authorized.
#[derive(Clone, Debug)]
pub struct AccessDenied {
    status: StatusCode,
    message: String,
    headers: HeaderMap,
}

impl AccessDenied {
    /// Creates the response with a status, and with a message for the developer of the client.
    pub fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self { status, message: message.into(), headers: HeaderMap::new() }
    }

    /// Adds a header that tells the client how to continue, such as `WWW-Authenticate`; it may
    /// occur several times.
    #[must_use]
    pub fn header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.append(name, value);
        self
    }
}

impl From<AccessDenied> for Refusal {
    fn from(AccessDenied { status, message, headers }: AccessDenied) -> Self {
        let mut refusal = Self::new(status, message);
        refusal.headers = headers;
        refusal
    }
}

/// When the authorization of a request expires.
#[derive(Clone, Copy)]
pub(super) struct AuthorizedUntil(pub(super) Instant);

/// What its authorizer adds to the response to a request.
#[derive(Clone)]
struct ResponseHeaders(Box<HeaderMap>);

/// Marks the head of a request that is not for the MCP endpoint itself, whose URL is that of the
/// server, by whatever path a proxy or a router passes it on: this one has a path of its own.
#[derive(Clone, Copy, Debug)]
pub struct BesideEndpoint;

/// Adds what the authorizer of a request has to say to the headers of its response.
pub(super) fn add_headers(head: &Parts, response: &mut HeaderMap) {
    if let Some(ResponseHeaders(headers)) = head.extensions.get() {
        response.extend(HeaderMap::clone(headers));
    }
}
