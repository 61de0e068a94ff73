//! Transports: bytes in, bytes out, and the loop that drives a session over them.

mod batch;
mod connection;
mod driver;
#[cfg(feature = "http")]
pub(crate) mod http;
mod lines;
mod outbox;
#[cfg(feature = "stdio")]
pub(crate) mod stdio;

pub(crate) use driver::serve;
