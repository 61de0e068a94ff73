//! A keychain in memory, with entries as small as those of Windows, that fails as a test wants.

use std::any::Any;
use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex};

use keyring_core::api::{CredentialApi, CredentialStoreApi};
use keyring_core::sample::Store;
use keyring_core::{Credential, CredentialStore, Entry, Error, Result};
use mcp_runtime_keychain::KeychainTokenStore;

const ENTRY_BYTES: u32 = 2560;

#[derive(Clone, Copy)]
pub(crate) enum Fault {
    None,
    /// The process ends after so many changes.
    CrashAfter(usize),
    Fails,
    /// Nothing returns before the fault is another one.
    Hangs,
}

#[derive(Clone)]
pub(crate) struct FaultyKeychain {
    entries: Arc<Store>,
    fault: Arc<(Mutex<Fault>, Condvar)>,
}

impl FaultyKeychain {
    pub(crate) fn new() -> Self {
        let fault = Arc::new((Mutex::new(Fault::None), Condvar::new()));
        Self { entries: Store::new().unwrap(), fault }
    }

    pub(crate) fn fail(&self, fault: Fault) {
        *self.fault.0.lock().unwrap() = fault;
        self.fault.1.notify_all();
    }

    /// A store of tokens in this keychain, as if in a process of its own.
    pub(crate) fn store(&self) -> KeychainTokenStore {
        let keychain: Arc<CredentialStore> = Arc::new(self.clone());
        KeychainTokenStore::with_keychain("agent", keychain)
    }

    /// The names of all entries.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = self.entries.creds.iter().filter(|entry| !entry.value().is_empty());
        let mut names: Vec<_> = entries.map(|entry| entry.key().user.clone()).collect();
        names.sort();
        names
    }

    /// Changes an entry behind the back of the store; `None` deletes it.
    pub(crate) fn set(&self, name: &str, bytes: Option<&[u8]>) {
        let entry = self.entries.build("agent", name, None).unwrap();
        match bytes {
            Some(bytes) => entry.set_secret(bytes).unwrap(),
            None => entry.delete_credential().unwrap(),
        }
    }

    fn check(&self, is_change: bool) -> Result<()> {
        let (fault, changed) = &*self.fault;
        let hangs = |fault: &mut Fault| matches!(fault, Fault::Hangs);
        let mut fault = changed.wait_while(fault.lock().unwrap(), hangs).unwrap();
        match &mut *fault {
            Fault::Fails | Fault::CrashAfter(0) => Err(Error::PlatformFailure("on purpose".into())),
            Fault::CrashAfter(changes) => {
                *changes -= usize::from(is_change);
                Ok(())
            }
            Fault::None | Fault::Hangs => Ok(()),
        }
    }
}

impl CredentialStoreApi for FaultyKeychain {
    fn vendor(&self) -> String {
        "a test".to_owned()
    }

    fn id(&self) -> String {
        "faulty".to_owned()
    }

    fn build(&self, service: &str, user: &str, _: Option<&HashMap<&str, &str>>) -> Result<Entry> {
        let entry = self.entries.build(service, user, None)?;
        Ok(Entry::new_with_credential(Arc::new(FaultyEntry { entry, of: self.clone() })))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

struct FaultyEntry {
    entry: Entry,
    of: FaultyKeychain,
}

impl CredentialApi for FaultyEntry {
    fn set_secret(&self, secret: &[u8]) -> Result<()> {
        self.of.check(true)?;
        if secret.len() > ENTRY_BYTES as usize {
            return Err(Error::TooLong("secret".to_owned(), ENTRY_BYTES));
        }
        self.entry.set_secret(secret)
    }

    fn get_secret(&self) -> Result<Vec<u8>> {
        self.of.check(false)?;
        self.entry.get_secret()
    }

    fn delete_credential(&self) -> Result<()> {
        self.of.check(true)?;
        self.entry.delete_credential()
    }

    fn get_credential(&self) -> Result<Option<Arc<Credential>>> {
        Ok(None)
    }

    fn get_specifiers(&self) -> Option<(String, String)> {
        self.entry.get_specifiers()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
