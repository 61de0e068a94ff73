//! A method that an extension adds.

use std::sync::Arc;

use crate::protocol::ExtensionMethod;
use crate::server::handler::{Handler, MethodDef};

/// A method that an extension adds, with its handler.
pub(crate) struct MethodEntry {
    pub(crate) method: &'static ExtensionMethod,
    pub(crate) handler: Arc<Handler>,
    pub(crate) location: &'static str,
}

impl MethodEntry {
    pub(crate) fn new(def: &MethodDef, handler: Handler) -> Self {
        Self { method: def.method, handler: Arc::new(handler), location: def.location }
    }
}
