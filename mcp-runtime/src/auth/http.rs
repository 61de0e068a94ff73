//! Sends requests to authorization servers: bounded, over https, and without redirects.

#![allow(dead_code, reason = "`ship` asks no authorization server, and `auth` reads no headers")]

use std::time::Duration;

use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderValue};
use reqwest::redirect::Policy;
use reqwest::{Client, ClientBuilder, RequestBuilder, StatusCode, Url};
use serde::de::DeserializeOwned;

use super::url::parse;
use crate::error::{Error, Result};
use crate::https::{self, Network, innermost};

/// The maximum size of a response of an authorization server, in bytes.
const ANSWER_BYTES: usize = 256 * 1024;

/// Sends requests to authorization servers.
#[derive(Clone)]
pub(in crate::auth) struct AuthorizationHttp {
    client: Client,
    timeout: Duration,
}

/// The response of an authorization server.
pub(in crate::auth) struct ServerAnswer {
    pub(in crate::auth) status: StatusCode,
    pub(in crate::auth) headers: HeaderMap,
    body: Vec<u8>,
}

impl ServerAnswer {
    pub(in crate::auth) fn json<T: DeserializeOwned>(&self) -> Result<T> {
        serde_json::from_slice(&self.body)
            .map_err(|error| Error::other(format!("its answer is not what it should be: {error}")))
    }
}

impl AuthorizationHttp {
    /// Waits this long for each response.
    pub(in crate::auth) fn new(client: ClientBuilder, timeout: Duration) -> Result<Self> {
        Ok(Self { client: client.build().map_err(Error::other)?, timeout })
    }

    /// The settings for URLs like this one. Redirects are not followed: their targets are not
    /// trusted.
    pub(in crate::auth) fn builder(url: &Url, network: &Network) -> Result<ClientBuilder> {
        https::client(url, Policy::none(), network)
    }

    pub(in crate::auth) fn get(&self, url: &str) -> Result<RequestBuilder> {
        Ok(self.client.get(parse(url)?))
    }

    pub(in crate::auth) fn post(
        &self,
        url: &str,
        content_type: &'static str,
        body: String,
    ) -> Result<RequestBuilder> {
        Ok(self.client.post(parse(url)?).header(CONTENT_TYPE, content_type).body(body))
    }

    /// Sends a request, and returns the response whatever its status is.
    pub(in crate::auth) async fn send(&self, request: RequestBuilder) -> Result<ServerAnswer> {
        let answer = tokio::time::timeout(self.timeout, read(request)).await;
        answer.map_err(|_| Error::other("it takes too long to answer"))?
    }
}

/// The value of a header with a secret, which no log shows.
pub(in crate::auth) fn secret_value(value: &str) -> Result<HeaderValue> {
    let mut value = HeaderValue::try_from(value).map_err(Error::other)?;
    value.set_sensitive(true);
    Ok(value)
}

async fn read(request: RequestBuilder) -> Result<ServerAnswer> {
    let response = request.header(ACCEPT, "application/json").send().await;
    let mut response = response.map_err(unreachable)?;
    let (status, headers) = (response.status(), std::mem::take(response.headers_mut()));
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(unreachable)? {
        if body.len() + chunk.len() > ANSWER_BYTES {
            return Err(Error::other("its answer is longer than 256 KiB"));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(ServerAnswer { status, headers, body })
}

/// Why a server did not respond, without the URL, which may contain secrets.
fn unreachable(error: reqwest::Error) -> Error {
    Error::other(innermost(&error.without_url()).to_string())
}
