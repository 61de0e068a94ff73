//! Text in the value of an HTTP header.
//!
//! Source: [2026-07-28, "Transports", Streamable HTTP, "Value Encoding"](https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#value-encoding).
mod decode;
mod encode;
pub use decode::decode;
pub use encode::encode;
