//! Requests to the token endpoint, which exchange a grant for tokens.
//!
//! Source: [RFC 6749, section 3.2](https://www.rfc-editor.org/rfc/rfc6749#section-3.2).

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use mcp_runtime_protocol::clock::unix_seconds;
use mcp_runtime_protocol::{Error, Result, Secret};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderName};
use serde::{Deserialize, Serialize};
use tokio::time::{Instant, sleep_until};

use super::dpop::{DpopKey, install_provider, random};
use super::lenient;
use super::reach::Reach;
use super::record::{ClientMethod, ClientRecord, EXPIRY_MARGIN_SECONDS};
use super::refusal::{LoginFailure, Refusal, read};
use crate::http::{AuthorizationHttp, secret_value};

/// The lifetime of a client assertion, in seconds.
const ASSERTION_SECONDS: u64 = 5 * 60;

/// For how long a request is repeated whose failure may pass, and how soon at first.
const RETRY_TIMEOUT: Duration = Duration::from_secs(5);
const RETRY_INTERVAL: Duration = Duration::from_millis(500);

/// The characters that are escaped in a form.
const FORM: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_');

/// The assertion type of a JWT.
const ASSERTION_TYPE: &str = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/// The private key by which a client authenticates.
pub(super) struct ClientKey {
    pub(super) pem: Secret<String>,
    pub(super) algorithm: String,
}

/// The response of a token endpoint. It has no `Debug`, because it contains secrets.
#[derive(Deserialize)]
pub(super) struct TokenResponse {
    pub(super) access_token: String,
    pub(super) token_type: String,
    #[serde(default, deserialize_with = "lenient::seconds")]
    pub(super) expires_in: Option<u64>,
    pub(super) refresh_token: Option<String>,
}

impl TokenResponse {
    /// When the token expires. Some servers give 0 for a token that they do not limit, and one that
    /// is always about to expire could never be used: such a token is used until it is refused.
    pub(super) fn expires(&self) -> Option<u64> {
        let lifetime = self.expires_in.filter(|seconds| *seconds > EXPIRY_MARGIN_SECONDS);
        lifetime.map(|seconds| unix_seconds().saturating_add(seconds))
    }
}

/// A token endpoint, and the client that sends requests to it.
pub(super) struct TokenEndpoint<'a> {
    pub(super) url: &'a str,
    pub(super) issuer: &'a str,
    pub(super) reach: &'a Reach,
    pub(super) client: &'a ClientRecord,
    pub(super) client_key: Option<&'a ClientKey>,
    /// The key that tokens are to be bound to.
    pub(super) proof: Option<&'a DpopKey>,
}

