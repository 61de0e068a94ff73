//! The store of tokens that programs name.

use std::any::Any;
use std::path::PathBuf;
use std::sync::Arc;
use std::{env, fmt};

use keyring_core::CredentialStore;
use mcp_runtime_auth::{FileTokenStore, TokenStore};
use mcp_runtime_protocol::hex::hex;
use mcp_runtime_protocol::{Result, Secret};
use sha2::{Digest as _, Sha256};

use crate::keychain::{SYSTEM, SharedKeychain};

/// Keeps tokens in the keychain of the system, where they are encrypted and other users of the
/// machine cannot read them.
///
/// ```no_run
/// use mcp_runtime_auth::OAuth;
/// use mcp_runtime_keychain::KeychainTokenStore;
///
/// let store = KeychainTokenStore::new("my-agent").or_file("/home/me/.my-agent/tokens.json");
/// let login = OAuth::login("My agent").store(store);
/// ```
///
/// It blocks while the system asks a person to unlock the keychain, for at most a minute;
/// [`OAuth`](mcp_runtime_auth::OAuth) calls it where that is allowed. A record may have 64 KiB; one
/// that is longer than 2,400 bytes takes several entries. Programs may share their records: one at a
/// time refreshes a login, with a lock that is a file, since keychains have none. If two write the
/// same record at the same moment nevertheless, or a crash interrupts a write, it may be lost, but
/// is never a mixture of both: then a new login is needed.
///
/// macOS asks the user again for each new build of a program that is not signed: use a
/// [`FileTokenStore`] while you develop one.
pub struct KeychainTokenStore {
    keychain: Arc<SharedKeychain>,
    service: Arc<str>,
    file: Option<(PathBuf, FileTokenStore)>,
    /// Has nothing but locks.
    locks: FileTokenStore,
}

impl fmt::Debug for KeychainTokenStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = self.file.as_ref().map(|(path, _)| path);
        let mut debug = f.debug_struct("KeychainTokenStore");
        debug.field("service", &self.service).field("file", &file).finish_non_exhaustive()
    }
}

impl KeychainTokenStore {
    /// Creates a store for the entries of a program, whose name the user sees in the keychain. It
    /// is opened when it is needed.
    pub fn new(service: impl Into<String>) -> Self {
        Self::of(Arc::clone(&SYSTEM), service.into())
    }

    /// Creates a store in another keychain: any that implements the traits of
    /// [`keyring-core`](keyring_core), such as the one of a password manager, or one for tests.
    pub fn with_keychain(service: impl Into<String>, keychain: Arc<CredentialStore>) -> Self {
        let shared = SharedKeychain::new(move || Ok(Arc::clone(&keychain)));
        Self::of(Arc::new(shared), service.into())
    }

    /// Keeps tokens in this file, like a [`FileTokenStore`], where no keychain works: on a machine
    /// without a desktop, over SSH, in a container.
    ///
    /// Once in a process, an entry is written, read back and deleted, within 3 s; that decides for
    /// as long as the process runs. The log tells of a file that is used. It is never both: a
    /// keychain that fails later is an error.
    #[must_use]
    pub fn or_file(self, path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        Self { file: Some((path.clone(), FileTokenStore::new(path))), ..self }
    }

    fn of(keychain: Arc<SharedKeychain>, service: String) -> Self {
        let locks = FileTokenStore::new(locks(&service));
        Self { keychain, service: service.into(), file: None, locks }
    }

    /// The file, if that is where the tokens are.
    fn file(&self) -> Option<&FileTokenStore> {
        let (path, file) = self.file.as_ref()?;
        (!self.keychain.works(&self.service, path)).then_some(file)
    }
}

impl TokenStore for KeychainTokenStore {
    fn load(&self, name: &str) -> Result<Option<Secret<String>>> {
        if let Some(file) = self.file() {
            return file.load(name);
        }
        let name = name.to_owned();
        let loaded = self.keychain.with(&self.service, move |records| records.load(&name))?;
        Ok(loaded.map(Secret::new))
    }

    fn save(&self, name: &str, value: Option<Secret<String>>) -> Result<()> {
        if let Some(file) = self.file() {
            return file.save(name, value);
        }
        let name = name.to_owned();
        self.keychain.with(&self.service, move |records| match &value {
            Some(value) => records.save(&name, value.expose()),
            None => records.delete(&name),
        })
    }

    fn try_lock(&self, name: &str) -> Result<Option<Box<dyn Any + Send>>> {
        self.file().unwrap_or(&self.locks).try_lock(name)
    }
}

/// Where the locks of a program are: in a folder of the user, where the system has one for what does
/// not outlive it.
fn locks(service: &str) -> PathBuf {
    let folder = env::var_os("XDG_RUNTIME_DIR")
        .map(PathBuf::from)
        .filter(|folder| folder.is_absolute() && folder.is_dir())
        .unwrap_or_else(env::temp_dir);
    // Its name may have characters that a file must not have.
    folder.join(format!("mcp-keychain-{}", &hex(&Sha256::digest(service))[..16]))
}
