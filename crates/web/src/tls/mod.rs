//! Encrypts connections with a certificate that is read from files.

mod certificate;
mod connection;
mod watch;

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use mcp_runtime::http::BoxIo;
use mcp_runtime::{Error, Result};
use rustls::ServerConfig;
use rustls::crypto::aws_lc_rs;
use rustls::server::WebPkiClientVerifier;
use rustls::server::danger::ClientCertVerifier;
use tokio_rustls::TlsAcceptor;

use certificate::CertificateFiles;
use connection::TlsConnection;
use watch::Watch;

/// What clients may choose by ALPN.
///
/// Source: [RFC 7301, section 6](https://www.rfc-editor.org/rfc/rfc7301#section-6).
const PROTOCOLS: [&[u8]; 2] = [b"h2", b"http/1.1"];

/// How often the files are read.
const INTERVAL: Duration = Duration::from_secs(60);

/// A certificate and its key, with which a server encrypts its connections.
///
/// ```no_run
/// use mcp_runtime_web::Tls;
///
/// # async fn run() -> mcp_runtime::Result<()> {
/// let tls = Tls::files("/etc/notes/fullchain.pem", "/etc/notes/privkey.pem")?;
/// let http = mcp_runtime::server!().build()?.into_http().allow_hosts(["notes.example.com"]);
/// http.encrypted(tls.acceptor()).serve(([127, 0, 0, 1], 8443).into()).await
/// # }
/// ```
///
/// Clients speak TLS 1.2 or 1.3, and HTTP/2 or HTTP/1.1, which they choose by ALPN. They resume
/// sessions with the process that they know; early data, which others could replay, is not accepted.
///
/// When one of the files changes, both are read again: within a minute, or at once on SIGHUP. If they
/// cannot be used, the log says why, or else standard error, and the previous certificate stays in use
/// until they can.
#[derive(Clone)]
pub struct Tls {
    files: Arc<CertificateFiles>,
    interval: Duration,
    acceptor: TlsAcceptor,
}

impl fmt::Debug for Tls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tls").field("files", &self.files).finish_non_exhaustive()
    }
}

impl Tls {
    /// Reads a certificate, with those that lead from it to an authority behind it, and its key, as
    /// PEM files. Both may be in one file.
    ///
    /// # Errors
    ///
    /// When a file cannot be read, or the key is not that of the certificate. A certificate that has
    /// expired, and a key that other users can read, are warnings in the log.
    pub fn files(certificate: impl Into<PathBuf>, key: impl Into<PathBuf>) -> Result<Self> {
        let files = Arc::new(CertificateFiles::read(certificate.into(), key.into())?);
        let acceptor = acceptor(&files, WebPkiClientVerifier::no_client_auth())?;
        Ok(Self { files, interval: INTERVAL, acceptor })
    }

    /// Accepts only clients whose certificate was issued by a CA in this PEM file: all others fail in
    /// the handshake (mutual TLS). The file is read once.
    ///
    /// It decides who may connect, not who a caller is: handlers are not told whose certificate it
    /// was, and a server that the network reaches needs authorization all the same. Certificates are
    /// not looked up in lists of revoked ones, and probes of an orchestrator have none.
    ///
    /// # Errors
    ///
    /// When the file cannot be read, or has no certificate.
    pub fn client_authorities(self, file: impl Into<PathBuf>) -> Result<Self> {
        let verifier = certificate::client_verifier(&file.into())?;
        Ok(Self { acceptor: acceptor(&self.files, verifier)?, ..self })
    }

    /// Looks this often whether the files have changed (1 minute).
    #[must_use]
    pub fn check_every(self, interval: Duration) -> Self {
        Self { interval, ..self }
    }

    /// Returns a function that encrypts the connections of a server; see
    /// [`Http::encrypted`](mcp_runtime::http::Http::encrypted).
    ///
    /// The handshake is part of the first read of a connection, so it holds up no other, and the time
    /// that a client has for the head of a request covers it.
    pub fn acceptor(&self) -> impl Fn(BoxIo) -> BoxIo + Send + Sync + use<> {
        let watch = Watch::new(&self.files, self.interval);
        watch.begin();
        let acceptor = self.acceptor.clone();
        move |stream| {
            // There may have been no runtime before.
            watch.begin();
            Box::new(TlsConnection::new(&acceptor, stream))
        }
    }
}

/// What encrypts connections with the certificate in these files, for the clients that `verifier`
/// takes.
fn acceptor(
    files: &Arc<CertificateFiles>,
    verifier: Arc<dyn ClientCertVerifier>,
) -> Result<TlsAcceptor> {
    let config = ServerConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(Error::other)?;
    let resolver = Arc::<CertificateFiles>::clone(files);
    let mut config = config.with_client_cert_verifier(verifier).with_cert_resolver(resolver);
    config.alpn_protocols = PROTOCOLS.map(<[u8]>::to_vec).into();
    Ok(Arc::new(config).into())
}
