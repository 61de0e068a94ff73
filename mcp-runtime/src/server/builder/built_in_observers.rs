//! The built-in observers.

use std::sync::Arc;

use super::Telemetry;
use crate::server::observe::{Audit, Metrics};

impl Telemetry {
    /// Collects metrics of the server.
    pub fn metrics(mut self, metrics: Metrics) -> Self {
        self.observers.push(Arc::new(metrics));
        self
    }

    /// Logs each tool call.
    pub fn audit(mut self, audit: Audit) -> Self {
        self.observers.push(Arc::new(audit));
        self
    }
}
