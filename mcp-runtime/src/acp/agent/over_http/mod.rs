//! MCP servers of a session over HTTP, with or without the HTTP client.

#[allow(unused_imports, reason = "what the feature brings stands before it")]
pub(super) use super::no_http_server::*;

#[cfg(feature = "http-client")]
pub(super) use super::http_server::{IS_SUPPORTED, connect};
