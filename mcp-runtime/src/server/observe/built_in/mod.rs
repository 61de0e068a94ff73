//! Observers for operators: an audit log, and metrics for Prometheus.

mod audit;
mod audit_log;
mod exposition;
mod metrics;

pub use audit::Audit;
pub use metrics::Metrics;
