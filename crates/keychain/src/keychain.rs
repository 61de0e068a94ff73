//! The keychain of the process: it is opened once, tried once, and used by one thread at a time.

use std::path::Path;
use std::sync::{Arc, LazyLock, OnceLock};
use std::time::Duration;

use keyring_core::{CredentialStore, Entry, Result as KeychainResult};
use mcp_runtime_protocol::sync::Mutex;
use mcp_runtime_protocol::{Error, Result, random};

use crate::deadline::within;
use crate::record::{KeychainRecords, PART_BYTES, failed};
use crate::system;

/// How long a keychain is tried. On a machine without a desktop, it may never answer.
const PROBE_TIMEOUT: Duration = Duration::from_secs(3);
/// How long a keychain may take: a person may have to unlock it.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(60);

/// The keychain that all stores of the process share.
pub(crate) static SYSTEM: LazyLock<Arc<SharedKeychain>> =
    LazyLock::new(|| Arc::new(SharedKeychain::new(system::open)));

type Open = dyn Fn() -> KeychainResult<Arc<CredentialStore>> + Send + Sync;

pub(crate) struct SharedKeychain {
    open: Box<Open>,
    opened: OnceLock<Arc<CredentialStore>>,
    /// What the probe found.
    works: OnceLock<bool>,
    /// Two threads that write a record would mix its parts.
    using: Mutex<()>,
}

impl SharedKeychain {
    pub(crate) fn new(
        open: impl Fn() -> KeychainResult<Arc<CredentialStore>> + Send + Sync + 'static,
    ) -> Self {
        Self {
            open: Box::new(open),
            opened: OnceLock::new(),
            works: OnceLock::new(),
            using: Mutex::default(),
        }
    }

    /// Does something with the records of a program.
    pub(crate) fn with<T: Send + 'static>(
        self: &Arc<Self>,
        service: &Arc<str>,
        work: impl FnOnce(KeychainRecords<'_>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let shared = Arc::clone(self);
        let service = Arc::clone(service);
        within(ANSWER_TIMEOUT, move || {
            let _using = shared.using.lock();
            work(KeychainRecords { keychain: &shared.open()?, service: &service })
        })
    }

    /// Whether the keychain keeps what it is given. If not, the log says so once, and where records
    /// are kept instead.
    pub(crate) fn works(self: &Arc<Self>, service: &Arc<str>, instead: &Path) -> bool {
        *self.works.get_or_init(|| {
            let shared = Arc::clone(self);
            let service = Arc::clone(service);
            let tried = within(PROBE_TIMEOUT, move || probe(&shared.open()?, &service));
            if let Err(error) = &tried {
                let file = instead.display();
                tracing::warn!(%error, %file, "no keychain is available; storing logins in a file");
            }
            tried.is_ok()
        })
    }

    fn open(&self) -> Result<Arc<CredentialStore>> {
        if let Some(keychain) = self.opened.get() {
            return Ok(Arc::clone(keychain));
        }
        // It may take forever, so that nothing is held meanwhile.
        let keychain = (self.open)().map_err(|error| failed(&error))?;
        Ok(Arc::clone(self.opened.get_or_init(|| keychain)))
    }
}

/// Writes an entry of the largest size, reads it back, and deletes it. Its name is another one each
/// time, as programs may do so at the same time.
fn probe(keychain: &Arc<CredentialStore>, service: &str) -> Result<()> {
    let id = u64::from_le_bytes(random::bytes().map_err(Error::other)?);
    let written = format!("{id:016x}").repeat(PART_BYTES / 16);
    let entry = Entry::new_in_store(keychain, service, &format!("mcp-probe:{id:016x}"))
        .map_err(|error| failed(&error))?;
    entry.set_secret(written.as_bytes()).map_err(|error| failed(&error))?;
    let read = entry.get_secret();
    entry.delete_credential().map_err(|error| failed(&error))?;
    if read.map_err(|error| failed(&error))? == written.as_bytes() {
        Ok(())
    } else {
        Err(Error::other("the keychain did not return what was stored in it"))
    }
}
