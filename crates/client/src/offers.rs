//! What a server offers, as a client sees it.

use serde::Serialize;
use serde_json::{Value, json};

use super::handle::Client;
use crate::error::{Error, Result};
use crate::protocol::Offers;

impl Client {
    /// Returns what the server offers to this client, for inventories, policies and locks.
    ///
    /// # Errors
    ///
    /// When a request to the server fails.
    pub async fn offers(&self) -> Result<Offers> {
        let declared = self.server_capabilities();
        let mut offers = Offers::new(self.server_info().clone(), self.version());
        let versions = self.connection().server().versions();
        if !versions.is_empty() {
            offers.versions = versions.to_vec();
        }
        offers.instructions = self.instructions().map(str::to_owned);
        offers.handshake = json!({ "capabilities": value(declared)? });
        if declared.tools {
            offers.pages.push(json!({ "tools": value(&*self.list_tools().await?)? }));
        }
        if declared.prompts {
            offers.pages.push(json!({ "prompts": value(&*self.list_prompts().await?)? }));
        }
        if declared.resources {
            offers.pages.push(json!({ "resources": value(&*self.list_resources().await?)? }));
            let templates = self.list_resource_templates().await?;
            offers.pages.push(json!({ "resourceTemplates": value(&*templates)? }));
        }
        Ok(offers)
    }
}

fn value<T: Serialize + ?Sized>(listed: &T) -> Result<Value> {
    serde_json::to_value(listed).map_err(Error::other)
}
