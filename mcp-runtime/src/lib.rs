//! Runtime.
pub mod jsonrpc;
pub mod protocol;
