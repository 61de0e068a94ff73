//! What a server does, for those who run it: [`observe`](crate::ServerBuilder::observe)
//! is called for each request when it is done. With the feature `observe`, there are counts for Prometheus
//! and an audit log.

pub use crate::protocol::trace_context::TraceContext;
#[cfg(feature = "observe")]
pub use crate::server::observe::{Audit, Metrics};
pub use crate::server::observe::{Done, Outcome};
pub use crate::server::span::SpanOrigin;
