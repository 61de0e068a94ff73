//! The handle of a connection to a server.

use std::collections::HashMap;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

use super::connection::Connection;
use crate::error::{Error, Result};
use crate::protocol::{
    CallToolResult, ExtensionId, Implementation, ProtocolVersion, ServerCapabilities,
};

/// A connection to a server; a clone is the same connection.
///
/// Requests run concurrently, and each is cancelled when it is dropped. The connection ends with
/// the last clone.
#[derive(Clone)]
pub struct Client(Arc<Handle>);

/// Ends the connection when it is dropped.
struct Handle {
    connection: Arc<Connection>,
    results: ResultHandlers,
}

/// The handlers that convert the result types of extensions, by type.
pub(super) type ResultHandlers = HashMap<&'static str, ResultHandler>;

/// Converts a result type of an extension to the result of a tool.
pub(super) struct ResultHandler {
    pub(super) extension: ExtensionId,
    pub(super) run: Box<RunResultHandler>,
}

type RunResultHandler = dyn Fn(Value, Client) -> Pin<Box<dyn Future<Output = Result<CallToolResult>> + Send>>
    + Send
    + Sync;

impl Drop for Handle {
    fn drop(&mut self) {
        self.connection.close();
    }
}

impl Client {
    pub(super) fn new(connection: Arc<Connection>, results: ResultHandlers) -> Self {
        Self(Arc::new(Handle { connection, results }))
    }

    /// The handler that converts results of this type.
    pub(super) fn result_handler(&self, kind: &str) -> Option<&ResultHandler> {
        self.0.results.get(kind)
    }

    /// The protocol revision that is spoken.
    #[must_use]
    pub fn version(&self) -> ProtocolVersion {
        self.connection().version().unwrap_or(ProtocolVersion::LATEST)
    }

    /// The name and version of the server, if it reports them.
    #[must_use]
    pub fn server_info(&self) -> &Implementation {
        self.connection().server().info()
    }

    /// The capabilities that the server declared when it was connected.
    #[must_use]
    pub fn server_capabilities(&self) -> &ServerCapabilities {
        self.connection().server().capabilities()
    }

    /// The server's instructions for the model.
    #[must_use]
    pub fn instructions(&self) -> Option<&str> {
        self.connection().server().instructions()
    }

    /// Sends an arbitrary notification.
    pub fn notify(&self, method: &str, params: impl Serialize) {
        self.connection().notify(method, &params);
    }

    /// Waits until requests begin to fail, and returns why. Until then, the server may answer; a
    /// process that was started may need some more time to exit: see [`closed`](Self::closed).
    pub async fn ended(&self) -> Error {
        self.connection().ended().await
    }

    /// Whether requests fail, since the connection has ended.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.connection().has_ended()
    }

    /// Waits until the connection has ended, and a process that was started has exited; returns why.
    pub async fn closed(&self) -> Error {
        self.connection().closed().await
    }

    /// Ends the connection, and waits until it has ended: a process that was started has then
    /// exited.
    pub async fn close(self) {
        self.connection().close();
        self.connection().closed().await;
    }

    pub(super) fn connection(&self) -> &Arc<Connection> {
        &self.0.connection
    }

    /// A function that ends the connection, with a reason that becomes the error of all its
    /// requests.
    #[doc(hidden)]
    pub fn ender(&self) -> impl Fn(&Error) + Send + Sync + use<> {
        let connection = Arc::downgrade(self.connection());
        move |why| {
            if let Some(connection) = connection.upgrade() {
                connection.end(why);
                connection.close();
            }
        }
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let server = self.server_info();
        f.debug_struct("Client")
            .field("version", &self.version())
            .field("server_name", &server.name)
            .field("server_version", &server.version)
            .finish_non_exhaustive()
    }
}
