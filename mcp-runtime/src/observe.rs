//! Observability for operators: [`Telemetry`] reports each request when it completes, and the spans
//! of requests. [`mcp-runtime-observe`](https://docs.rs/mcp-runtime-observe) has metrics for
//! Prometheus and an audit log.

pub use crate::protocol::trace_context::TraceContext;
pub use crate::server::Telemetry;
pub use crate::server::observe::{CompletedRequest, Gauge, Observer, Outcome};
pub use crate::server::span::SpanOrigin;
