//! Configures the extensions of a client.

use serde::de::DeserializeOwned;

use super::ClientBuilder;
use crate::error::{Error, Result};
use crate::handle::{Client, ResultHandler};
use crate::protocol::{
    Apps, CallToolResult, Extension, ExtensionDeclaration, ExtensionNotification,
};

impl ClientBuilder {
    /// Declares an extension: its identifier, and its settings if it has any.
    ///
    /// ```
    /// use mcp_runtime_client::Client;
    /// use mcp_runtime::json;
    /// use mcp_runtime::protocol::ExtensionId;
    ///
    /// const AUDIT: ExtensionId = ExtensionId::new("com.example/audit");
    ///
    /// let client = Client::builder("host", "1.0").extension(AUDIT.with(json!({ "version": 1 })));
    /// ```
    pub fn extension(mut self, extension: impl Into<ExtensionDeclaration>) -> Self {
        let extension = extension.into();
        if let Err(mistake) = &extension.settings {
            self.mistake = Some(mistake.clone());
        }
        self.extensions.push(extension);
        self
    }

    /// Declares that the client can show [pages of tools](Client::page).
    pub fn apps(self) -> Self {
        self.extension(Apps::of_host())
    }

    /// Calls `handler` with the notifications of a type that an extension defines. Notification
    /// handlers are called where messages are read, so they must not block.
    ///
    /// Notifications with a topic are only sent while they are [subscribed to](Client::listen_to),
    /// by servers of 2026-07-28.
    pub fn on<N: ExtensionNotification + DeserializeOwned>(
        mut self,
        handler: impl Fn(N) + Send + Sync + 'static,
    ) -> Self {
        let handler = Box::new(move |params| serde_json::from_value(params).map(&handler));
        self.handlers.of_extensions.insert(N::METHOD, handler);
        self
    }

    /// Converts results of a type that an extension defines, which the server may return instead of
    /// a tool's result: the caller of the tool gets what the handler returns.
    ///
    /// The extension has to be [declared](Self::extension).
    ///
    /// ```
    /// use mcp_runtime_client::Client;
    /// use mcp_runtime::{extension, json};
    /// use mcp_runtime::protocol::{CallToolResult, ContentBlock};
    /// use serde::Deserialize;
    ///
    /// #[extension("com.example/batch")]
    /// struct Batch;
    ///
    /// #[derive(Deserialize)]
    /// struct Queued {
    ///     id: String,
    /// }
    ///
    /// let client = Client::builder("agent", "1.0")
    ///     .extension(<Batch as mcp_runtime::Extension>::ID)
    ///     .on_result::<Batch, Queued, _>("batch", |queued, client| async move {
    ///         client.call_tool("wait", json!({ "id": queued.id })).await
    ///     });
    /// ```
    pub fn on_result<E, T, F>(
        mut self,
        kind: &'static str,
        handler: impl Fn(T, Client) -> F + Send + Sync + 'static,
    ) -> Self
    where
        E: Extension,
        T: DeserializeOwned,
        F: Future<Output = Result<CallToolResult>> + Send + 'static,
    {
        let run = move |result, client| {
            let result = serde_json::from_value(result).map_err(Error::other);
            let made = result.map(|result| handler(result, client));
            Box::pin(async move { made?.await }) as _
        };
        self.results.insert(kind, ResultHandler { extension: E::ID, run: Box::new(run) });
        self
    }

    /// Checks that all handled extensions are declared.
    pub(super) fn check_extensions(&self) -> Result<()> {
        for ResultHandler { extension, .. } in self.results.values() {
            if !self.extensions.iter().any(|of| of.id.as_str() == extension.as_str()) {
                return Err(Error::other(format!(
                    "`on_result` needs the extension `{extension}`, which is not declared: call `extension`"
                )));
            }
        }
        Ok(())
    }
}
