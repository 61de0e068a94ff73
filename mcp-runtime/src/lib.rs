//! Runtime.
pub mod jsonrpc;
