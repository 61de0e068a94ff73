//! What only HTTP asks a server.

use std::sync::Arc;

use super::{Mirrored, Server};

impl Server {
    /// The arguments of a tool that are repeated in headers, if there are any.
    pub(crate) fn mirrored(&self, tool: &str) -> Option<Arc<[Mirrored]>> {
        let current = self.current();
        let mirrored = current.catalog.tools.get(tool)?.mirrored.as_ref().ok()?;
        (!mirrored.is_empty()).then(|| Arc::clone(mirrored))
    }
}
