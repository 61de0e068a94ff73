//! Sends requests to authorization servers: bounded, over https, and without redirects.

use std::sync::Arc;
use std::time::Duration;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderValue};
use reqwest::redirect::Policy;
use reqwest::{Client, ClientBuilder, RequestBuilder, StatusCode, Url};
use serde::de::DeserializeOwned;

use super::url::{Distance, parse};
use crate::error::{Error, Result};
use crate::https::{self, Network, innermost};

/// The maximum size of a response of an authorization server, in bytes.
const ANSWER_BYTES: usize = 256 * 1024;

/// How to reach servers whose URLs another server names.
#[allow(dead_code, reason = "servers know whom they ask")]
#[derive(Clone)]
pub(in crate::auth) struct Reach {
    pub(in crate::auth) distance: Distance,
    pub(in crate::auth) network: Network,
}

/// Sends requests to authorization servers.
#[derive(Clone)]
pub(in crate::auth) struct Asker {
    client: Client,
    time: Duration,
}

/// The response of an authorization server.
pub(in crate::auth) struct ServerAnswer {
    pub(in crate::auth) status: StatusCode,
    #[allow(dead_code, reason = "only clients look at them")]
    pub(in crate::auth) headers: HeaderMap,
    body: Vec<u8>,
}

impl ServerAnswer {
    pub(in crate::auth) fn json<T: DeserializeOwned>(&self) -> Result<T> {
        serde_json::from_slice(&self.body)
            .map_err(|error| Error::other(format!("its answer is not what it should be: {error}")))
    }
}

#[allow(dead_code, reason = "servers and clients ask in different ways")]
impl Asker {
    /// Creates an asker for URLs like this one, which waits this long for each response.
    pub(in crate::auth) fn new(url: &str, time: Duration) -> Result<Self> {
        let url = parse(url)?;
        Ok(Self { client: builder(&url, &Network::new())?.build().map_err(Error::other)?, time })
    }

    /// Like [`Asker::new`], for a URL that a server names.
    pub(in crate::auth) fn named(url: &str, reach: &Reach, time: Duration) -> Result<Self> {
        let url = reach.distance.check(url)?;
        let mut client = builder(&url, &reach.network)?;
        // A proxy resolves names itself, and decides which servers may be reached.
        if !reach.network.has_proxy() {
            client = client.dns_resolver(Arc::new(Guarded(reach.distance)));
        }
        Ok(Self { client: client.build().map_err(Error::other)?, time })
    }

    /// Fetches the document at a URL.
    pub(in crate::auth) async fn get<T: DeserializeOwned>(&self, url: &str) -> Result<T> {
        self.answer(self.client.get(parse(url)?)).await?.json()
    }

    /// Posts a form, and returns the response.
    pub(in crate::auth) async fn post<T: DeserializeOwned>(
        &self,
        url: &str,
        credentials: HeaderValue,
        form: String,
    ) -> Result<T> {
        let request = self.client.post(parse(url)?).body(form);
        let request = request.header(CONTENT_TYPE, "application/x-www-form-urlencoded");
        self.answer(request.header(AUTHORIZATION, credentials)).await?.json()
    }

    /// Sends a request with this body, and returns the response whatever its status is.
    pub(in crate::auth) async fn exchange(
        &self,
        url: &str,
        headers: HeaderMap,
        body: Option<(&'static str, String)>,
    ) -> Result<ServerAnswer> {
        let request = match body {
            Some((kind, body)) => {
                self.client.post(parse(url)?).header(CONTENT_TYPE, kind).body(body)
            }
            None => self.client.get(parse(url)?),
        };
        self.bounded(request.headers(headers)).await
    }

    async fn answer(&self, request: RequestBuilder) -> Result<ServerAnswer> {
        let answer = self.bounded(request).await?;
        match answer.status {
            StatusCode::OK => Ok(answer),
            status => Err(Error::other(format!("it answers {status}"))),
        }
    }

    async fn bounded(&self, request: RequestBuilder) -> Result<ServerAnswer> {
        let answer = tokio::time::timeout(self.time, read(request)).await;
        answer.map_err(|_| Error::other("it takes too long to answer"))?
    }
}

/// Resolves names to addresses that may be connected to.
struct Guarded(Distance);

impl Resolve for Guarded {
    fn resolve(&self, name: Name) -> Resolving {
        let distance = self.0;
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let admitted: Vec<_> = found.filter(|at| distance.admits(at.ip())).collect();
            match admitted.is_empty() {
                true => Err("it is in a network that the server may not send us to".into()),
                false => Ok(Box::new(admitted.into_iter()) as Addrs),
            }
        })
    }
}

/// Redirects are not followed: their targets are not trusted.
fn builder(url: &Url, network: &Network) -> Result<ClientBuilder> {
    https::client(url, Policy::none(), network)
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
