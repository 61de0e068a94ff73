//! The stored records of logins and client registrations.

use mcp_runtime_protocol::clock::unix_seconds;
use serde::{Deserialize, Serialize};

/// How long before its expiry a token is no longer used, in seconds.
pub(super) const EXPIRY_MARGIN_SECONDS: u64 = 10;

/// How a client authenticates at the token endpoint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum ClientMethod {
    /// By its id alone.
    #[default]
    None,
    ClientSecretBasic,
    ClientSecretPost,
    PrivateKeyJwt,
}

impl ClientMethod {
    /// Chooses a method that the server supports, for a client with or without a secret.
    pub(super) fn choose(has_secret: bool, supported: Option<&[String]>) -> Self {
        // RFC 8414, section 2: "If omitted, the default is `client_secret_basic`".
        let takes = |name| supported.is_none_or(|known| known.iter().any(|known| known == name));
        if has_secret && takes("client_secret_basic") {
            Self::ClientSecretBasic
        } else if has_secret && takes("client_secret_post") {
            Self::ClientSecretPost
        } else {
            Self::None
        }
    }
}

/// The registration of a client with an issuer. It has no `Debug`, because it contains secrets.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(super) struct ClientRecord {
    pub(super) id: String,
    pub(super) secret: Option<String>,
    pub(super) method: ClientMethod,
    /// The redirect URL that it registered.
    pub(super) redirect: Option<String>,
    /// The scopes that it registered.
    #[serde(default)]
    pub(super) scopes: Vec<String>,
    /// When the secret expires; 0 is never.
    #[serde(default)]
    pub(super) expires: u64,
}

/// The result of a login, with all that is needed to refresh it. It has no `Debug`, because it
/// contains secrets.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct LoginRecord {
    pub(super) issuer: String,
    pub(super) token_endpoint: String,
    /// The audience of the tokens, as the server names itself.
    pub(super) resource: String,
    /// The scopes that were requested.
    pub(super) scopes: Vec<String>,
    pub(super) client: ClientRecord,
    pub(super) access_token: String,
    pub(super) expires: Option<u64>,
    pub(super) refresh_token: Option<String>,
    /// The key that the token is bound to.
    pub(super) key: Option<String>,
    /// Whether it was just issued, so that a new login would return the same.
    #[serde(skip)]
    pub(super) is_new: bool,
    /// Whether it was just issued because the login before did not suffice.
    #[serde(skip)]
    pub(super) is_step_up: bool,
    /// Whether this program has just refreshed it, so that to do it again would return the same.
    #[serde(skip)]
    pub(super) is_refreshed: bool,
}

impl LoginRecord {
    pub(super) fn has_expired(&self) -> bool {
        self.expires.is_some_and(|expires| expires <= unix_seconds() + EXPIRY_MARGIN_SECONDS)
    }

    /// The value of `Authorization`.
    pub(super) fn authorization(&self) -> String {
        let scheme = if self.key.is_some() { "DPoP" } else { "Bearer" };
        format!("{scheme} {}", self.access_token)
    }
}
