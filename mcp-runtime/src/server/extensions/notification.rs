//! Notifications that extensions define.

use serde::Serialize;

use crate::error::{Error, Result};
use crate::jsonrpc::write_notification;
use crate::protocol::{ClientCapability, ExtensionNotification};
use crate::server::notify::send;
use crate::server::{Context, Server};

/// The key of a notification, as text.
pub fn string(key: &impl ToString) -> String {
    key.to_string()
}

impl Context {
    /// Sends a notification of an extension to the client of this request, if it declared the
    /// extension; one with a topic is sent to all subscribers of the topic instead.
    ///
    /// # Errors
    ///
    /// When the notification is not a JSON object.
    pub async fn notify<N: ExtensionNotification + Serialize>(
        &self,
        notification: N,
    ) -> Result<()> {
        if N::TOPIC.is_some() {
            return self.server().notify(notification);
        }
        if self.request().can(ClientCapability::Extension(N::EXTENSION)) {
            let mut message = Vec::new();
            let params = serde_json::to_value(notification).map_err(Error::other)?;
            write_notification(&mut message, N::METHOD, &params);
            send(&self.request().peer, &message).await;
        }
        Ok(())
    }
}

impl Server {
    /// Sends a notification of an extension to all subscribers of its topic: clients of 2026-07-28
    /// that requested it, and sessions of earlier revisions whose client declared the extension.
    ///
    /// A client that reads too slowly misses some.
    ///
    /// # Errors
    ///
    /// When the notification is not a JSON object.
    pub fn notify<N: ExtensionNotification + Serialize>(&self, notification: N) -> Result<()> {
        let key = notification.key();
        let params = serde_json::to_value(notification).map_err(Error::other)?;
        let serde_json::Value::Object(params) = params else {
            return Err(Error::other(format!("`{}` is not an object", N::METHOD)));
        };
        self.notify_listeners(N::METHOD, N::EXTENSION, N::TOPIC, key, params);
        Ok(())
    }
}
