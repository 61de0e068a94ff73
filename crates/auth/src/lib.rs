//! Authorization of MCP over HTTP, by OAuth 2.1: servers of
//! [`mcp-runtime`](https://docs.rs/mcp-runtime) that accept only requests with a token for them, and
//! clients of [`mcp-runtime-client`](https://docs.rs/mcp-runtime-client) that log in.
//!
//! ```no_run
//! # #[cfg(feature = "cli")]
//! # mod program {
//! use mcp_runtime::{Result, server, tool};
//! use mcp_runtime_auth::{Auth, options};
//!
//! #[derive(serde::Deserialize)]
//! struct Claims {
//!     email: String,
//! }
//!
//! /// Says who asks.
//! #[tool]
//! fn whoami(auth: Auth<Claims>) -> String {
//!     auth.email.clone()
//! }
//!
//! fn main() -> Result<()> {
//!     server!().tool::<whoami>().http_options(options()).run()
//! }
//! # }
//! ```
//!
//! It is started with `--http 8000 --issuer URL --audience URL`. `ProtectedResource` does the same
//! in Rust, for [`Http::protect`](https://docs.rs/mcp-runtime/latest/mcp_runtime/http/struct.Http.html#method.protect),
//! and `OAuth` is for clients. [The guide](https://docs.rs/mcp-runtime/latest/mcp_runtime/guide/authorization/)
//! leads from a login to scopes.
//!
//! # Features
//!
//! | feature | what it is for |
//! |---|---|
//! | `server` | servers that verify tokens, and fetch the keys for that (on by default) |
//! | `cli` | `options`, for the command line of such servers (on by default) |
//! | `client` | clients that log in (not on by default) |
//!
//! Source: [2026-07-28, "Authorization"](https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization).

#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(
    not(all(feature = "server", feature = "client")),
    allow(dead_code, reason = "a feature is off that uses it")
)]

#[cfg(feature = "client")]
mod client;
mod http;
#[cfg(feature = "cli")]
mod options;
#[cfg(feature = "server")]
mod server;
mod url;

#[cfg(feature = "client")]
pub use client::{FileTokenStore, MemoryTokenStore, OAuth, TokenStore};
pub use mcp_runtime_protocol::oauth::{
    AuthorizationServerMetadata, Challenge, ProtectedResourceMetadata,
};
#[cfg(feature = "cli")]
pub use options::options;
#[cfg(feature = "server")]
pub use server::{
    Auth, Dpop, ProtectedResource, ResourceServer, TokenError, VerifiedToken, VerifyToken,
};
