//! The endpoint of a server, and HTTP requests to it.

use std::error::Error as _;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use reqwest::header::HeaderMap;
use reqwest::redirect::{Action, Attempt, Policy};
use reqwest::{Client, Method, RequestBuilder, Response, Url};

use super::HttpTransport;
use super::authorize::{Authorize, HttpRefusal, OutgoingRequest, sensitive};
use crate::error::{Error, Result};
use crate::handlers::catch_panic;
use crate::protocol::public_url::public_url;
use mcp_runtime_https::{self as https, innermost, is_loopback};

/// The timeout for connecting.
const CONNECT: Duration = Duration::from_secs(30);

/// How many redirects in a row are followed.
const MAX_REDIRECTS: usize = 5;

/// How often a request is retried with new credentials.
const MAX_REFUSALS: usize = 4;

/// A server at a URL.
pub(super) struct Endpoint {
    client: Client,
    url: Url,
    /// The headers that the user sets for every request.
    headers: HeaderMap,
    authorize: Option<Arc<dyn Authorize>>,
    /// The URL of the server as the user specified it.
    server: Arc<str>,
}

impl Endpoint {
    /// Checks whether requests may be sent to the user's URL.
    pub(super) fn open(http: &HttpTransport) -> Result<Self> {
        let url = Url::parse(&http.url).map_err(|error| {
            Error::other(format!("{:?} is not a URL: {error}", public_url(&http.url)))
        })?;
        let is_encrypted = url.scheme() == "https";
        if !is_encrypted && url.scheme() != "http" {
            let shown = public_url(&http.url);
            return Err(Error::other(format!("{shown:?} is not an http or https URL")));
        }
        if !is_encrypted && !is_loopback(&url) && !http.allows_plain {
            return Err(Error::other(format!(
                "http to {} is not encrypted: use https, or `allow_plain_http`",
                shown(&url)
            )));
        }
        let headers = http.headers.iter().map(|(name, value)| sensitive(name, value));
        let client = https::client(&url, Policy::custom(within_origin), &http.network)?
            .connect_timeout(CONNECT)
            .build()
            .map_err(|error| {
                Error::other(format!("cannot set up the HTTPS client: {}", why(&error)))
            })?;
        let headers = headers.collect::<Result<_>>()?;
        let authorize = http.authorize.clone();
        Ok(Self { client, url, headers, authorize, server: http.url.as_str().into() })
    }

    /// Posts a message; `waits` is called when the authorization has to be renewed, and when that
    /// is done.
    pub(super) async fn post(
        &self,
        body: Bytes,
        headers: HeaderMap,
        waits: &(dyn Fn(bool) + Sync),
    ) -> Result<Response> {
        self.authorized(&Method::POST, headers, Some(body), waits).await
    }

    /// Sends a request without a body.
    pub(super) async fn ask(&self, method: Method, headers: HeaderMap) -> Result<Response> {
        self.authorized(&method, headers, None, &|_| ()).await
    }

    /// The endpoint for further messages, as announced by the server.
    ///
    /// # Errors
    ///
    /// When it has another origin.
    pub(super) fn moved(&self, to: &str) -> Result<Self> {
        let url =
            self.url.join(to).ok().filter(|url| url.origin() == self.url.origin()).ok_or_else(
                || {
                    Error::other(format!(
                        "the server at {} redirects to another origin",
                        shown(&self.url)
                    ))
                },
            )?;
        Ok(Self {
            client: self.client.clone(),
            url,
            headers: self.headers.clone(),
            authorize: self.authorize.clone(),
            server: Arc::clone(&self.server),
        })
    }

    async fn authorized(
        &self,
        method: &Method,
        headers: HeaderMap,
        body: Option<Bytes>,
        waits: &(dyn Fn(bool) + Sync),
    ) -> Result<Response> {
        let Some(authorize) = &self.authorize else {
            return self.send(self.request(method, headers, body)).await;
        };
        let mut outgoing = OutgoingRequest {
            server: &self.server,
            method: method.as_str(),
            url: self.url.as_str(),
            refusals: 0,
        };
        loop {
            let sent = contained(async { authorize.headers(outgoing).await }).await?;
            let request = self.request(method, headers.clone(), body.clone());
            let response = self.send(request.headers(sent.clone())).await?;
            let refusal = HttpRefusal::of(&response);
            let Some(refusal) = refusal.filter(|_| outgoing.refusals < MAX_REFUSALS) else {
                return Ok(response);
            };
            waits(true);
            let refused = async { authorize.refused(outgoing, &sent, refusal).await };
            let goes_again = contained(refused).await;
            waits(false);
            let status = response.status().as_u16();
            if !goes_again.map_err(|why| Error::unauthorized(status, why))? {
                return Ok(response);
            }
            outgoing.refusals += 1;
        }
    }

    fn request(&self, method: &Method, headers: HeaderMap, body: Option<Bytes>) -> RequestBuilder {
        let request = self.client.request(method.clone(), self.url.clone());
        // Headers of the protocol override those of the user.
        let request = request.headers(self.headers.clone()).headers(headers);
        match body {
            Some(body) => request.body(body),
            None => request,
        }
    }

    async fn send(&self, request: RequestBuilder) -> Result<Response> {
        request.send().await.map_err(|error| {
            let text =
                format!("the server at {} cannot be reached: {}", shown(&self.url), why(&error));
            Error::network(text, !error.is_connect())
        })
    }
}

/// Runs code of the program. A panic becomes the error of the request, which nobody would answer
/// otherwise.
async fn contained<T>(authorizing: impl Future<Output = Result<T>>) -> Result<T> {
    let panicked = || Err(Error::other("the client's `Authorize` implementation panicked"));
    catch_panic(authorizing).await.unwrap_or_else(panicked)
}

/// Follows redirects that stay within the origin, to which the headers belong, and keep the
/// message.
fn within_origin(attempt: Attempt<'_>) -> Action {
    let mut before = attempt.previous().iter();
    let stays = before.all(|url| url.origin() == attempt.url().origin());
    let is_kept = matches!(attempt.status().as_u16(), 307 | 308);
    if stays && is_kept && attempt.previous().len() <= MAX_REDIRECTS {
        attempt.follow()
    } else {
        attempt.stop()
    }
}

/// The URL without its potentially secret parts.
pub(super) fn shown(url: &Url) -> String {
    url.origin().ascii_serialization()
}

fn why(error: &reqwest::Error) -> String {
    match error.source() {
        // An error of reqwest itself includes the URL.
        None => "no response".to_owned(),
        Some(source) => innermost(source).to_string(),
    }
}
