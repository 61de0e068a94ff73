//! What only HTTP asks a server.

use std::sync::Arc;

use super::{Handle, Server};
use crate::jsonrpc::string;
use crate::schema::Mirrored;
use crate::session::Terms;

impl Server {
    /// Another handle, whose clones are counted by themselves: to count on several threads at once
    /// costs each of them more than all else that a clone does.
    pub(crate) fn apart(&self) -> Self {
        let Handle { inner, terms } = &*self.0;
        Self(Arc::new(Handle { inner: Arc::clone(inner), terms: Arc::new(Terms::clone(terms)) }))
    }

    /// The arguments that are repeated in headers, of a tool whose name is given as JSON text; `None`
    /// if there are none.
    pub(crate) fn mirrored(&self, tool: &str) -> Option<Arc<[Mirrored]>> {
        let current = self.current();
        // Few servers have any, and the others need not look for the tool here.
        let tool = Some(tool).filter(|_| current.mirrors).and_then(string)?;
        let mirrored = current.catalog.tools.get(&tool)?.mirrored.as_ref().ok()?;
        (!mirrored.is_empty()).then(|| Arc::clone(mirrored))
    }
}
