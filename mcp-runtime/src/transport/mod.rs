//! Transports: bytes in, bytes out, and the loop that drives a session over them.

mod batch;
mod connection;
mod driver;
#[cfg(feature = "http")]
pub(crate) mod http;
mod reply_to;
#[cfg(feature = "signal")]
pub(crate) mod signals;
#[cfg(feature = "stdio")]
pub(crate) mod stdio;

pub(crate) use crate::protocol::transport::{Closing, lines, outbox};
pub(crate) use connection::Opener;
pub(crate) use driver::serve;
