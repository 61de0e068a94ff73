//! Transports: bytes in, bytes out, and the loop that drives a session over them.

pub(crate) mod closing;
mod connection;
mod driver;
#[cfg(feature = "http")]
pub(crate) mod http;
pub(crate) mod lines;
pub(crate) mod outbox;
mod reply_to;
#[cfg(feature = "signal")]
mod signals;
#[cfg(feature = "stdio")]
pub(crate) mod stdio;

pub(crate) use driver::serve;
#[cfg(feature = "signal")]
pub(crate) use signals::asked_to_end;
