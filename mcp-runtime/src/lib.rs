//! Runtime.
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
pub use schema::Schema;
pub use server::{
    Cancelled, Context, FromContext, Handlers, Log, Progress, Server, ServerBuilder, State,
};
#[cfg(feature = "macros")]
pub use mcp_macros::*;
