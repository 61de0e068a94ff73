//! Servers that only accept requests with valid tokens: the resource server of OAuth.
//!
//! ```text
//! request ─▶ authorizer   what its headers carry, who sends it, what it may do, and whether the
//!                         token is for this server (its audience, `aud`)
//!         ─▶ cache        was the same token verified a moment ago?
//!         ─▶ jwt          by the keys of its issuer
//!          or introspection, by asking the issuer
//!         ─▶ dpop         does the sender have the key that the token is bound to?
//! ```

mod authorizer;
mod bearer;
mod cache;
mod challenges;
mod claims;
mod dpop;
mod fetch;
mod introspection;
mod issuers;
mod jwt;
mod keys;
mod leeway;
mod parameter;
mod resource;
mod token;
mod verification;

pub use authorizer::ResourceServer;
pub use dpop::Dpop;
pub use parameter::Auth;
pub use resource::ProtectedResource;
pub use token::{TokenError, VerifiedToken, VerifyToken};
