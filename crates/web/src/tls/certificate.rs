//! A certificate and its key, as files that may change.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::SystemTime;

use mcp_runtime::{Error, Result};
use rustls::client::verify_server_cert_signed_by_trust_anchor;
use rustls::crypto::{CryptoProvider, aws_lc_rs};
use rustls::pki_types::pem::{self, PemObject as _};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, UnixTime};
use rustls::server::danger::ClientCertVerifier;
use rustls::server::{ClientHello, ParsedCertificate, ResolvesServerCert, WebPkiClientVerifier};
use rustls::sign::CertifiedKey;
use rustls::{CertificateError, InconsistentKeys, RootCertStore};

/// When a file was written, and how long it is.
type Stamp = (Option<SystemTime>, u64);

/// The two files, and what was read from them last.
pub(super) struct CertificateFiles {
    certificate: PathBuf,
    key: PathBuf,
    current: RwLock<Arc<CertifiedKey>>,
    seen: Mutex<[Option<Stamp>; 2]>,
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
        let seen = Mutex::new([stamp(&certificate), stamp(&key)]);
        let current = RwLock::new(Arc::new(load(&certificate, &key)?));
        Ok(Self { certificate, key, current, seen })
    }

    /// Reads the files again, if one of them has changed or `is_asked`. What cannot be used is
    /// logged, and the previous certificate stays.
    pub(super) fn reload(&self, is_asked: bool) {
        // The time is taken before the content: what is written meanwhile is read the next time.
        let now = [stamp(&self.certificate), stamp(&self.key)];
        let before = {
            let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
            std::mem::replace(&mut *seen, now)
        };
        if !is_asked && before == now {
            return;
        }
        let file = self.certificate.display();
        match load(&self.certificate, &self.key) {
            Ok(loaded) => {
                *self.current.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(loaded);
                tracing::info!(%file, "the certificate was read again");
            }
            Err(error) => tracing::warn!(%error, "the previous certificate stays in use"),
        }
    }
}

impl ResolvesServerCert for CertificateFiles {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(Arc::clone(&self.current.read().unwrap_or_else(PoisonError::into_inner)))
    }
}

fn stamp(file: &Path) -> Option<Stamp> {
    let metadata = fs::metadata(file).ok()?;
    Some((metadata.modified().ok(), metadata.len()))
}

/// Reads a certificate and its key, and warns of what is unwise but works.
fn load(certificate: &Path, key: &Path) -> Result<CertifiedKey> {
    let chain = certificates(certificate)?;
    let private = PrivateKeyDer::from_pem_file(key).map_err(|error| unreadable(key, error))?;
    let provider = aws_lc_rs::default_provider();
    if let Some(problem) = expiry(&chain, &provider) {
        tracing::warn!(file = %certificate.display(), "{problem}");
    }
    if is_shared(key) {
        let file = key.display();
        tracing::warn!(%file, "the key can be read by other users: `chmod 600` prevents it");
    }
    CertifiedKey::from_der(chain, private, &provider).map_err(|error| {
        let (certificate, key) = (certificate.display(), key.display());
        Error::other(match error {
            rustls::Error::InconsistentKeys(InconsistentKeys::KeyMismatch) => {
                format!("the key in {key} is not that of the certificate in {certificate}")
            }
            other => format!("the certificate in {certificate} and the key in {key}: {other}"),
        })
    })
}

/// The certificates in a file, of which there is at least one.
fn certificates(file: &Path) -> Result<Vec<CertificateDer<'static>>> {
    let read = CertificateDer::pem_file_iter(file).and_then(Iterator::collect);
    let read: Vec<_> = read.map_err(|error| unreadable(file, error))?;
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
    Error::other(format!("reading {}: {problem}", file.display()))
}

/// What clients will say about the time of a certificate, if they will not accept it.
fn expiry(chain: &[CertificateDer<'_>], provider: &CryptoProvider) -> Option<&'static str> {
    let parsed = ParsedCertificate::try_from(chain.first()?).ok()?;
    let algorithms = provider.signature_verification_algorithms.all;
    // Nobody is trusted here. The time is judged first, and is all that is asked.
    let (nobody, now) = (RootCertStore::empty(), UnixTime::now());
    let judged = verify_server_cert_signed_by_trust_anchor(&parsed, &nobody, &[], now, algorithms);
    match judged.err()? {
        rustls::Error::InvalidCertificate(
            CertificateError::Expired | CertificateError::ExpiredContext { .. },
        ) => Some("the certificate has expired: clients will refuse it"),
        rustls::Error::InvalidCertificate(
            CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. },
        ) => Some("the certificate is not valid yet: clients will refuse it"),
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
