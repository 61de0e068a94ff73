//! Bearer tokens and API keys that the program knows from its start.

use std::collections::HashMap;
use std::sync::Arc;

use http::header::{AUTHORIZATION, WWW_AUTHENTICATE};
use http::request::Parts;
use http::{HeaderName, HeaderValue, StatusCode};
use sha2::{Digest as _, Sha256};

use super::Http;
use super::access::{Access, AccessDenied};
use super::authorization::{Authorizer, insufficient_scope_challenge};
use super::principal::Principal;
use crate::caller::Caller;
use crate::error::{Error, Result};
use crate::protocol::Secret;
use crate::random;

/// Authorizes requests with one of several keys, of which only digests are kept.
struct StaticKeys {
    header: HeaderName,
    is_bearer: bool,
    /// Makes the digests unpredictable, so that the time to look one up reveals nothing about keys.
    salt: [u8; 32],
    owners: HashMap<[u8; 32], Principal>,
}

impl Http {
    /// Serves only requests with one of these tokens, as `Authorization: Bearer TOKEN`: pairs of a
    /// principal and its token.
    ///
    /// ```no_run
    /// use mcp_runtime::{Env, Secret, server};
    ///
    /// const TOKEN: Env = Env::new("TOKEN_OF_ALICE").secret();
    ///
    /// # async fn run() -> mcp_runtime::Result<()> {
    /// let token = Secret::new(TOKEN.value().ok_or("set TOKEN_OF_ALICE")?);
    /// let http = server!().build()?.into_http().bearer_tokens([("alice", token)])?;
    /// http.serve(([127, 0, 0, 1], 8000).into()).await
    /// # }
    /// ```
    ///
    /// All others get `401`. Handlers learn the principal, for example as a
    /// [`Caller`], but not the token. A principal may have several tokens, such as an
    /// old and a new one. Handlers that need scopes are refused: for them, and for tokens that
    /// change while the server runs, [`protect`](Self::protect) takes an [`Authorizer`] of your own.
    ///
    /// # Errors
    ///
    /// When there are no tokens, one has no principal or two of them, or one cannot be sent: it is
    /// empty, or contains a space, a line break or a character beyond ASCII. When the server is
    /// protected already.
    pub fn bearer_tokens<N, T>(self, tokens: impl IntoIterator<Item = (N, T)>) -> Result<Self>
    where
        N: Into<Arc<str>>,
        T: Into<Secret<String>>,
    {
        let keys = StaticKeys::new(AUTHORIZATION, tokens)?;
        self.accept(StaticKeys { is_bearer: true, ..keys })
    }

    /// Serves only requests with one of these keys in a header, such as `X-API-Key`: pairs of a
    /// principal and its key, as for [`bearer_tokens`](Self::bearer_tokens).
    ///
    /// ```no_run
    /// use mcp_runtime::{Secret, server};
    ///
    /// # fn read(name: &str) -> mcp_runtime::Result<Secret<String>> { Ok(Secret::default()) }
    /// # async fn run() -> mcp_runtime::Result<()> {
    /// let keys = [("alice", read("alice.key")?), ("bob", read("bob.key")?)];
    /// let http = server!().build()?.into_http().api_keys("X-API-Key", keys)?;
    /// http.serve(([127, 0, 0, 1], 8000).into()).await
    /// # }
    /// ```
    ///
    /// Pages of [allowed origins](Self::allow_origins) may send the header.
    ///
    /// # Errors
    ///
    /// As for [`bearer_tokens`](Self::bearer_tokens), and when this cannot be the name of a header.
    pub fn api_keys<N, K>(
        self,
        header: &str,
        keys: impl IntoIterator<Item = (N, K)>,
    ) -> Result<Self>
    where
        N: Into<Arc<str>>,
        K: Into<Secret<String>>,
    {
        let name = header
            .parse()
            .map_err(|_| Error::other(format!("{header:?} is not a valid header name")))?;
        self.allow_headers([header]).accept(StaticKeys::new(name, keys)?)
    }

    /// A second authorizer would replace the first one, whose clients would be shut out.
    fn accept(self, keys: StaticKeys) -> Result<Self> {
        if self.is_protected() {
            return Err(Error::other(
                "another way to authorize requests is already configured; keep one of them",
            ));
        }
        self.protect(keys)
    }
}

