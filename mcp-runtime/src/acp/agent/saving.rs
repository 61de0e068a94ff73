//! How a session is kept in the store of its agent, where it has one.

use super::session::Session;
use crate::store::StoreError;

impl Session {
    /// Keeps a new session.
    ///
    /// # Errors
    ///
    /// When the store does not.
    pub(super) async fn create(&self) -> Result<(), StoreError> {
        match &self.settings().store {
            Some(store) => store.create(self.id(), &self.head()).await,
            None => Ok(()),
        }
    }

    /// Keeps what has changed of it.
    ///
    /// # Errors
    ///
    /// When the store does not.
    pub(super) async fn save(&self) -> Result<(), StoreError> {
        let Some(store) = &self.settings().store else { return Ok(()) };
        let _one = self.saving().await;
        let said = self.unsaved();
        store.save(self.id(), &self.head(), said.as_ref()).await?;
        if let Some(said) = said {
            self.saved(said.updates.len());
        }
        Ok(())
    }
}
