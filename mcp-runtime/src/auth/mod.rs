//! Authorization over HTTP: OAuth 2.1, as servers verify it and clients obtain it.
//!
//! The parts that both need are here: the challenge of a response, the documents by which a client
//! discovers its authorization servers, and requests to those.
//!
//! Source: [2026-07-28, "Authorization"](https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization).

mod challenge;
#[cfg(feature = "client-auth")]
mod client;
mod http;
mod metadata;
#[cfg(feature = "auth")]
mod server;
mod url;

pub use challenge::Challenge;
#[cfg(feature = "client-auth")]
pub use client::{FileTokenStore, MemoryTokenStore, OAuth, TokenStore};
pub use metadata::{AuthorizationServerMetadata, ProtectedResourceMetadata};
#[cfg(feature = "auth")]
pub use server::{Auth, ProtectedResource, TokenError, VerifiedToken, VerifyToken};
