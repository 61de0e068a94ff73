//! The keychain of the system.

use std::sync::Arc;

use keyring_core::{CredentialStore, Result};

/// Opens the Keychain.
#[cfg(target_os = "macos")]
pub(crate) fn open() -> Result<Arc<CredentialStore>> {
    Ok(apple_native_keyring_store::keychain::Store::new()?)
}

/// Opens the Credential Manager.
#[cfg(windows)]
pub(crate) fn open() -> Result<Arc<CredentialStore>> {
    Ok(windows_native_keyring_store::Store::new()?)
}

/// Opens the Secret Service.
///
/// Source: [Secret Service API](https://specifications.freedesktop.org/secret-service/latest/).
#[cfg(target_os = "linux")]
pub(crate) fn open() -> Result<Arc<CredentialStore>> {
    Ok(zbus_secret_service_keyring_store::Store::new()?)
}

#[cfg(not(any(target_os = "macos", windows, target_os = "linux")))]
pub(crate) fn open() -> Result<Arc<CredentialStore>> {
    Err(keyring_core::Error::NotSupportedByStore(
        "no keychain is supported on this system".to_owned(),
    ))
}
