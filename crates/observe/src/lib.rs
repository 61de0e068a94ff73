//! Metrics for Prometheus and an audit log for servers of
//! [`mcp-runtime`](https://docs.rs/mcp-runtime).
//!
//! [`Observe::observe`] adds the options `--audit` and `--metrics` to the command line of a server:
//!
//! ```no_run
//! # #[cfg(feature = "cli")]
//! # {
//! use mcp_runtime::server;
//! use mcp_runtime_observe::Observe;
//!
//! # fn main() -> mcp_runtime::Result<()> {
//! server!().observe().run()
//! # }
//! # }
//! ```
//!
//! In code, [`Audit`] and [`Metrics`] are observers for [`Telemetry`](mcp_runtime::observe::Telemetry).
//!
//! | feature | what it is for |
//! |---|---|
//! | `cli` | the options of the command line (on by default) |
//! | `http` | serving the metrics over HTTP, and `--metrics` (not on by default) |

#![cfg_attr(docsrs, feature(doc_cfg))]

mod audit;
mod audit_log;
mod metrics;
#[cfg(feature = "cli")]
mod options;
#[cfg(not(feature = "cli"))]
#[path = "without_cli.rs"]
mod stderr;

#[cfg(feature = "cli")]
use mcp_runtime::terminal::stderr;

pub use audit::Audit;
pub use metrics::Metrics;
#[cfg(feature = "cli")]
pub use options::Observe;