impl TokenEndpoint<'_> {
    /// Requests an access token.
    pub(super) async fn ask(&self, form: &[(&str, &str)]) -> Result<TokenResponse, LoginFailure> {
        let mut token = self.ask_for_any(form).await?;
        token.refresh_token = token.refresh_token.filter(|token| !token.is_empty());
        let is_bound = token.token_type.eq_ignore_ascii_case("DPoP");
        let is_plain = token.token_type.eq_ignore_ascii_case("Bearer");
        let is_token = |c: u8| c.is_ascii_alphanumeric() || b"-._~+/=".contains(&c);
        if is_bound != self.proof.is_some() || !(is_bound || is_plain) {
            let why = "it issued a token of a type that was not requested";
            Err(self.failure(Refusal::Unclear, why))
        } else if token.access_token.is_empty() || !token.access_token.bytes().all(is_token) {
            Err(self.failure(
                Refusal::Unclear,
                "its token has characters that are not allowed in a header",
            ))
        } else {
            Ok(token)
        }
    }

    /// Requests a token of any type, again if there is none for a reason that may pass.
    pub(super) async fn ask_for_any(
        &self,
        form: &[(&str, &str)],
    ) -> Result<TokenResponse, LoginFailure> {
        let http = self.reach.http(self.url)?;
        let until = Instant::now() + RETRY_TIMEOUT;
        let mut interval = RETRY_INTERVAL;
        loop {
            let failure = match self.ask_once(&http, form).await {
                Err(failure) => failure,
                token => return token,
            };
            let Refusal::Passing(after) = failure.refusal else { return Err(failure) };
            let again = Instant::now() + after.unwrap_or(interval);
            if again > until {
                return Err(failure);
            }
            sleep_until(again).await;
            interval *= 2;
        }
    }

    async fn ask_once(
        &self,
        http: &AuthorizationHttp,
        form: &[(&str, &str)],
    ) -> Result<TokenResponse, LoginFailure> {
        let mut nonce = None;
        loop {
            let (headers, body) = self.request(form, nonce.as_deref())?;
            let request = http.post(self.url, "application/x-www-form-urlencoded", body)?;
            let answer = http
                .send(request.headers(headers))
                .await
                .map_err(|error| self.failure(Refusal::Passing(None), &error.to_string()))?;
            if answer.status.is_success()
                && let Ok(token) = answer.json()
            {
                return Ok(token);
            }
            let (code, why) = read(&answer);
            let given = answer.headers.get("dpop-nonce").and_then(|nonce| nonce.to_str().ok());
            if code.as_deref() == Some("use_dpop_nonce") && nonce.is_none() && given.is_some() {
                nonce = given.map(str::to_owned);
                continue;
            }
            return Err(self.failure(Refusal::of(&answer, code.as_deref()), &why));
        }
    }

    fn request(&self, form: &[(&str, &str)], nonce: Option<&str>) -> Result<(HeaderMap, String)> {
        let mut headers = HeaderMap::new();
        let mut body = encode_form(form);
        let mut add = |more: &[(&str, &str)]| {
            if !body.is_empty() {
                body.push('&');
            }
            body.push_str(&encode_form(more));
        };
        let secret = self.client.secret.as_deref().unwrap_or_default();
        match self.client.method {
            ClientMethod::None if self.client.id.is_empty() => {}
            ClientMethod::None => add(&[("client_id", &self.client.id)]),
            ClientMethod::ClientSecretPost => {
                add(&[("client_id", &self.client.id), ("client_secret", secret)]);
            }
            ClientMethod::ClientSecretBasic => {
                // https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1
                let pair = format!("{}:{}", encode_text(&self.client.id), encode_text(secret));
                let value = format!("Basic {}", STANDARD.encode(pair));
                headers.insert(AUTHORIZATION, secret_value(&value)?);
                // Servers built with the Python SDK do not recognize a client without it.
                add(&[("client_id", &self.client.id)]);
            }
            ClientMethod::PrivateKeyJwt => {
                let assertion = self.assertion()?;
                add(&[("client_id", &self.client.id), ("client_assertion_type", ASSERTION_TYPE)]);
                add(&[("client_assertion", &assertion)]);
            }
        }
        if let Some(key) = self.proof {
            let proof = key.proof("POST", self.url, None, nonce)?;
            headers.insert(HeaderName::from_static("dpop"), secret_value(&proof)?);
        }
        Ok((headers, body))
    }

    /// Creates a client assertion for this issuer alone.
    ///
    /// Source: [RFC 7523, section 3](https://www.rfc-editor.org/rfc/rfc7523#section-3).
    fn assertion(&self) -> Result<String> {
        #[derive(Serialize)]
        struct Claims<'a> {
            iss: &'a str,
            sub: &'a str,
            aud: &'a str,
            jti: String,
            iat: u64,
            exp: u64,
        }
        install_provider();
        let key = self.client_key.ok_or_else(|| {
            Error::other("there is no private key to sign the client assertion with")
        })?;
        let algorithm: Algorithm = key.algorithm.parse().map_err(Error::other)?;
        let pem = key.pem.expose().as_bytes();
        let signs = match algorithm {
            Algorithm::ES256 | Algorithm::ES384 => EncodingKey::from_ec_pem(pem),
            Algorithm::EdDSA => EncodingKey::from_ed_pem(pem),
            Algorithm::HS256 | Algorithm::HS384 | Algorithm::HS512 => {
                return Err(Error::other("HS* algorithms need a shared secret, not a private key"));
            }
            _ => EncodingKey::from_rsa_pem(pem),
        };
        let id = &*self.client.id;
        let iat = unix_seconds();
        let claims = Claims {
            iss: id,
            sub: id,
            aud: self.issuer,
            jti: random()?,
            iat,
            exp: iat + ASSERTION_SECONDS,
        };
        encode(&Header::new(algorithm), &claims, &signs.map_err(Error::other)?)
            .map_err(Error::other)
    }

    fn failure(&self, refusal: Refusal, why: &str) -> LoginFailure {
        let error = format!("the authorization server {} issued no token: {why}", self.issuer);
        LoginFailure { refusal, error: Error::other(error) }
    }
}

pub(super) fn encode_form(form: &[(&str, &str)]) -> String {
    let pair =
        |(name, value): &(&str, &str)| format!("{}={}", encode_text(name), encode_text(value));
    form.iter().map(pair).collect::<Vec<_>>().join("&")
}

fn encode_text(text: &str) -> String {
    utf8_percent_encode(text, FORM).to_string()
}
