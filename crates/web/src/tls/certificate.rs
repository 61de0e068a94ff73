//! A certificate and its key, as files that may change.

use std::fmt;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use mcp_runtime::{Error, Result};
use rustls::client::verify_server_cert_signed_by_trust_anchor;
use rustls::crypto::{CryptoProvider, aws_lc_rs};
use rustls::pki_types::pem::{self, PemObject as _};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, UnixTime};
use rustls::server::danger::ClientCertVerifier;
use rustls::server::{ClientHello, ParsedCertificate, ResolvesServerCert, WebPkiClientVerifier};
use rustls::sign::CertifiedKey;
use rustls::{CertificateError, InconsistentKeys, RootCertStore};

/// The two files, and what was read from them last.
pub(super) struct CertificateFiles {
    certificate: PathBuf,
    key: PathBuf,
    current: RwLock<Arc<CertifiedKey>>,
    /// Why they could not be used when they were looked at last.
    problem: Mutex<Option<String>>,
}

impl fmt::Debug for CertificateFiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CertificateFiles")
            .field("certificate", &self.certificate)
            .field("key", &self.key)
            .finish_non_exhaustive()
    }
}

impl CertificateFiles {
    /// Reads the files.
    ///
    /// # Errors
    ///
    /// When they cannot be used.
    pub(super) fn read(certificate: PathBuf, key: PathBuf) -> Result<Self> {
        let loaded = load(&certificate, &key)?;
        warn_of(&loaded, &certificate, &key);
        let current = RwLock::new(Arc::new(loaded));
        let problem = Mutex::default();
        Ok(Self { certificate, key, current, problem })
    }

    /// Reads the files again, and uses them if the certificate is another one or `is_asked`. Their
    /// content decides: a file can be replaced by one of the same length and time, or be there and
    /// not be readable yet.
    ///
    /// Why they cannot be used is told once, and the previous certificate stays.
    pub(super) fn reload(&self, is_asked: bool) {
        let loaded = load(&self.certificate, &self.key);
        let problem = loaded.as_ref().err().map(ToString::to_string);
        let before = {
            let mut last = self.problem.lock().unwrap_or_else(PoisonError::into_inner);
            std::mem::replace(&mut *last, problem.clone())
        };
        let file = self.certificate.display();
        match loaded {
            Ok(loaded) if is_asked || before.is_some() || !self.is_current(&loaded) => {
                warn_of(&loaded, &self.certificate, &self.key);
                *self.current.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(loaded);
                tracing::info!(%file, "reloaded the certificate");
            }
            Err(error) if is_asked || before != problem => {
                warn(&format!(
                    "could not reload the certificate; the previous one stays in use: {error}"
                ));
            }
            _ => {}
        }
    }

    fn is_current(&self, loaded: &CertifiedKey) -> bool {
        self.current.read().unwrap_or_else(PoisonError::into_inner).cert == loaded.cert
    }
}

impl ResolvesServerCert for CertificateFiles {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(Arc::clone(&self.current.read().unwrap_or_else(PoisonError::into_inner)))
    }
}

/// Reads a certificate and its key.
fn load(certificate: &Path, key: &Path) -> Result<CertifiedKey> {
    let chain = certificates(certificate)?;
    let private = PrivateKeyDer::from_pem_file(key).map_err(|error| unreadable(key, error))?;
    let provider = aws_lc_rs::default_provider();
    CertifiedKey::from_der(chain, private, &provider).map_err(|error| {
        let certificate = certificate.display();
        let key = key.display();
        Error::other(match error {
            rustls::Error::InconsistentKeys(InconsistentKeys::KeyMismatch) => {
                format!("the private key in {key} does not match the certificate in {certificate}")
            }
            other => format!("the certificate in {certificate} and the key in {key}: {other}"),
        })
    })
}

/// Warns of what is unwise but works.
fn warn_of(loaded: &CertifiedKey, certificate: &Path, key: &Path) {
    if let Some(problem) = expiry(&loaded.cert, &aws_lc_rs::default_provider()) {
        warn(&format!("{}: {problem}", certificate.display()));
    }
    if is_shared(key) {
        let problem = "the key can be read by other users: `chmod 600` prevents it";
        warn(&format!("{}: {problem}", key.display()));
    }
}

/// Says what somebody should do something about: in the log or, where nobody keeps one, on standard
/// error.
fn warn(what: &str) {
    if tracing::enabled!(tracing::Level::WARN) {
        tracing::warn!("{what}");
    } else {
        // If it is closed, there is no one to tell.
        let _ = writeln!(io::stderr(), "{what}");
    }
}

/// The certificates in a file, of which there is at least one.
fn certificates(file: &Path) -> Result<Vec<CertificateDer<'static>>> {
    let read: Vec<_> = CertificateDer::pem_file_iter(file)
        .and_then(Iterator::collect)
        .map_err(|error| unreadable(file, error))?;
    if read.is_empty() { Err(unreadable(file, pem::Error::NoItemsFound)) } else { Ok(read) }
}

/// Takes clients that have a certificate of the authorities in a file.
///
/// # Errors
///
/// When they cannot be used.
pub(super) fn client_verifier(file: &Path) -> Result<Arc<dyn ClientCertVerifier>> {
    let mut roots = RootCertStore::empty();
    for authority in certificates(file)? {
        let added = roots.add(authority);
        added.map_err(|error| Error::other(format!("{}: {error}", file.display())))?;
    }
    let provider = Arc::new(aws_lc_rs::default_provider());
    let verifier = WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider);
    verifier.build().map_err(Error::other)
}

fn unreadable(file: &Path, error: pem::Error) -> Error {
    let problem = match error {
        pem::Error::Io(error) => error.to_string(),
        other => other.to_string(),
    };
    Error::other(format!("cannot read {}: {problem}", file.display()))
}

/// What clients will say about the time of a certificate, if they will not accept it.
fn expiry(chain: &[CertificateDer<'_>], provider: &CryptoProvider) -> Option<&'static str> {
    let parsed = ParsedCertificate::try_from(chain.first()?).ok()?;
    let algorithms = provider.signature_verification_algorithms.all;
    // Nobody is trusted here. The time is judged first, and is all that is asked.
    let nobody = RootCertStore::empty();
    let now = UnixTime::now();
    let judged = verify_server_cert_signed_by_trust_anchor(&parsed, &nobody, &[], now, algorithms);
    match judged.err()? {
        rustls::Error::InvalidCertificate(
            CertificateError::Expired | CertificateError::ExpiredContext { .. },
        ) => Some("the certificate has expired: clients will reject it"),
        rustls::Error::InvalidCertificate(
            CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. },
        ) => Some("the certificate is not valid yet: clients will reject it"),
        _ => None,
    }
}

/// Whether others than the owner may read a file.
fn is_shared(file: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        fs::metadata(file).is_ok_and(|metadata| metadata.permissions().mode() & 0o077 != 0)
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        false
    }
}
