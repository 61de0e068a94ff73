//! Middleware: [tower](https://docs.rs/tower) layers around every request.
//!
//! [`ServerBuilder::layer`](crate::ServerBuilder::layer) puts one around the server,
//! [`layer_tools`](crate::ServerBuilder::layer_tools) around some of its tools, and [`from_fn`] makes one of
//! an async function.

pub use crate::error::BoxError;
pub use crate::server::{FromFn, FromFnService, Reply, Request, RequestService, Response, from_fn};
