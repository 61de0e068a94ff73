//! Subscribing to changes.

use super::change::{Change, filter};
use super::handle::Client;
use super::subscription::{Subscription, listen};
use crate::error::{Error, Result};

impl Client {
    /// Subscribes to the changes of a resource.
    ///
    /// ```no_run
    /// # async fn run(client: mcp_runtime_client::Client) -> mcp_runtime::Result<()> {
    /// let mut clock = client.subscribe("test://clock").await?;
    /// while clock.next().await.is_some() {
    ///     println!("{}", client.read_resource("test://clock").await?.text());
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// When the server returns an error, or does not announce changes of the resource.
    pub async fn subscribe(&self, uri: impl Into<String>) -> Result<Subscription> {
        let uri = uri.into();
        let subscription = self.listen([Change::Resource(uri.clone())]).await?;
        if subscription.is_granted(&Change::Resource(uri.clone())) {
            return Ok(subscription);
        }
        Err(Error::other(format!("the server does not announce changes of the resource {uri}")))
    }

    /// Subscribes to changes.
    ///
    /// ```no_run
    /// # use mcp_runtime_client::Change;
    /// # async fn run(client: mcp_runtime_client::Client) -> mcp_runtime::Result<()> {
    /// let mut lists = client.listen([Change::Tools, Change::Prompts]).await?;
    /// while let Some(Change::Tools) = lists.next().await {
    ///     println!("{} tools", client.list_tools().await?.len());
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// When the server returns an error.
    pub async fn listen(&self, to: impl IntoIterator<Item = Change>) -> Result<Subscription> {
        listen(self.connection(), filter(to)).await
    }
}
