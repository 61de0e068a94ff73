//! Servers that only accept requests with valid tokens: the resource server of OAuth.
//!
//! ```text
//! request ─▶ authorizer   what its headers carry, who sends it, what it may do, and whether the
//!                         token is for this server (its audience, `aud`)
//!         ─▶ cache        was the same token verified a moment ago?
//!         ─▶ jwt          by the keys of its issuer
//!          or introspection, by asking the issuer
//! ```

mod authorizer;
mod bearer;
mod cache;
mod claims;
mod fetch;
mod introspection;
mod issuers;
mod jwt;
mod keys;
mod parameter;
mod resource;
mod token;
mod verification;

use std::sync::Arc;

use crate::error::Result;
use crate::http::Http;
use authorizer::ResourceServer;

pub use parameter::Auth;
pub use resource::ProtectedResource;
pub use token::{TokenError, VerifiedToken, VerifyToken};

impl Http {
    /// Serves only requests with a token that is for this resource.
    ///
    /// ```no_run
    /// use mcp_runtime::auth::ProtectedResource;
    /// use mcp_runtime::server;
    ///
    /// # async fn run() -> mcp_runtime::Result<()> {
    /// let resource = ProtectedResource::new("https://mcp.example.com/mcp").issuer("https://login.example.com");
    /// server!().build()?.into_http().protect(resource)?.serve(([0, 0, 0, 0], 8000).into()).await
    /// # }
    /// ```
    ///
    /// Requests for the host of the resource are then served, too. If the service is mounted in a
    /// router, also mount it at `/.well-known/oauth-protected-resource`, and at that followed by
    /// the path: there clients discover the issuers of tokens.
    ///
    /// # Errors
    ///
    /// When the resource is not the URL of a server, or no client could use it.
    pub fn protect(self, resource: ProtectedResource) -> Result<Self> {
        let host = resource.host()?;
        let server = ResourceServer::new(resource)?;
        Ok(self.allow_hosts([host]).authorized_by(Arc::new(server)))
    }
}
