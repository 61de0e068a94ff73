//! What only HTTP asks a server.

use std::sync::Arc;

use super::{Mirrored, Server};

impl Server {
    /// The arguments of a tool that are repeated in headers; none, if there is no such tool.
    pub(crate) fn mirrored(&self, tool: &str) -> Arc<[Mirrored]> {
        let current = self.current();
        let entry = current.catalog.tools.get(tool);
        entry.and_then(|entry| entry.mirrored.clone().ok()).unwrap_or_default()
    }
}
