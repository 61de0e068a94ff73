//! The extensions that a server declares.

use std::panic::Location;

use super::ServerBuilder;
use crate::server::IntoExtension;

impl ServerBuilder {
    /// Adds an extension: a type with [`#[extension]`](macro@crate::extension) and
    /// [`#[handlers]`](macro@crate::handlers), or the identifier of one without handlers, with its
    /// settings if it has any.
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
    pub fn extension(mut self, extension: impl IntoExtension) -> Self {
        let mut added = extension.into_added(Location::caller());
        self.entries.extend(added.take_entries());
        self.extensions.add(added);
        self
    }

    /// Declares the pages of tools only in `_meta.ui.resourceUri`, and not also under the key
    /// `ui/resourceUri` that early hosts read.
    pub fn without_flat_ui_key(mut self) -> Self {
        self.flat_ui_key = false;
        self
    }
}
