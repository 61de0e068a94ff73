//! Middleware: [tower](https://docs.rs/tower) layers around every request.
//!
//! [`ServerBuilder::layer`](crate::ServerBuilder::layer) puts one around the server,
//! [`layer_tools`](crate::ServerBuilder::layer_tools) around some of its tools, and [`from_fn`] makes one of
//! an async function. A [`ToolDirectory`] decides which tools are listed.

pub use crate::error::BoxError;
pub use crate::server::{
    FromFn, FromFnService, Reply, Request, RequestService, Response, ToolDirectory, from_fn,
    with_tool_directory,
};
