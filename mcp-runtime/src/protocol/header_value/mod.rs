//! Text in the value of an HTTP header.
//!
//! Source: [2026-07-28, "Transports", Streamable HTTP, "Value Encoding"](https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#value-encoding).

#[cfg(feature = "http")]
mod decode;
#[cfg(feature = "http-client")]
mod encode;

#[cfg(feature = "http")]
pub(crate) use decode::decode;
#[cfg(feature = "http-client")]
pub(crate) use encode::encode;
