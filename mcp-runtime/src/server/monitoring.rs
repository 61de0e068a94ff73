//! What tells others how a server fares.

use super::Server;
use super::checks::Checks;
use super::observe::Observers;
use super::span::OnSpan;

/// What tells others how a server fares.
pub(super) struct Monitoring {
    /// The observers of requests.
    pub(super) observers: Observers,
    /// Links the spans of requests to their traces.
    pub(super) on_span: Option<OnSpan>,
    /// The checks of its dependencies.
    pub(super) checks: Checks,
}

impl Server {
    /// The checks of its dependencies.
    pub(crate) fn checks(&self) -> &Checks {
        &self.0.monitoring.checks
    }
}
