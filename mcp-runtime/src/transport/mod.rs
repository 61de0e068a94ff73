//! Transports: bytes in, bytes out, and the loop that drives a session over them.

pub(crate) mod batch;
pub(crate) mod connection;
mod driver;
pub(crate) mod reply_to;
pub(crate) mod served;
#[cfg(feature = "signal")]
pub(crate) mod signals;
#[cfg(feature = "stdio")]
pub(crate) mod stdio;

pub(crate) use crate::protocol::transport::{Closing, lines, outbox};
pub(crate) use connection::{Opener, ServedProtocol};
pub(crate) use driver::serve;
pub(crate) use served::Transport;
