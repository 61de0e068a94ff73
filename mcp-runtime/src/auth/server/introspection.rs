//! Token introspection, for tokens that only their issuer can read.
//!
//! Source: [RFC 7662](https://www.rfc-editor.org/rfc/rfc7662).

use std::time::Duration;

use base64::Engine as _;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use reqwest::header::HeaderValue;
use serde_json::Value;
use tokio::sync::Semaphore;

use super::claims::{Claims, seconds};
use super::token::{LEEWAY_SECONDS, TokenError, VerifiedToken, VerifyToken};
use crate::auth::http::{AuthorizationHttp, secret_value};
use crate::clock::unix_seconds;
use crate::error::{Error, Result};
use crate::schema::Secret;

/// The maximum number of concurrent introspection requests; others wait.
const MAX_CONCURRENT_REQUESTS: usize = 32;

/// Asks the issuer about tokens.
pub(super) struct Introspection {
    issuer: String,
    endpoint: String,
    credentials: HeaderValue,
    http: AuthorizationHttp,
    places: Semaphore,
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
        let pair = base64::engine::general_purpose::STANDARD.encode(pair);
        let credentials = secret_value(&format!("Basic {pair}"))?;
        let http = AuthorizationHttp::of_issuer(&endpoint, time)?;
        Ok(Self {
            issuer,
            endpoint,
            credentials,
            http,
            places: Semaphore::new(MAX_CONCURRENT_REQUESTS),
        })
    }
}

impl VerifyToken for Introspection {
    async fn verify(&self, token: &str) -> Result<VerifiedToken, TokenError> {
        let unavailable = |error: Error| {
            tracing::warn!(%error, "the issuer of tokens cannot be asked about one");
            TokenError::Unavailable("the issuer cannot be asked".to_owned())
        };
        let _place =
            self.places.acquire().await.map_err(|error| unavailable(Error::other(error)))?;
        let token = utf8_percent_encode(token, NON_ALPHANUMERIC);
        let form = format!("token={token}&token_type_hint=access_token");
        let answer = self.http.submit::<Claims>(&self.endpoint, self.credentials.clone(), form);
        let claims = answer.await.map_err(unavailable)?;
        if claims.0.get("active") != Some(&Value::Bool(true)) {
            return Err(TokenError::invalid("the token is not active"));
        }
        let now = unix_seconds();
        match claims.0.get("nbf") {
            None => {}
            Some(from) if seconds(from).is_some_and(|from| from <= now + LEEWAY_SECONDS) => {}
            Some(_) => return Err(TokenError::invalid("the token is not valid yet")),
        }
        claims.verified(&self.issuer)
    }
}
