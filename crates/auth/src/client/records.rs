//! The store of a login, for tasks that must not wait for it on their thread.

use std::any::Any;
use std::sync::Arc;

use mcp_runtime_protocol::{Error, Result, Secret};
use tokio::task::spawn_blocking;

use super::store::TokenStore;

/// A [`TokenStore`] that is called where blocking is allowed: it may wait for a disk, or for a
/// person who unlocks a keychain.
#[derive(Clone)]
pub(super) struct Records(Arc<dyn TokenStore>);

impl Records {
    pub(super) fn new(store: impl TokenStore + 'static) -> Self {
        Self(Arc::new(store))
    }

    pub(super) async fn load(&self, name: String) -> Result<Option<Secret<String>>> {
        let store = Arc::clone(&self.0);
        spawn_blocking(move || store.load(&name)).await.map_err(Error::other)?
    }

    /// Saves a record, even if the future is dropped meanwhile.
    pub(super) async fn save(&self, name: String, value: Option<Secret<String>>) -> Result<()> {
        let store = Arc::clone(&self.0);
        spawn_blocking(move || store.save(&name, value)).await.map_err(Error::other)?
    }

    /// Takes the lock of a name; `None` while another program has it.
    pub(super) async fn try_lock(&self, name: String) -> Result<Option<Box<dyn Any + Send>>> {
        let store = Arc::clone(&self.0);
        spawn_blocking(move || store.try_lock(&name)).await.map_err(Error::other)?
    }
}
