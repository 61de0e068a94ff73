//! `Auth`: the token of a request, as a context parameter.

use std::ops::Deref;
use std::sync::Arc;

use mcp_runtime::http::Scopes;
use mcp_runtime::{Context, FromContext};
use mcp_runtime_protocol::{Error, Result};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::token::VerifiedToken;

/// The claims of the token of the request, deserialized into one of your types.
///
/// ```
/// use mcp_runtime_auth::Auth;
/// use mcp_runtime::tool;
///
/// #[derive(serde::Deserialize)]
/// struct Claims {
///     email: String,
/// }
///
/// /// Says who asks.
/// #[tool]
/// fn whoami(auth: Auth<Claims>) -> String {
///     format!("{} of {}", auth.email, auth.issuer())
/// }
/// ```
///
/// Without a type, they are the members of a JSON object. A call without a token, such as over
/// standard input, is refused; with `Option<Auth>` it is `None`. The token itself is not available:
/// it is for this server, and must not be sent to any other.
///
/// Source: [2026-07-28, "Security Considerations", Access Token Privilege Restriction](https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization/security-considerations#access-token-privilege-restriction).
#[derive(Clone, Debug)]
pub struct Auth<C = Map<String, Value>> {
    claims: C,
    token: Arc<VerifiedToken>,
}

impl<C> Auth<C> {
    /// The issuer of the token.
    pub fn issuer(&self) -> &str {
        &self.token.issuer
    }

    /// The subject, as the issuer identifies it: two issuers may use the same one for different
    /// people.
    pub fn subject(&self) -> &str {
        &self.token.subject
    }

    /// The scopes that it grants.
    pub fn scopes(&self) -> &Scopes {
        &self.token.scopes
    }

    /// The claims themselves.
    pub fn into_claims(self) -> C {
        self.claims
    }
}

impl<C> Deref for Auth<C> {
    type Target = C;

    fn deref(&self) -> &C {
        &self.claims
    }
}

impl<C: DeserializeOwned + Send + 'static> FromContext for Auth<C> {
    const ASKS: bool = false;
    const READS_META: bool = false;
    const IS_READY: bool = true;

    async fn from_context(context: &Context) -> Result<Self> {
        let token = token(context).ok_or_else(|| {
            Error::other(
                "the handler needs a token, which only requests over HTTP to a protected server \
                 have",
            )
        })?;
        let claims = C::deserialize(&Value::Object(token.claims.clone())).map_err(|error| {
            Error::other(format!("the claims of the token do not have the expected form: {error}"))
        })?;
        Ok(Self { claims, token: Arc::clone(token) })
    }

    fn is_available(context: &Context) -> bool {
        token(context).is_some()
    }
}

fn token(context: &Context) -> Option<&Arc<VerifiedToken>> {
    context.http()?.extensions.get()
}
