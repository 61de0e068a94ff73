//! The token for MCP and the page, which other users of the machine do not have.

use std::sync::Arc;

use http::header::{AUTHORIZATION, WWW_AUTHENTICATE};
use http::request::Parts;
use http::{HeaderValue, Response, StatusCode};
use mcp_runtime::Caller;
use mcp_runtime::http::{Access, AccessDenied, Authorizer, Scopes};
use sha2::{Digest as _, Sha256};

use super::refusal::refusal;

const MISSING: &str = "this server requires its token, as `Authorization: Bearer TOKEN`; it was printed when the server started";

/// A token, of which only the hash is kept: the time to compare hashes reveals nothing about
/// tokens.
#[derive(Clone)]
pub(super) struct PageToken(Arc<[u8]>);

impl PageToken {
    pub(super) fn new(token: &str) -> Self {
        Self(hash(token))
    }

    /// Whether a request carries the token.
    pub(super) fn is_in(&self, head: &Parts) -> bool {
        let mut values = head.headers.get_all(AUTHORIZATION).iter();
        let token = values.next().and_then(|value| value.to_str().ok()?.split_once(' '));
        token.is_some_and(|(scheme, token)| {
            scheme.eq_ignore_ascii_case("Bearer") && hash(token.trim()) == self.0
        })
    }

    /// The response to a request without the token.
    pub(super) fn challenge(&self) -> Response<String> {
        let mut response = refusal(StatusCode::UNAUTHORIZED, MISSING);
        response.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        response
    }

    /// An authorizer that only admits requests with the token, and grants them everything.
    pub(super) fn authorizer(self, scopes: Scopes) -> PageAuthorizer {
        PageAuthorizer { token: self, scopes }
    }
}

/// A token of 128 random bits.
pub(super) fn random() -> String {
    #[expect(clippy::expect_used, reason = "without it, nobody could be kept out")]
    mcp_runtime_protocol::random::id().expect("the random number generator of the system failed")
}

fn hash(token: &str) -> Arc<[u8]> {
    Arc::from(&*Sha256::digest(token))
}

/// Authorizes requests with the token.
pub(super) struct PageAuthorizer {
    token: PageToken,
    scopes: Scopes,
}

impl Authorizer for PageAuthorizer {
    async fn authorize(&self, head: &mut Parts, _: &Caller) -> Result<Access, AccessDenied> {
        if !self.token.is_in(head) {
            return Err(AccessDenied::new(StatusCode::UNAUTHORIZED, MISSING)
                .header(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer")));
        }
        head.headers.remove(AUTHORIZATION);
        Ok(Access::default().scopes(self.scopes.clone()))
    }

    fn insufficient_scope(&self, _: &Parts, _: &[&str]) -> HeaderValue {
        HeaderValue::from_static("Bearer error=\"insufficient_scope\"")
    }
}
