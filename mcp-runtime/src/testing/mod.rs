//! Utilities for testing servers.
//!
//! [`connect`] returns a [client](TestClient) of a server in memory, which keeps the notifications
//! of the server. A [`User`] answers the questions of the server from a script, and [`everywhere`]
//! runs one test in every revision and in every way in which calls continue. [`lint()`] checks the
//! server against the rules of clients and model providers, [`lock()`] against what it offered
//! before. [`store_contract!`] tests a [store](crate::store) of your own, and a [`Faulty`] one
//! fails on demand.
//!
//! ```
//! use mcp_runtime::testing::{self, json};
//! use mcp_runtime::{server, tool};
//!
//! /// Adds two numbers.
//! #[tool(read_only)]
//! fn add(
//!     /// First addend.
//!     a: i64,
//!     /// Second addend.
//!     b: i64,
//! ) -> i64 {
//!     a + b
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> mcp_runtime::Result<()> {
//! let client = testing::connect(server!().tool::<add>()).await?;
//! assert_eq!(client.call_tool("add", json!({"a": 1, "b": 2})).await?.text(), "3");
//!
//! let server = server!().tool::<add>().build()?;
//! # // Here the crate is the framework itself, whose name no server should have.
//! # let server = mcp_runtime::ServerBuilder::new("calculator", "1.0.0").tool::<add>().build()?;
//! testing::lint(&server)?;
//! # Ok(())
//! # }
//! ```

mod client;
mod connect;
#[doc(hidden)]
pub mod contract;
#[cfg(feature = "ship")]
mod doctor;
mod everywhere;
mod faulty;
pub mod lint;
mod lock;
mod replicas;
mod user;

use crate::server::Server;
use lint::{Lint, LintError};

#[doc(inline)]
pub use crate::__private::store_contract;
pub use client::{Notification, TestClient};
pub use connect::{Connecting, connect, connect_as};
#[cfg(feature = "ship")]
pub use doctor::doctor;
pub use everywhere::{Everywhere, everywhere};
pub use faulty::Faulty;
pub use lock::{LockError, lock};
pub use serde_json::json;
pub use user::User;

/// Checks what a server lists, in both eras, against the rules of MCP clients and model providers.
///
/// A definition that only one of them refuses, or only in a certain mode, is not an error here; a
/// [`Lint`] from [`Lint::new`] is as strict as the strictest of them:
///
/// ```
/// use mcp_runtime::testing::lint::Lint;
/// # let server = mcp_runtime::ServerBuilder::new("calculator", "1.0.0").build()?;
/// let report = Lint::new().check_server(&server).into_result()?;
/// # Ok::<(), mcp_runtime::Error>(())
/// ```
///
/// # Errors
///
/// Every error and warning, one per line.
pub fn lint(server: &Server) -> Result<(), LintError> {
    Lint::ordinary().check_server(server).into_result().map(drop)
}
