//! Help for people who test their servers.
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
pub mod lint;
mod wire;

use crate::error::{Error, Result};
use crate::protocol::ProtocolVersion;
use crate::server::Server;
use lint::{Lint, LintError};

pub use client::Client;
pub use serde_json::json;
pub use wire::Notification;

/// Connects a client to a server in memory, in the newest revision that the server serves.
///
/// Every message goes through the codec and the loop that serve real clients. It has to be called
/// in a tokio runtime, which `#[tokio::test]` gives.
///
/// # Errors
///
/// When the server cannot be built.
pub async fn connect<S>(server: S) -> Result<Client>
where
    S: TryInto<Server>,
    Error: From<S::Error>,
{
    let server = server.try_into()?;
    let newest = server.versions().last().copied();
    Client::connect(server, newest.unwrap_or(ProtocolVersion::LATEST)).await
}

/// Connects a client that speaks one revision, as [`connect`] does.
///
/// # Errors
///
/// When the server cannot be built, or does not serve the revision.
pub async fn connect_as<S>(server: S, version: ProtocolVersion) -> Result<Client>
where
    S: TryInto<Server>,
    Error: From<S::Error>,
{
    Client::connect(server.try_into()?, version).await
}

/// Holds what a server lists, in both eras, against the rules of MCP clients and model providers.
///
/// What only one of them refuses, or only in a certain mode, is no error here; a
/// [`Lint`] of [`Lint::new`] is as strict as the strictest of them:
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
