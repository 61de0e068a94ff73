//! How a client authenticates to a server over HTTP, and what happens when a request is refused.

use std::fmt;
use std::pin::Pin;

use reqwest::Response;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};

use crate::error::{Error, Result};

/// The future that [`Authorize`] returns.
pub type AuthorizeFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T>> + Send + 'a>>;

/// Authorizes the requests of a client; `OAuth` of
/// [`mcp-runtime-auth`](https://docs.rs/mcp-runtime-auth) implements it, with its feature `client`.
pub trait Authorize: Send + Sync {
    /// The headers that authorize a request.
    fn headers<'a>(&'a self, request: OutgoingRequest<'a>) -> AuthorizeFuture<'a, HeaderMap>;

    /// Returns whether a request that was refused (401 or 403) with these headers is retried with
    /// new ones. Regardless of the result, a request is sent at most five times.
    ///
    /// # Errors
    ///
    /// When there are no better headers; this becomes the error of the request.
    fn refused<'a>(
        &'a self,
        request: OutgoingRequest<'a>,
        sent: &'a HeaderMap,
        refusal: HttpRefusal,
    ) -> AuthorizeFuture<'a, bool>;
}

/// An outgoing request.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct OutgoingRequest<'a> {
    /// The URL of the server, as the user specified it.
    pub server: &'a str,
    /// The HTTP method.
    pub method: &'a str,
    /// The URL of the request.
    pub url: &'a str,
    /// How often it was refused.
    pub refusals: usize,
}

/// URLs may contain secrets.
impl fmt::Debug for OutgoingRequest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("OutgoingRequest");
        debug.field("method", &self.method).field("refusals", &self.refusals);
        debug.finish_non_exhaustive()
    }
}

/// A response that requires other headers.
#[derive(Clone)]
pub struct HttpRefusal {
    status: u16,
    headers: HeaderMap,
}

impl fmt::Debug for HttpRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpRefusal").field("status", &self.status).finish_non_exhaustive()
    }
}

impl HttpRefusal {
    pub(super) fn of(response: &Response) -> Option<Self> {
        let status = response.status().as_u16();
        matches!(status, 401 | 403).then(|| Self { status, headers: response.headers().clone() })
    }

    /// The status: 401 or 403.
    pub fn status(&self) -> u16 {
        self.status
    }

    /// The values of a response header that are text.
    pub fn header<'a>(&'a self, name: &str) -> impl Iterator<Item = &'a str> + use<'a> {
        self.headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok())
    }
}

/// Parses a header, and marks its value as sensitive, so that it is not logged.
///
/// # Errors
///
/// When it is not a valid header.
pub(super) fn sensitive(name: &str, value: &str) -> Result<(HeaderName, HeaderValue)> {
    let no_header = || {
        Error::other(format!(
            "{name:?} is not a valid header name, or its value is not a valid header value"
        ))
    };
    let parsed = name.parse::<HeaderName>().map_err(|_| no_header())?;
    let mut value = value.parse::<HeaderValue>().map_err(|_| no_header())?;
    value.set_sensitive(true);
    Ok((parsed, value))
}
