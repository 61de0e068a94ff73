//! The limits of a server.

use std::sync::Arc;
use std::time::Duration;

use super::Server;
use super::rate_limit::Limiter;
use crate::quota::Quota;

/// The limits of a server, except those of its sessions.
pub(super) struct ServerLimits {
    pub(super) max_message_size: usize,
    /// The quota for the parameters of running requests.
    pub(super) bytes_in_flight: Arc<Quota>,
    /// How long running calls may take at the end.
    pub(super) drain: Duration,
    /// How often its tools may be called.
    pub(super) limiter: Arc<Limiter>,
}

impl Server {
    pub(crate) fn max_message_size(&self) -> usize {
        self.0.limits.max_message_size
    }

    /// The quota for the parameters that are held while requests run.
    pub(crate) fn bytes_in_flight(&self) -> &Arc<Quota> {
        &self.0.limits.bytes_in_flight
    }

    pub(crate) fn drain(&self) -> Duration {
        self.0.limits.drain
    }
}
