//! What is kept of a login, and of how a client is known.

use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// How long before its end a token is not used any more, in seconds.
const EXPIRY_MARGIN_SECONDS: u64 = 10;

/// How a client says at the token endpoint who it is.
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
    /// One that the server takes, for a client with or without a secret.
    pub(super) fn choose(has_secret: bool, supported: Option<&[String]>) -> Self {
        // RFC 8414, section 2: "If omitted, the default is `client_secret_basic`".
        let takes = |name| supported.is_none_or(|known| known.iter().any(|known| known == name));
        match has_secret {
            true if takes("client_secret_basic") => Self::ClientSecretBasic,
            true if takes("client_secret_post") => Self::ClientSecretPost,
            _ => Self::None,
        }
    }
}

/// How a client is known to an issuer. There is no `Debug`: it has secrets.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(super) struct ClientRecord {
    pub(super) id: String,
    pub(super) secret: Option<String>,
    pub(super) method: ClientMethod,
    /// Where it registered to be sent back to.
    pub(super) redirect: Option<String>,
    /// The scopes that it registered for.
    #[serde(default)]
    pub(super) scopes: Vec<String>,
    /// Until when the secret is good; 0 is forever.
    #[serde(default)]
    pub(super) expires: u64,
}

/// What a login brought, and all that refreshing it takes. There is no `Debug`: it has secrets.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct LoginRecord {
    pub(super) issuer: String,
    pub(super) token_endpoint: String,
    /// What the tokens are for, as the server names itself.
    pub(super) resource: String,
    /// What was asked for.
    pub(super) scopes: Vec<String>,
    pub(super) client: ClientRecord,
    pub(super) access_token: String,
    pub(super) expires: Option<u64>,
    pub(super) refresh_token: Option<String>,
    /// The key that the token is bound to.
    pub(super) key: Option<String>,
    /// It was just issued, so that asking again would bring the same.
    #[serde(skip)]
    pub(super) is_new: bool,
}

impl LoginRecord {
    pub(super) fn has_expired(&self) -> bool {
        self.expires.is_some_and(|expires| expires <= now() + EXPIRY_MARGIN_SECONDS)
    }

    /// The value of `Authorization`.
    pub(super) fn authorization(&self) -> String {
        let scheme = if self.key.is_some() { "DPoP" } else { "Bearer" };
        format!("{scheme} {}", self.access_token)
    }
}

/// The seconds of the clock.
pub(super) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}
