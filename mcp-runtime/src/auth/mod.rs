//! Authorization over HTTP: OAuth 2.1, as servers verify it and clients obtain it.
//!
//! What both need is here: the challenge of a response, and the documents by which a client finds
//! out who may authorize it.
//!
//! Source: [2026-07-28, "Authorization"](https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization).

mod challenge;
mod metadata;
#[cfg(feature = "auth")]
mod server;

pub use challenge::Challenge;
pub use metadata::{AuthorizationServerMetadata, ProtectedResourceMetadata};
#[cfg(feature = "auth")]
pub use server::{Auth, ProtectedResource, TokenError, VerifiedToken, VerifyToken};
