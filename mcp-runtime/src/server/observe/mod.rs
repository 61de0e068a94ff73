//! Observers of completed requests: the method, the caller and the outcome. The arguments are only
//! for the audit log, if it is asked for them.

#[cfg(feature = "observe")]
mod built_in;
mod observation;
mod observer;
mod outcome;

use std::time::Duration;

use super::Server;
use super::handler::ObserverSlot;
use crate::negotiation::{Params, RequestContext};
use crate::protocol::{Implementation, Method, ProtocolVersion};

#[cfg(feature = "observe")]
pub use built_in::{Audit, Metrics};
pub(crate) use observation::{Observation, Observed};
pub(super) use observer::Observers;
pub(crate) use observer::{Gauge, Observer};
pub use outcome::Outcome;
pub(super) use outcome::cause;

/// A completed request, as passed to
/// [`Telemetry::observe`](crate::observe::Telemetry::observe).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CompletedRequest<'a> {
    /// The method, such as `tools/call`.
    pub method: &'static str,
    /// The name of the requested tool or prompt; names that the server does not know are left out.
    pub name: Option<&'a str>,
    /// How the request ended.
    pub outcome: Outcome,
    /// The error code of the response.
    pub error_code: Option<i64>,
    /// How long the request took.
    pub duration: Duration,
    /// The protocol revision.
    pub version: ProtocolVersion,
    /// The principal that middleware has authenticated.
    pub principal: Option<&'a str>,
    /// The name and version that the client reports.
    pub client: Option<&'a Implementation>,
    /// The transport, by its OpenTelemetry name: `pipe` is standard input and output, `tcp` HTTP.
    pub transport: Option<&'static str>,
    /// The size of the parameters in bytes.
    pub bytes_in: usize,
    /// The size of the response in bytes; 0 for a cancelled request.
    pub bytes_out: usize,
    /// The limit that refused the request, if one did: `busy`, `rate` or `concurrency`.
    pub refused: Option<&'static str>,
    /// The arguments, if a built-in observer wants them.
    pub(crate) arguments: Option<&'a str>,
    /// What observers keep beside the handler.
    slot: Option<&'a ObserverSlot>,
}

impl Server {
    /// Registers a gauge of a transport with the observers.
    pub(crate) fn measure(&self, gauge: impl Fn() -> Gauge) {
        self.0.monitoring.observers.all.iter().for_each(|observer| observer.measure(gauge()));
    }

    /// Reports to observers that a message was refused before it reached a handler.
    pub(crate) fn refused(&self, reason: &'static str) {
        self.0.monitoring.observers.all.iter().for_each(|observer| observer.refused(reason));
    }

    /// Starts observing a request, if there is an observer.
    pub(crate) fn observe(
        &self,
        request: &RequestContext,
        method: Method,
        params: &Params<'_>,
    ) -> Option<Observation> {
        if self.0.monitoring.observers.all.is_empty() {
            return None;
        }
        Some(Observation::begin(self.clone(), request, method, params))
    }
}
