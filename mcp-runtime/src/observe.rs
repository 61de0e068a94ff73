//! Observability for operators: [`observe`](crate::ServerBuilder::observe) is called for each
//! request when it completes. With the feature `observe`, there are metrics for Prometheus and an
//! audit log.

pub use crate::protocol::trace_context::TraceContext;
#[cfg(feature = "observe")]
pub use crate::server::observe::{Audit, Metrics};
pub use crate::server::observe::{CompletedRequest, Outcome};
pub use crate::server::span::SpanOrigin;
