//! The observers that we bring along.

use std::sync::Arc;

use super::ServerBuilder;
use crate::server::observe::{Audit, Metrics};

impl ServerBuilder {
    /// Counts what the server does.
    pub fn metrics(mut self, metrics: Metrics) -> Self {
        self.observers.push(Arc::new(metrics));
        self
    }

    /// Writes down each call of a tool.
    pub fn audit(mut self, audit: Audit) -> Self {
        self.observers.push(Arc::new(audit));
        self
    }
}
