//! Runtime.
pub mod jsonrpc;
pub mod protocol;
pub mod testing;
