//! Middleware: [tower](https://docs.rs/tower) layers around every request.
//!
//! [`ServerBuilder::layer`](crate::ServerBuilder::layer) puts one around the server.

pub use crate::error::BoxError;
pub use crate::server::{Reply, Request, RequestService, Response};
