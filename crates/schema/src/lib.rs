//! JSON Schema, as clients and servers of the [Model Context Protocol](https://modelcontextprotocol.io) use it: values
//! checked against schemas, and what is wrong with them. A part of
//! [`mcp-runtime`](https://docs.rs/mcp-runtime) and [`mcp-runtime-client`](https://docs.rs/mcp-runtime-client).
//!
//! `validate` explains what is wrong with a value, `answer` with what a user has filled in. Both are
//! limited in steps: a peer chooses the value, and sometimes the schema.
//!
//! With the feature `types`, it has the schemas of Rust types, which programs name as
//! [`mcp_runtime::Schema`](https://docs.rs/mcp-runtime/latest/mcp_runtime/trait.Schema.html). For types
//! of other crates, which are then arguments and results too, it has features: `bytes`, `chrono`,
//! `indexmap`, `jiff`, `rust_decimal`, `semver`, `url` and `uuid`, for the crates of these names.

#[doc(hidden)]
pub mod answer;
#[doc(hidden)]
pub mod branches;
#[doc(hidden)]
pub mod ecma;
mod format;
#[doc(hidden)]
pub mod json;
#[doc(hidden)]
pub mod keywords;
#[doc(hidden)]
pub mod mirrored;
#[doc(hidden)]
pub mod pattern;
#[doc(hidden)]
pub mod tree;
#[cfg(feature = "types")]
mod types;
#[doc(hidden)]
pub mod validate;

#[doc(hidden)]
pub use mirrored::Mirrored;
#[cfg(feature = "types")]
pub use types::*;
