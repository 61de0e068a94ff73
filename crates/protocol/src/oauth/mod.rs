//! The documents of OAuth by which a client discovers how to log in, as a protected server publishes them.
//!
//! Source: [2026-07-28, "Authorization"](https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization).

mod challenge;
mod metadata;

pub use challenge::Challenge;
pub use metadata::{AuthorizationServerMetadata, ProtectedResourceMetadata};
