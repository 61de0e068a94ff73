//! The extensions that a server declares.

use std::panic::Location;

use super::ServerBuilder;
use crate::protocol::ExtensionDeclaration;

impl ServerBuilder {
    /// Declares an extension: its identifier, and its settings if it has any.
    ///
    /// ```
    /// use mcp_runtime::protocol::{ExtensionId, ProtocolVersion};
    /// use mcp_runtime::{json, server};
    ///
    /// const AUDIT: ExtensionId = ExtensionId::new("com.example/audit");
    ///
    /// let server = server!().extension(AUDIT.with(json!({ "version": 1 })));
    /// ```
    #[track_caller]
    pub fn extension(mut self, extension: impl Into<ExtensionDeclaration>) -> Self {
        self.extensions.add(extension.into(), Location::caller());
        self
    }
}
