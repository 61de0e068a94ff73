//! JWTs, verified with the public keys of their issuer.
//!
//! Source: [RFC 9068, section 4](https://www.rfc-editor.org/rfc/rfc9068#section-4);
//! [RFC 8725](https://www.rfc-editor.org/rfc/rfc8725) for what not to trust.

use jsonwebtoken::errors::{Error as JwtError, ErrorKind};
use jsonwebtoken::{Algorithm, Header, Validation, decode, decode_header};

use super::claims::Claims;
use super::keys::Keys;
use super::leeway::LEEWAY_SECONDS;
use super::token::{TokenError, VerifiedToken};

/// Verifies the tokens of one issuer.
pub(super) struct JwtVerifier {
    issuer: String,
    audiences: Vec<String>,
    keys: Keys,
}

impl JwtVerifier {
    pub(super) fn new(issuer: String, audiences: Vec<String>, keys: Keys) -> Self {
        // Another crate of the program may already have installed this provider, or a different
        // one.
        let _ = jsonwebtoken::crypto::aws_lc::DEFAULT_PROVIDER.install_default();
        Self { issuer, audiences, keys }
    }

    pub(super) fn issuer(&self) -> &str {
        &self.issuer
    }

    pub(super) async fn verify(&self, token: &str) -> Result<VerifiedToken, TokenError> {
        let header = header(token)?;
        let key = self.keys.find(header.kid.as_deref(), header.alg).await?;
        let mut validation = Validation::new(header.alg);
        validation.leeway = LEEWAY_SECONDS;
        validation.validate_nbf = true;
        validation.set_issuer(&[&self.issuer]);
        validation.set_audience(&self.audiences);
        validation.set_required_spec_claims(&["exp", "iss", "aud"]);
        let claims =
            decode::<Claims>(token, &key, &validation).map_err(|error| token_error(&error))?;
        if !claims.claims.0.get("iss").is_some_and(serde_json::Value::is_string) {
            return Err(TokenError::invalid("the token names several issuers"));
        }
        claims.claims.verified(&self.issuer)
    }
}

/// Reads the header of a token that can be verified at all; references to keys elsewhere are
/// ignored.
fn header(token: &str) -> Result<Header, TokenError> {
    let header = decode_header(token).map_err(|error| match error.kind() {
        ErrorKind::InvalidAlgorithm | ErrorKind::InvalidAlgorithmName => algorithm(),
        ErrorKind::Json(error) if error.to_string().contains("unknown variant") => algorithm(),
        _ => TokenError::invalid("the token is not a JWT"),
    })?;
    if matches!(header.alg, Algorithm::HS256 | Algorithm::HS384 | Algorithm::HS512) {
        return Err(algorithm());
    }
    // A token for another purpose, such as a proof or a logout, has another type.
    let types = ["JWT", "at+jwt", "application/at+jwt"];
    let is_access = |typ: &String| types.iter().any(|known| typ.eq_ignore_ascii_case(known));
    if !header.typ.as_ref().is_none_or(is_access) {
        return Err(TokenError::invalid("the token is not an access token"));
    }
    if header.crit.is_some() {
        return Err(TokenError::invalid(
            "the header of the token has `crit`, which this server does not support",
        ));
    }
    Ok(header)
}

fn algorithm() -> TokenError {
    TokenError::invalid("the token is not signed with an asymmetric algorithm")
}

/// Why a token is invalid, without revealing anything about the keys.
fn token_error(error: &JwtError) -> TokenError {
    TokenError::invalid(match error.kind() {
        ErrorKind::ExpiredSignature => "the token has expired",
        ErrorKind::ImmatureSignature => "the token is not valid yet",
        ErrorKind::InvalidAudience => "the token is not for this server",
        ErrorKind::InvalidIssuer => "the token was issued by another issuer",
        ErrorKind::MissingRequiredClaim(claim) => {
            return TokenError::invalid(format!("the token has no usable `{claim}`"));
        }
        ErrorKind::InvalidClaimFormat(claim) => {
            return TokenError::invalid(format!("the claim `{claim}` of the token is not valid"));
        }
        ErrorKind::Base64(_) | ErrorKind::Utf8(_) => "the token is not a JWT",
        ErrorKind::Json(_) => "the claims of the token cannot be read",
        _ => "the signature of the token is not valid",
    })
}