impl StaticKeys {
    fn new<N, K>(header: HeaderName, keys: impl IntoIterator<Item = (N, K)>) -> Result<Self>
    where
        N: Into<Arc<str>>,
        K: Into<Secret<String>>,
    {
        let salt = random::bytes()?;
        let owners = HashMap::new();
        let mut this = Self { header, is_bearer: false, salt, owners };
        for (name, key) in keys {
            this.add(&name.into(), &key.into())?;
        }
        if this.owners.is_empty() {
            return Err(Error::other("no keys are configured, so nobody could use the server"));
        }
        Ok(this)
    }

    fn add(&mut self, name: &Arc<str>, key: &Secret<String>) -> Result<()> {
        let key = key.expose().as_bytes();
        if name.is_empty() {
            return Err(Error::other("the principal of a key has an empty name"));
        }
        if key.is_empty() || !key.iter().all(u8::is_ascii_graphic) {
            return Err(Error::other(format!(
                "the key of {name} cannot be sent: it is empty, or contains a space, a line break \
                 or a character beyond ASCII"
            )));
        }
        let principal = Principal::new(Arc::clone(name));
        match self.owners.insert(self.digest(key), principal) {
            Some(other) if other.name() != *name => Err(Error::other(format!(
                "{} and {name} have the same key; give each of them another",
                other.name()
            ))),
            _ => Ok(()),
        }
    }

    fn digest(&self, key: &[u8]) -> [u8; 32] {
        Sha256::new().chain_update(self.salt).chain_update(key).finalize().into()
    }

    /// Who has the key of a request.
    fn owner(&self, head: &Parts) -> Result<Principal, AccessDenied> {
        let mut sent = head.headers.get_all(&self.header).iter();
        let Some(value) = sent.next() else {
            return Err(self.denied(StatusCode::UNAUTHORIZED, "the request has no", ""));
        };
        if sent.next().is_some() {
            let error = "invalid_request";
            return Err(self.denied(
                StatusCode::BAD_REQUEST,
                "the request has more than one",
                error,
            ));
        }
        let owner = self.key_in(value).and_then(|key| self.owners.get(&self.digest(key)));
        owner.cloned().ok_or_else(|| {
            let error = "invalid_token";
            self.denied(StatusCode::UNAUTHORIZED, "the request has no valid", error)
        })
    }

    fn key_in<'v>(&self, value: &'v HeaderValue) -> Option<&'v [u8]> {
        if !self.is_bearer {
            return Some(value.as_bytes());
        }
        let (scheme, token) = value.to_str().ok()?.split_once(' ')?;
        scheme.eq_ignore_ascii_case("Bearer").then(|| token.trim_ascii().as_bytes())
    }

    /// The response to a request without a valid key; the error is one of RFC 6750, or empty.
    fn denied(&self, status: StatusCode, problem: &str, error: &str) -> AccessDenied {
        let name = if self.is_bearer { "bearer token" } else { self.header.as_str() };
        AccessDenied::new(status, format!("{problem} {name}"))
            .header(WWW_AUTHENTICATE, self.challenge(error))
    }

    /// Source: [RFC 6750, section 3](https://www.rfc-editor.org/rfc/rfc6750#section-3). API keys have
    /// no standard scheme, but a `401` needs a challenge.
    fn challenge(&self, error: &str) -> HeaderValue {
        let challenge = match (self.is_bearer, error) {
            (true, "") => "Bearer".to_owned(),
            (true, error) => format!("Bearer error=\"{error}\""),
            (false, _) => format!("ApiKey header=\"{}\"", self.header),
        };
        HeaderValue::try_from(challenge).unwrap_or(HeaderValue::from_static("Bearer"))
    }
}

impl Authorizer for StaticKeys {
    async fn authorize(&self, head: &mut Parts, _: &Caller) -> Result<Access, AccessDenied> {
        let owner = self.owner(head)?;
        // No handler has any use for it.
        head.headers.remove(&self.header);
        Ok(Access::default().principal(owner))
    }

    fn insufficient_scope(&self, _: &Parts, scopes: &[&str]) -> HeaderValue {
        if self.is_bearer { insufficient_scope_challenge(scopes) } else { self.challenge("") }
    }
}
