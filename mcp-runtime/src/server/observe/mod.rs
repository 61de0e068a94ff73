//! Observers of completed requests: the method, the caller and the outcome; the arguments only for
//! observers that want them.

mod observation;
mod observer;
mod outcome;

use std::any::Any;
use std::time::Duration;

use super::Server;
use super::handler::ObserverSlot;
use crate::negotiation::{Params, RequestContext};
use crate::protocol::{Implementation, Method, ProtocolVersion};

pub(crate) use observation::{Observation, Observed};
pub(super) use observer::Observers;
pub use observer::{Gauge, Observer};
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
    arguments: Option<&'a str>,
    slot: Option<&'a ObserverSlot>,
}

impl CompletedRequest<'_> {
    /// The arguments as JSON text, for observers that
    /// [want them](Observer::wants_arguments).
    #[must_use]
    pub fn arguments(&self) -> Option<&str> {
        self.arguments
    }

    /// The value that was [attached](Self::attach) to the handler of the request, if it has this
    /// type.
    #[must_use]
    pub fn attached<T: Any>(&self) -> Option<&T> {
        self.slot?.get()
    }

    /// Attaches a value to the handler of the request, so that an observer need not find it by the
    /// name of the handler in every request. The first value stays.
    pub fn attach(&self, value: impl Any + Send + Sync) {
        if let Some(slot) = self.slot {
            slot.keep(value);
        }
    }
}

impl Server {
    /// Registers a gauge of a transport with the observers.
    pub(crate) fn measure(&self, gauge: impl Fn() -> Gauge) {
        self.0.monitoring.observers.all.iter().for_each(|observer| observer.on_gauge(gauge()));
    }

    /// Reports to observers that a message was refused before it reached a handler.
    pub(crate) fn refused(&self, reason: &'static str) {
        self.0.monitoring.observers.all.iter().for_each(|observer| observer.on_refused(reason));
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
