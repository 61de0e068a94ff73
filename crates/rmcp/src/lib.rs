//! Servers written with [`rmcp`] 3 inside of servers of
//! [`mcp-runtime`](https://docs.rs/mcp-runtime), so that a project can move from one to the other
//! one tool at a time.
//!
//! ```no_run
//! use mcp_runtime::{server, tool};
//! use mcp_runtime_rmcp::MountRmcp;
//!
//! /// Adds two numbers.
//! #[tool(read_only)]
//! fn add(a: i64, b: i64) -> i64 {
//!     a + b
//! }
//!
//! struct OldServer;
//!
//! impl rmcp::ServerHandler for OldServer {}
//!
//! fn main() -> mcp_runtime::Result<()> {
//!     server!().tool::<add>().mount_rmcp("old", || OldServer).run()
//! }
//! ```
//!
//! [`MountRmcp`] mounts such a server, as a [relay](mcp_runtime_relay) mounts one that runs
//! elsewhere. [`RmcpServer`] lets clients and hosts connect to one in memory, and [`Convert`] converts
//! between the types of both. [The guide](mcp_runtime::guide::rmcp) covers migration.
//!
//! A program that enables rmcp's feature `local` cannot use this crate, because its handlers are not
//! `Send`.

mod contained;
mod convert;
mod mount;
mod server;

pub use convert::Convert;
pub use mount::MountRmcp;
pub use server::RmcpServer;
