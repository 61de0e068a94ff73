//! The token for MCP and the page, which other users of the machine do not have.

use std::sync::Arc;

use http::header::{AUTHORIZATION, WWW_AUTHENTICATE};
use http::request::Parts;
use http::{HeaderValue, StatusCode};
use sha2::{Digest as _, Sha256};

use crate::caller::Caller;
use crate::http::{Access, AccessDenied, Authorizer, Scopes};
use crate::random;

/// A token, of which only the hash is kept: the time to compare hashes reveals nothing about
/// tokens.
#[derive(Clone)]
pub(super) struct PageToken(Arc<[u8]>);

impl PageToken {
    pub(super) fn new(token: &str) -> Self {
        Self(hash(token))
    }

    /// Refuses a request that does not carry the token.
    pub(super) fn check(&self, head: &Parts) -> Result<(), AccessDenied> {
        let mut values = head.headers.get_all(AUTHORIZATION).iter();
        let token = values.next().and_then(|value| value.to_str().ok()?.split_once(' '));
        let is_bearer = |scheme: &str| scheme.eq_ignore_ascii_case("Bearer");
        match token {
            Some((scheme, token)) if is_bearer(scheme) && hash(token.trim()) == self.0 => Ok(()),
            _ => Err(unauthorized()),
        }
    }

    /// An authorizer that only admits requests with the token, and grants them everything.
    pub(super) fn authorizer(self, scopes: Scopes) -> PageAuthorizer {
        PageAuthorizer { token: self, scopes }
    }
}

/// A token of 128 random bits.
pub(super) fn random() -> String {
    #[expect(clippy::expect_used, reason = "without it, nobody could be kept out")]
    random::id().expect("the system has random numbers")
}

fn hash(token: &str) -> Arc<[u8]> {
    Arc::from(&*Sha256::digest(token))
}

fn unauthorized() -> AccessDenied {
    let message = "this server takes only requests with its token, as `Authorization: Bearer TOKEN`; it was printed \
                   when the server started";
    AccessDenied::new(StatusCode::UNAUTHORIZED, message)
        .header(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"))
}

/// Authorizes requests with the token.
pub(super) struct PageAuthorizer {
    token: PageToken,
    scopes: Scopes,
}

impl Authorizer for PageAuthorizer {
    async fn authorize(&self, head: &mut Parts, _: &Caller) -> Result<Access, AccessDenied> {
        self.token.check(head)?;
        head.headers.remove(AUTHORIZATION);
        Ok(Access::default().scopes(self.scopes.clone()))
    }

    fn insufficient_scope(&self, _: &[&str]) -> HeaderValue {
        HeaderValue::from_static("Bearer error=\"insufficient_scope\"")
    }
}
