//! Observability for operators: [`Telemetry`] reports each request when it completes, and the spans
//! of requests. With the feature `observe`, there are metrics for Prometheus and an audit log.

pub use crate::protocol::trace_context::TraceContext;
pub use crate::server::Telemetry;
#[cfg(feature = "observe")]
pub use crate::server::observe::{Audit, Metrics};
pub use crate::server::observe::{CompletedRequest, Outcome};
pub use crate::server::span::SpanOrigin;
