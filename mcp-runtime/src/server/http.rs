//! What only HTTP asks a server.

use std::sync::Arc;

use super::{Handle, Server};
use crate::schema::Mirrored;
use crate::session::Terms;

impl Server {
    /// Another handle, whose clones are counted by themselves: to count on several threads at once
    /// costs each of them more than all else that a clone does.
    pub(crate) fn apart(&self) -> Self {
        let Handle { inner, terms } = &*self.0;
        Self(Arc::new(Handle { inner: Arc::clone(inner), terms: Arc::new(Terms::clone(terms)) }))
    }

    /// The arguments of a tool that are repeated in headers, if there are any.
    pub(crate) fn mirrored(&self, tool: &str) -> Option<Arc<[Mirrored]>> {
        let current = self.current();
        let mirrored = current.catalog.tools.get(tool)?.mirrored.as_ref().ok()?;
        (!mirrored.is_empty()).then(|| Arc::clone(mirrored))
    }
}
