//! The settings of the network between a client and servers.

use std::fmt;

use reqwest::Proxy;
use rustls::pki_types::pem::{self, PemObject as _};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};

use mcp_runtime_protocol::{Error, Result, Secret};

/// A chain of certificates, and the key of the first.
type Identity = (Vec<CertificateDer<'static>>, PrivateKeyDer<'static>);

/// How a client reaches a server over HTTP: the certificates that it trusts, its own identity, and
/// its proxy.
///
/// ```no_run
/// use mcp_runtime_client::{HttpTransport, Network};
///
/// # fn transport() -> mcp_runtime_client::Result<HttpTransport> {
/// let network = Network::new()
///     .trust(std::fs::read_to_string("company-ca.pem")?)
///     .identity(std::fs::read_to_string("me.pem")?)
///     .proxy("http://proxy.example.com:3128".to_owned());
/// Ok(HttpTransport::new("https://mcp.example.com/mcp").network(network))
/// # }
/// ```
#[derive(Clone, Default)]
#[must_use = "it does nothing until something uses it"]
pub struct Network {
    trusted: Vec<String>,
    identity: Option<Secret<String>>,
    proxy: Option<Secret<String>>,
}

/// Keys are secret, and the URL of a proxy may be.
impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Network")
            .field("trusted", &self.trusted.len())
            .field("has_identity", &self.identity.is_some())
            .field("has_proxy", &self.proxy.is_some())
            .finish()
    }
}

impl Network {
    /// Creates the settings of the system: its trusted certificates, and the proxies that its
    /// environment names (`HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY`).
    pub fn new() -> Self {
        Self::default()
    }

    /// Trusts these CA certificates, in PEM, besides those that the system trusts.
    pub fn trust(mut self, pem: impl Into<String>) -> Self {
        self.trusted.push(pem.into());
        self
    }

    /// Sets the client identity for servers that require one (mutual TLS): a certificate with its
    /// chain, and its private key, in PEM.
    pub fn identity(self, pem: impl Into<Secret<String>>) -> Self {
        Self { identity: Some(pem.into()), ..self }
    }

    /// Uses this proxy, such as `http://user:password@proxy.example.com:3128`, and none that the
    /// environment names; servers on this machine are reached without it.
    pub fn proxy(self, url: impl Into<Secret<String>>) -> Self {
        Self { proxy: Some(url.into()), ..self }
    }

    #[doc(hidden)]
    pub fn has_proxy(&self) -> bool {
        self.proxy.is_some()
    }

    pub(super) fn read_proxy(&self) -> Result<Option<Proxy>> {
        let Some(url) = &self.proxy else { return Ok(None) };
        // The error of reqwest could show a password.
        let proxy = Proxy::all(url.expose());
        proxy.map(Some).map_err(|_| {
            Error::other(
                "the URL of the proxy is not valid: expected one such as \
                 `http://proxy.example.com:3128`",
            )
        })
    }

    pub(super) fn read_trusted(&self) -> Result<Vec<CertificateDer<'static>>> {
        let mut all = Vec::new();
        for pem in &self.trusted {
            all.extend(certificates(pem, "the CA bundle")?);
        }
        Ok(all)
    }

    pub(super) fn read_identity(&self) -> Result<Option<Identity>> {
        let Some(pem) = &self.identity else { return Ok(None) };
        let chain = certificates(pem.expose(), "the client identity")?;
        let read = PrivateKeyDer::from_pem_slice(pem.expose().as_bytes());
        let key = read.map_err(|error| {
            Error::other(match error {
                pem::Error::NoItemsFound => {
                    "the client identity has no private key: append it to the certificate, in PEM \
                     and unencrypted"
                }
                _ => "the private key of the client identity is not valid PEM",
            })
        })?;
        Ok(Some((chain, key)))
    }
}

/// The certificates in a text, of which there is at least one.
fn certificates(pem: &str, of: &str) -> Result<Vec<CertificateDer<'static>>> {
    let all: std::result::Result<Vec<_>, _> =
        CertificateDer::pem_slice_iter(pem.as_bytes()).collect();
    // The error could show the text.
    let all = all.map_err(|_| Error::other(format!("{of} is not valid PEM")))?;
    if all.is_empty() {
        return Err(Error::other(format!(
            "{of} has no certificate: expected PEM with `-----BEGIN CERTIFICATE-----`"
        )));
    }
    Ok(all)
}
