//! The observers of a server.

use std::sync::Arc;

use super::CompletedRequest;
use crate::debug::short_debug;
use crate::protocol::Implementation;
use crate::server::Server;

/// An observer of the requests of a server, for
/// [`Telemetry::observer`](crate::observe::Telemetry::observer).
///
/// It is called where requests are served, so it must not block.
///
/// ```
/// use std::sync::atomic::{AtomicUsize, Ordering};
///
/// use mcp_runtime::observe::{CompletedRequest, Observer, Telemetry};
/// use mcp_runtime::server;
///
/// #[derive(Default)]
/// struct Running(AtomicUsize);
///
/// impl Observer for Running {
///     fn on_begun(&self) {
///         self.0.fetch_add(1, Ordering::Relaxed);
///     }
///
///     fn on_completed(&self, _: &CompletedRequest<'_>) {
///         self.0.fetch_sub(1, Ordering::Relaxed);
///     }
/// }
///
/// let server = server!().telemetry(Telemetry::new().observer(Running::default()));
/// ```
pub trait Observer: Send + Sync {
    /// Called when a server with this observer is built.
    fn on_built(&self, server: &Implementation) {
        let _ = server;
    }

    /// Called when the server, or a transport of it, has something to measure.
    fn on_gauge(&self, gauge: Gauge) {
        let _ = gauge;
    }

    /// Called when a message is refused before it reaches a handler, with the reason as a label.
    fn on_refused(&self, reason: &'static str) {
        let _ = reason;
    }

    /// Called when a request begins. [`on_completed`](Self::on_completed) follows for each, also for
    /// one that is cancelled.
    fn on_begun(&self) {}

    /// Whether [`CompletedRequest::arguments`] are kept for this observer.
    fn wants_arguments(&self) -> bool {
        false
    }

    /// Called when a request has completed.
    fn on_completed(&self, request: &CompletedRequest<'_>);
}

impl<F: Fn(&CompletedRequest<'_>) + Send + Sync> Observer for F {
    fn on_completed(&self, request: &CompletedRequest<'_>) {
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
            observer.on_built(server.info());
            let inner = Arc::downgrade(&server.0.inner);
            observer.on_gauge(Gauge {
                name: "mcp_server_parked_questions",
                help: "How many calls wait for an answer to a question.",
                read: Box::new(move || Some(inner.upgrade()?.persistence.retries.parked())),
            });
        }
    }
}

/// The current number of something, such as open sessions.
#[non_exhaustive]
pub struct Gauge {
    /// Its name, in the form that Prometheus has for metrics.
    pub name: &'static str,
    /// What it measures.
    pub help: &'static str,
    pub(crate) read: Box<dyn Fn() -> Option<usize> + Send + Sync>,
}

short_debug!(Gauge { name });

impl Gauge {
    /// The current number; `None` when what it measures no longer exists.
    #[inline]
    #[must_use]
    pub fn value(&self) -> Option<usize> {
        (self.read)()
    }
}
