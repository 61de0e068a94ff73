//! How clients of MCP servers, and of those who issue tokens, reach others over HTTP: one setup of
//! TLS, trust and proxies for [`mcp-runtime-client`](https://docs.rs/mcp-runtime-client),
//! [`mcp-runtime-auth`](https://docs.rs/mcp-runtime-auth) and
//! [`mcp-runtime-ship`](https://docs.rs/mcp-runtime-ship).
//!
//! Programs name it as `mcp_runtime_client::Network`, and need not depend on it.

mod network;

use std::error::Error as StdError;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::{Client, ClientBuilder, Url};
use rustls::crypto::aws_lc_rs;
use rustls::{ClientConfig, RootCertStore};
use rustls_platform_verifier::{BuilderVerifierExt as _, Verifier};

use mcp_runtime_protocol::{Error, Result};

pub use network::Network;

/// How long an idle connection is kept. Servers close theirs after 5 s or more, and a request sent
/// at that moment would be lost.
const IDLE: Duration = Duration::from_secs(4);

/// Returns a client builder for connections to a URL.
#[doc(hidden)]
pub fn client(url: &Url, redirects: Policy, network: &Network) -> Result<ClientBuilder> {
    let client = Client::builder()
        .tls_backend_preconfigured(tls(url, network)?)
        .redirect(redirects)
        .referer(false)
        .pool_idle_timeout(IDLE)
        // Independent of the reqwest features that the program enables: no transparent
        // decompression.
        .http1_only()
        .no_gzip()
        .no_brotli()
        .no_zstd()
        .no_deflate();
    Ok(match network.read_proxy()? {
        _ if is_loopback(url) => client.no_proxy(),
        Some(proxy) => client.proxy(proxy),
        None => client,
    })
}

/// Trusts the certificates of the system, and those that the user adds.
fn tls(url: &Url, network: &Network) -> Result<ClientConfig> {
    let provider = Arc::new(aws_lc_rs::default_provider());
    let tls = ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .map_err(Error::other)?;
    // Without https none are used, and the system does not need certificates.
    let trusted = network.read_trusted()?;
    let tls = match url.scheme() {
        "https" if trusted.is_empty() => tls.with_platform_verifier().map_err(Error::other)?,
        "https" => {
            let verifier =
                Arc::new(Verifier::new_with_extra_roots(trusted, provider).map_err(Error::other)?);
            tls.dangerous().with_custom_certificate_verifier(verifier)
        }
        _ => tls.with_root_certificates(RootCertStore::empty()),
    };
    match network.read_identity()? {
        Some((chain, key)) => tls.with_client_auth_cert(chain, key).map_err(Error::other),
        None => Ok(tls.with_no_client_auth()),
    }
}

/// Returns the IP address in a URL, if it has one instead of a name.
#[doc(hidden)]
pub fn address(url: &Url) -> Option<IpAddr> {
    url.host_str()?.trim_matches(['[', ']']).parse().ok()
}

#[doc(hidden)]
pub fn is_loopback(url: &Url) -> bool {
    url.host_str() == Some("localhost") || address(url).is_some_and(|address| address.is_loopback())
}

/// Returns the innermost source of an error. The errors of reqwest itself include the URL.
#[doc(hidden)]
pub fn innermost<'a>(mut error: &'a (dyn StdError + 'static)) -> &'a dyn StdError {
    while let Some(source) = error.source() {
        error = source;
    }
    error
}
