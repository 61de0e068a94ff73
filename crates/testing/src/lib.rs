//! Tests of servers of [`mcp-runtime`](https://docs.rs/mcp-runtime); it belongs to the
//! dev-dependencies.
//!
//! [`connect`] returns a [client](TestClient) of a server in memory, which keeps the notifications
//! of the server. A [`User`] answers the questions of the server from a script, and [`everywhere`]
//! runs one test in every revision and in every way in which calls continue. [`lint()`] checks the
//! server against the rules of clients and model providers, [`lock()`] against what it offered
//! before. [`store_contract!`] tests a [store](mcp_runtime::store) of your own, and a [`Faulty`] one
//! fails on demand. [The guide](mcp_runtime::guide::testing) has a page about tests: of
//! questions, with the feature `http` of servers with users, with a paused clock, of processes.
//!
//! ```
//! use mcp_runtime_testing::{self as testing, json};
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

#![expect(deprecated, reason = "what MCP has deprecated can still be tested")]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod client;
mod connect;
#[doc(hidden)]
pub mod contract;
mod everywhere;
mod faulty;
#[cfg(feature = "http")]
mod head;
#[cfg(not(feature = "http"))]
#[path = "without_head.rs"]
mod head;
#[cfg(feature = "http")]
mod in_memory;
mod lock;
mod replicas;
mod user;

use mcp_runtime::Server;
use mcp_runtime_lint::{Lint, LintError};
use mcp_runtime_protocol::{ClientCapabilities, Offers, ProtocolVersion};

pub use client::{Notification, TestClient};
pub use connect::{Connecting, connect, connect_as};
pub use everywhere::{Everywhere, everywhere, everywhere_with};
pub use faulty::Faulty;
#[cfg(feature = "http")]
pub use in_memory::InMemory;
pub use lock::{LockError, lock};
pub use serde_json::json;
pub use user::User;

/// Checks what a server lists, in both eras, against the rules of MCP clients and model providers.
///
/// A definition that only one of them refuses, or only in a certain mode, is not an error here; a
/// [`Lint`] from [`Lint::new`] is as strict as the strictest of them, and one with [`Lint::rule`]
/// checks rules of your own, too:
///
/// ```
/// use mcp_runtime_lint::Lint;
/// use mcp_runtime_testing::offers;
/// # let server = mcp_runtime::ServerBuilder::new("calculator", "1.0.0").build()?;
/// let report = Lint::new().check_offers(&offers(&server)).into_result()?;
/// # Ok::<(), mcp_runtime::Error>(())
/// ```
///
/// # Errors
///
/// Every error and warning, one per line.
pub fn lint(server: &Server) -> Result<(), LintError> {
    Lint::ordinary().check_offers(&offers(server)).into_result().map(drop)
}

/// Returns what a server offers to a client without capabilities, in the newest revision of each era
/// that it serves.
#[must_use]
pub fn offers(server: &Server) -> Vec<Offers> {
    let newest = |is_modern| {
        let mut served = server.versions().iter().rev().copied();
        served.find(|version: &ProtocolVersion| version.is_modern() == is_modern)
    };
    let eras = [true, false].into_iter().filter_map(newest);
    eras.map(|version| server.offers_to(version, &ClientCapabilities::default())).collect()
}
