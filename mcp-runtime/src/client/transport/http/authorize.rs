//! Who a client is to a server over HTTP: what says so in its requests, and what to do when it is not
//! enough.

use std::fmt;
use std::pin::Pin;

use reqwest::Response;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};

use crate::error::{Error, Result};

/// What an [`Authorize`] answers later.
pub type AuthorizeFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T>> + Send + 'a>>;

/// Authorizes the requests of a client; with the feature `client-auth`, `auth::OAuth` does by OAuth.
pub trait Authorize: Send + Sync {
    /// The headers that authorize a request.
    fn headers<'a>(&'a self, request: OutgoingRequest<'a>) -> AuthorizeFuture<'a, HeaderMap>;

    /// A request with these headers was refused (401 or 403): whether to send it again, with new
    /// ones. However often this says so, a request is sent five times at most.
    ///
    /// # Errors
    ///
    /// Why there are no better ones; it is the error of the request.
    fn refused<'a>(
        &'a self,
        request: OutgoingRequest<'a>,
        sent: &'a HeaderMap,
        refusal: HttpRefusal,
    ) -> AuthorizeFuture<'a, bool>;
}

/// A request on its way.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct OutgoingRequest<'a> {
    /// The server, as the user names it.
    pub server: &'a str,
    /// The method of HTTP.
    pub method: &'a str,
    /// Where the request goes.
    pub url: &'a str,
    /// How often it was refused.
    pub refusals: usize,
}

/// URLs may have secrets.
impl fmt::Debug for OutgoingRequest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("OutgoingRequest");
        debug.field("method", &self.method).field("refusals", &self.refusals);
        debug.finish_non_exhaustive()
    }
}

/// A response that wants better headers.
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

    /// 401 or 403.
    pub fn status(&self) -> u16 {
        self.status
    }

    /// The values of a header of the response that are text.
    pub fn header<'a>(&'a self, name: &str) -> impl Iterator<Item = &'a str> + use<'a> {
        self.headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok())
    }
}

/// A header whose value no log shows.
///
/// # Errors
///
/// When that is not a header.
pub(super) fn sensitive(name: &str, value: &str) -> Result<(HeaderName, HeaderValue)> {
    let no_header = || {
        Error::other(format!("{name:?} is not the name of a header, or its value cannot be in one"))
    };
    let parsed = name.parse::<HeaderName>().map_err(|_| no_header())?;
    let mut value = value.parse::<HeaderValue>().map_err(|_| no_header())?;
    value.set_sensitive(true);
    Ok((parsed, value))
}
