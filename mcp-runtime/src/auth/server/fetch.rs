//! Asks authorization servers: bounded, over https, and nowhere else than asked.

use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use reqwest::redirect::Policy;
use reqwest::{Client, RequestBuilder, StatusCode, Url};
use rustls::crypto::aws_lc_rs;
use rustls::{ClientConfig, RootCertStore};
use rustls_platform_verifier::BuilderVerifierExt as _;
use serde::de::DeserializeOwned;

use crate::error::{Error, Result};

/// How long an answer of an authorization server may be.
const ANSWER_BYTES: usize = 256 * 1024;

/// Asks authorization servers.
#[derive(Clone)]
pub(super) struct Asker {
    client: Client,
    time: Duration,
}

impl Asker {
    /// Asks at URLs like this one, and waits this long for each answer.
    pub(super) fn new(url: &str, time: Duration) -> Result<Self> {
        let url = parse(url)?;
        let tls = ClientConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(Error::other)?;
        // Without https nobody is trusted, nor need the system have certificates.
        let tls = match url.scheme() {
            "https" => tls.with_platform_verifier().map_err(Error::other)?,
            _ => tls.with_root_certificates(RootCertStore::empty()),
        };
        let client = Client::builder()
            .tls_backend_preconfigured(tls.with_no_client_auth())
            // Nobody is sent elsewhere: who says so is not the one that is trusted.
            .redirect(Policy::none())
            .referer(false)
            .http1_only()
            .no_gzip()
            .no_brotli()
            .no_zstd()
            .no_deflate();
        let client = if is_loopback(&url) { client.no_proxy() } else { client };
        Ok(Self { client: client.build().map_err(Error::other)?, time })
    }

    /// The document at a URL.
    pub(super) async fn get<T: DeserializeOwned>(&self, url: &str) -> Result<T> {
        self.answer(self.client.get(parse(url)?)).await
    }

    /// The answer to a form.
    pub(super) async fn post<T: DeserializeOwned>(
        &self,
        url: &str,
        credentials: HeaderValue,
        form: String,
    ) -> Result<T> {
        let request = self.client.post(parse(url)?).body(form);
        let request = request.header(CONTENT_TYPE, "application/x-www-form-urlencoded");
        self.answer(request.header(AUTHORIZATION, credentials)).await
    }

    async fn answer<T: DeserializeOwned>(&self, request: RequestBuilder) -> Result<T> {
        let text = tokio::time::timeout(self.time, text(request)).await;
        let text = text.map_err(|_| Error::other("it takes too long to answer"))??;
        serde_json::from_slice(&text)
            .map_err(|error| Error::other(format!("its answer is not what it should be: {error}")))
    }
}

async fn text(request: RequestBuilder) -> Result<Vec<u8>> {
    let response = request.header(ACCEPT, "application/json").send().await;
    let mut response = response.map_err(|error| Error::other(error.without_url()))?;
    if response.status() != StatusCode::OK {
        return Err(Error::other(format!("it answers {}", response.status())));
    }
    let mut text = Vec::new();
    while let Some(chunk) =
        response.chunk().await.map_err(|error| Error::other(error.without_url()))?
    {
        if text.len() + chunk.len() > ANSWER_BYTES {
            return Err(Error::other("its answer is longer than 256 KiB"));
        }
        text.extend_from_slice(&chunk);
    }
    Ok(text)
}

/// A URL that may be asked: https, or http on this machine.
///
/// Source: [2026-07-28, "Security Considerations", Communication Security](https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization/security-considerations#communication-security).
pub(super) fn parse(url: &str) -> Result<Url> {
    let wrong = |why: &str| Error::other(format!("{url:?} {why}"));
    let parsed = Url::parse(url).map_err(|error| wrong(&format!("is not a URL: {error}")))?;
    match parsed.scheme() {
        "https" => {}
        "http" if is_loopback(&parsed) => {}
        _ => return Err(wrong("is not https; http is for this machine only")),
    }
    if parsed.host_str().is_none() || !parsed.username().is_empty() || parsed.password().is_some() {
        return Err(wrong("has no host, or has a user"));
    }
    match parsed.fragment() {
        Some(_) => Err(wrong("has a fragment")),
        None => Ok(parsed),
    }
}

fn is_loopback(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    let address = host.trim_matches(['[', ']']).parse::<std::net::IpAddr>();
    host == "localhost" || address.is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn only_https_and_this_machine_are_asked() {
        for url in
            ["https://a.example/x", "http://127.0.0.1:1", "http://localhost", "http://[::1]:2/"]
        {
            assert!(parse(url).is_ok(), "{url}");
        }
        for url in [
            "http://a.example",
            "http://localhost.a.example",
            "http://127.0.0.1@a.example",
            "https://user@a.example",
            "https://a.example/#x",
            "file:///etc/passwd",
            "a.example",
            "",
        ] {
            assert!(parse(url).is_err(), "{url}");
        }
    }
}
