//! Sends requests to authorization servers: bounded, over https, and without redirects.

use std::time::Duration;

use mcp_runtime_https::{self as https, Network, innermost};
use mcp_runtime_protocol::{Error, Result};
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderValue};
use reqwest::redirect::Policy;
use reqwest::{Client, ClientBuilder, RequestBuilder, StatusCode, Url};
use serde::de::DeserializeOwned;

use super::url::parse;

/// The maximum size of a response of an authorization server, in bytes.
const ANSWER_BYTES: usize = 256 * 1024;

/// Sends requests to authorization servers.
#[derive(Clone)]
pub(crate) struct AuthorizationHttp {
    client: Client,
    timeout: Duration,
}

/// The response of an authorization server.
pub(crate) struct ServerAnswer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    body: Vec<u8>,
}

impl ServerAnswer {
    pub(crate) fn json<T: DeserializeOwned>(&self) -> Result<T> {
        serde_json::from_slice(&self.body)
            .map_err(|error| Error::other(format!("the server's response is not valid: {error}")))
    }
}

impl AuthorizationHttp {
    /// Waits this long for each response.
    pub(crate) fn new(client: ClientBuilder, timeout: Duration) -> Result<Self> {
        Ok(Self { client: client.build().map_err(Error::other)?, timeout })
    }

    /// The settings for URLs like this one. Redirects are not followed: their targets are not
    /// trusted.
    pub(crate) fn builder(url: &Url, network: &Network) -> Result<ClientBuilder> {
        https::client(url, Policy::none(), network)
    }

    pub(crate) fn get(&self, url: &str) -> Result<RequestBuilder> {
        Ok(self.client.get(parse(url)?))
    }

    pub(crate) fn post(
        &self,
        url: &str,
        content_type: &'static str,
        body: String,
    ) -> Result<RequestBuilder> {
        Ok(self.client.post(parse(url)?).header(CONTENT_TYPE, content_type).body(body))
    }

    /// Sends a request, and returns the response whatever its status is.
    pub(crate) async fn send(&self, request: RequestBuilder) -> Result<ServerAnswer> {
        let answer = tokio::time::timeout(self.timeout, read(request)).await;
        answer.map_err(|_| Error::other("the server took too long to respond"))?
    }
}

/// The value of a header with a secret, which no log shows.
pub(crate) fn secret_value(value: &str) -> Result<HeaderValue> {
    let mut value = HeaderValue::try_from(value).map_err(Error::other)?;
    value.set_sensitive(true);
    Ok(value)
}

async fn read(request: RequestBuilder) -> Result<ServerAnswer> {
    let mut response =
        request.header(ACCEPT, "application/json").send().await.map_err(unreachable)?;
    let status = response.status();
    let headers = std::mem::take(response.headers_mut());
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(unreachable)? {
        if body.len() + chunk.len() > ANSWER_BYTES {
            return Err(Error::other("the server's response is longer than 256 KiB"));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(ServerAnswer { status, headers, body })
}

/// Why a server did not respond, without the URL, which may contain secrets.
fn unreachable(error: reqwest::Error) -> Error {
    Error::other(innermost(&error.without_url()).to_string())
}
