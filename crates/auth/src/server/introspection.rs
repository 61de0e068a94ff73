//! Token introspection, for tokens that only their issuer can read.
//!
//! Source: [RFC 7662](https://www.rfc-editor.org/rfc/rfc7662).

use std::sync::Arc;
use std::time::Duration;

use base64::Engine as _;
use mcp_runtime::internal::Turns;
use mcp_runtime_protocol::clock::unix_seconds;
use mcp_runtime_protocol::quota::Quota;
use mcp_runtime_protocol::{Caller, Error, Result, Secret};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use reqwest::header::HeaderValue;
use serde_json::Value;
use tokio::time::timeout;

use super::claims::{Claims, seconds};
use super::leeway::LEEWAY_SECONDS;
use super::token::{TokenError, VerifiedToken, Verifier, VerifyFuture};
use crate::http::{AuthorizationHttp, secret_value};

/// The maximum number of concurrent introspection requests; others wait, and callers take turns.
const MAX_CONCURRENT_REQUESTS: usize = 32;
/// How many tokens may be asked about or wait for that, per caller and in total.
const MAX_REQUESTS_PER_CALLER: usize = 64;
const MAX_REQUESTS_IN_ALL: usize = 1024;

/// Asks the issuer about tokens.
pub(super) struct Introspection {
    issuer: String,
    endpoint: String,
    credentials: HeaderValue,
    http: AuthorizationHttp,
    turns: Arc<Turns>,
    requests: Arc<Quota>,
    /// How long a request may wait for its turn, and for the response.
    time: Duration,
}

impl Introspection {
    pub(super) fn new(
        issuer: String,
        endpoint: String,
        client: &str,
        secret: &Secret<String>,
        time: Duration,
    ) -> Result<Self> {
        let encode = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
        // https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1
        let pair = format!("{}:{}", encode(client), encode(secret.expose()));
        let encoded = base64::engine::general_purpose::STANDARD.encode(pair);
        let credentials = secret_value(&format!("Basic {encoded}"))?;
        let http = AuthorizationHttp::of_issuer(&endpoint, time)?;
        Ok(Self {
            issuer,
            endpoint,
            credentials,
            http,
            turns: Turns::new(MAX_CONCURRENT_REQUESTS),
            requests: Quota::new(MAX_REQUESTS_PER_CALLER, MAX_REQUESTS_IN_ALL),
            time,
        })
    }
}

impl Verifier for Introspection {
    fn verify_boxed<'a>(&'a self, token: &'a str, caller: &'a Caller) -> VerifyFuture<'a> {
        Box::pin(async move {
            let unavailable = |why: &str| TokenError::Unavailable(why.to_owned());
            let _request = self
                .requests
                .reserve_own_part(caller, 1)
                .ok_or_else(|| unavailable("too many tokens are waiting for introspection"))?;
            let verified = timeout(self.time, self.ask(token, caller)).await;
            verified.unwrap_or_else(|_| Err(unavailable("the issuer took too long to answer")))
        })
    }
}

impl Introspection {
    /// Asks about a token when it is the turn of its caller: tokens that somebody makes up do not
    /// hold up those of others.
    async fn ask(&self, token: &str, caller: &Caller) -> Result<VerifiedToken, TokenError> {
        let _turn = self.turns.wait(caller).await;
        let token = utf8_percent_encode(token, NON_ALPHANUMERIC);
        let form = format!("token={token}&token_type_hint=access_token");
        let answer = self.http.submit::<Claims>(&self.endpoint, self.credentials.clone(), form);
        let claims = answer.await.map_err(|error: Error| {
            tracing::warn!(%error, "token introspection failed");
            TokenError::Unavailable("the introspection endpoint is not available".to_owned())
        })?;
        if claims.0.get("active") != Some(&Value::Bool(true)) {
            return Err(TokenError::invalid("the token is not active"));
        }
        let now = unix_seconds();
        match claims.0.get("nbf") {
            None => {}
            Some(from) if seconds(from).is_some_and(|from| from <= now + LEEWAY_SECONDS) => {}
            Some(_) => return Err(TokenError::invalid("the token is not valid yet")),
        }
        let token_type = claims.0.get("token_type").and_then(Value::as_str);
        let is_bound = token_type.is_some_and(|token_type| token_type.eq_ignore_ascii_case("DPoP"));
        let token = claims.verified(&self.issuer)?;
        if is_bound && token.key().is_none() {
            return Err(TokenError::invalid(
                "the introspection response has no key (`cnf`) of the bound token",
            ));
        }
        Ok(token)
    }
}
