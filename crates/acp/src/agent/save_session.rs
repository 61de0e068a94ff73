//! Saves a session in the store of its agent, if there is one.

use super::session::Session;
use mcp_runtime::store::StoreError;

impl Session {
    /// Stores a new session.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub(super) async fn create(&self) -> Result<(), StoreError> {
        match &self.settings().store {
            Some(store) => {
                let prompt = self.kept_system_prompt();
                store.create(self.id(), &self.head(), prompt.as_deref()).await
            }
            None => Ok(()),
        }
    }

    /// Stores a new system prompt.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub(super) async fn save_system_prompt(&self) -> Result<(), StoreError> {
        let store = &self.settings().store;
        let prompt = self.kept_system_prompt();
        match (store, prompt) {
            (Some(store), Some(prompt)) => store.set_system_prompt(self.id(), &prompt).await,
            _ => Ok(()),
        }
    }

    /// Stores what has changed.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub(super) async fn save(&self) -> Result<(), StoreError> {
        let Some(store) = &self.settings().store else { return Ok(()) };
        let _one = self.saving().await;
        let entry = self.unsaved();
        store.save(self.id(), &self.head(), entry.as_ref()).await?;
        if entry.is_some() {
            self.saved();
        }
        Ok(())
    }
}
