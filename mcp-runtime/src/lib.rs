//! Runtime.
#[cfg(feature = "cli")]
mod cli;
pub mod error;
pub mod jsonrpc;
mod negotiation;
pub mod protocol;
pub mod schema;
pub mod server;
mod session;
pub mod testing;
mod transport;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;

pub use error::{Error, Result};
pub use jsonrpc::ErrorObject;
#[cfg(feature = "macros")]
pub use mcp_macros::{Elicit, Schema, handlers, prompt, resource, tool};
pub use protocol::{
    CallToolResult as ToolResult, ContentBlock as Content, EmbeddedResource, GetPromptResult, Icon,
    PromptMessage, ResourceContents, ResourceLink,
};
pub use schema::{ElicitForm, Schema};
pub use server::{
    Audio, Cancelled, Context, FromContext, Handlers, Image, Json, Log, NotFound, Progress, Server,
    ServerBuilder, State,
};

/// Starts a server with the name and the version of your crate; in a binary, with the name of
/// the binary.
///
/// ```
/// let server = mcp_runtime::server!().build()?;
/// # Ok::<(), mcp_runtime::Error>(())
/// ```
#[macro_export]
macro_rules! server {
    () => {
        $crate::ServerBuilder::new(
            ::core::option_env!("CARGO_BIN_NAME").unwrap_or(::core::env!("CARGO_PKG_NAME")),
            ::core::env!("CARGO_PKG_VERSION"),
        )
        .description(::core::env!("CARGO_PKG_DESCRIPTION"))
    };
}
