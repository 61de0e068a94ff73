//! The observers of a server, and what they are told.

use std::sync::Arc;

use super::CompletedRequest;
use crate::protocol::Implementation;
use crate::server::Server;

/// An observer of requests.
pub(crate) trait Observer: Send + Sync {
    /// Called when the server is built.
    fn of_server(&self, info: &Implementation) {
        let _ = info;
    }

    /// Called when there is a gauge to measure.
    fn measure(&self, gauge: Gauge) {
        let _ = gauge;
    }

    /// Called when a message is refused before it reaches a handler.
    fn refused(&self, reason: &'static str) {
        let _ = reason;
    }

    /// Called when a request begins.
    fn begun(&self) {}

    /// Whether the arguments are kept until the request is done.
    fn wants_arguments(&self) -> bool {
        false
    }

    /// Called when a request has completed.
    fn completed(&self, request: &CompletedRequest<'_>);
}

impl<F: Fn(&CompletedRequest<'_>) + Send + Sync> Observer for F {
    fn completed(&self, request: &CompletedRequest<'_>) {
        self(request);
    }
}

/// The observers of a server.
pub(in crate::server) struct Observers {
    pub(super) all: Vec<Arc<dyn Observer>>,
    pub(super) want_arguments: bool,
}

impl Observers {
    pub(in crate::server) fn new(observers: Vec<Arc<dyn Observer>>) -> Self {
        let want_arguments = observers.iter().any(|observer| observer.wants_arguments());
        Self { all: observers, want_arguments }
    }

    /// Notifies the observers of the built server, and registers its gauge.
    pub(in crate::server) fn open(&self, server: &Server) {
        for observer in &self.all {
            observer.of_server(server.info());
            let inner = Arc::downgrade(&server.0.inner);
            observer.measure(Gauge {
                name: "mcp_server_parked_questions",
                help: "How many calls wait where they asked something.",
                read: Box::new(move || Some(inner.upgrade()?.persistence.retries.parked())),
            });
        }
    }
}

/// The current number of something.
pub(crate) struct Gauge {
    pub(crate) name: &'static str,
    pub(crate) help: &'static str,
    /// Returns `None` when what it measures is gone.
    pub(crate) read: Box<dyn Fn() -> Option<usize> + Send + Sync>,
}
