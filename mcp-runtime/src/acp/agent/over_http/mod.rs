//! MCP servers of a session over HTTP, with or without the HTTP client.

#[cfg(feature = "http-client")]
mod supported;
mod unsupported;

#[allow(unused_imports, reason = "what the feature brings stands before it")]
pub(super) use unsupported::*;

#[cfg(feature = "http-client")]
pub(super) use supported::{IS_SUPPORTED, connect};
