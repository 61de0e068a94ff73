//! What asks others over HTTP: MCP servers, and those that issue tokens.

use std::error::Error as StdError;
use std::net::IpAddr;
use std::sync::Arc;

use reqwest::redirect::Policy;
use reqwest::{Client, ClientBuilder, Url};
use rustls::crypto::aws_lc_rs;
use rustls::{ClientConfig, RootCertStore};
use rustls_platform_verifier::BuilderVerifierExt as _;

use crate::error::{Error, Result};

/// What connects to a URL.
pub(crate) fn client(url: &Url, redirects: Policy) -> Result<ClientBuilder> {
    let client = Client::builder()
        .tls_backend_preconfigured(tls(url)?)
        .redirect(redirects)
        .referer(false)
        // Whatever else the program builds reqwest with: a body is what it is.
        .http1_only()
        .no_gzip()
        .no_brotli()
        .no_zstd()
        .no_deflate();
    Ok(if is_loopback(url) { client.no_proxy() } else { client })
}

/// Trusts whom the system trusts.
fn tls(url: &Url) -> Result<ClientConfig> {
    let tls = ClientConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(Error::other)?;
    // Without https nobody is, nor need the system have certificates.
    let tls = match url.scheme() {
        "https" => tls.with_platform_verifier().map_err(Error::other)?,
        _ => tls.with_root_certificates(RootCertStore::empty()),
    };
    Ok(tls.with_no_client_auth())
}

/// The address that a URL has in place of a name.
pub(crate) fn address(url: &Url) -> Option<IpAddr> {
    url.host_str()?.trim_matches(['[', ']']).parse().ok()
}

pub(crate) fn is_loopback(url: &Url) -> bool {
    url.host_str() == Some("localhost") || address(url).is_some_and(|address| address.is_loopback())
}

/// Where an error began. Those of reqwest itself name the URL.
pub(crate) fn innermost<'a>(mut error: &'a (dyn StdError + 'static)) -> &'a dyn StdError {
    while let Some(source) = error.source() {
        error = source;
    }
    error
}
