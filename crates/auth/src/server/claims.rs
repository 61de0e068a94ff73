//! The claims of a token, read so that no other reader can interpret them differently. They are
//! checked elsewhere: those of a JWT by `jwt`, the audience and the expiry of any token by
//! `authorizer`.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, Visitor};
use serde_json::{Map, Value};

use super::token::{TokenError, VerifiedToken};

/// The claims of a token; duplicates are rejected.
///
/// Source: [RFC 7519, section 4](https://www.rfc-editor.org/rfc/rfc7519#section-4).
#[derive(Debug)]
pub(super) struct Claims(pub(super) Map<String, Value>);

impl<'de> Deserialize<'de> for Claims {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Unique;
        impl<'de> Visitor<'de> for Unique {
            type Value = Claims;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("claims")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Claims, A::Error> {
                let mut claims = Map::new();
                while let Some((name, value)) = map.next_entry::<String, Value>()? {
                    if claims.insert(name, value).is_some() {
                        return Err(A::Error::custom("a claim occurs twice"));
                    }
                }
                Ok(Claims(claims))
            }
        }
        deserializer.deserialize_map(Unique)
    }
}

impl Claims {
    /// Extracts the subject, the audiences and the scopes of the token.
    pub(super) fn verified(self, issuer: &str) -> Result<VerifiedToken, TokenError> {
        let Self(claims) = self;
        let text = |name: &str| claims.get(name).and_then(Value::as_str);
        let key = claims.get("cnf").map(thumbprint).transpose()?;
        match claims.get("iss") {
            None => {}
            Some(Value::String(said)) if said == issuer => {}
            Some(Value::String(_)) => {
                return Err(TokenError::invalid("the token was issued by another issuer"));
            }
            Some(_) => return Err(malformed("iss")),
        }
        // One that cannot be read does not stand for a token that never expires.
        let expires = claims
            .get("exp")
            .map(|exp| seconds(exp).ok_or_else(|| malformed("exp")))
            .transpose()?;
        let subject = text("sub")
            .filter(|subject| !subject.is_empty())
            .ok_or_else(|| TokenError::invalid("the token has no subject"))?;
        let mut token = VerifiedToken::new(issuer, subject);
        token.audiences = texts(claims.get("aud"));
        let scopes: Vec<String> = texts(claims.get("scope"))
            .into_iter()
            .chain(texts(claims.get("scp")))
            .flat_map(|text| split(&text))
            .filter(|scope| !scope.is_empty())
            .collect();
        token = token.scopes(scopes).claims(claims);
        if let Some(key) = key {
            token = token.bound_to(key);
        }
        Ok(match expires {
            Some(seconds) => token.expires_at_seconds(seconds),
            None => token,
        })
    }
}

/// The thumbprint of the key that a token is bound to. A token that is confirmed in any other way,
/// too, is invalid: nothing here could verify that.
///
/// Source: [RFC 7800, section 3.1](https://www.rfc-editor.org/rfc/rfc7800#section-3.1);
/// [RFC 9449, section 6.1](https://www.rfc-editor.org/rfc/rfc9449#section-6.1).
fn thumbprint(confirmation: &Value) -> Result<String, TokenError> {
    let members = confirmation.as_object().filter(|members| members.len() == 1);
    let thumbprint = members.and_then(|members| members.get("jkt")?.as_str()).ok_or_else(|| {
        TokenError::invalid("the token is bound to a key in a way that cannot be verified")
    })?;
    Ok(thumbprint.to_owned())
}

fn malformed(claim: &str) -> TokenError {
    TokenError::invalid(format!("the claim `{claim}` of the token is not valid"))
}

fn split(scopes: &str) -> Vec<String> {
    scopes.split(' ').map(str::to_owned).collect()
}

/// A time in JSON: a number, possibly with a fraction.
pub(super) fn seconds(value: &Value) -> Option<u64> {
    let number = value.as_u64().filter(|seconds| *seconds < 1_000_000_000_000_000);
    number.or_else(|| {
        let seconds = value.as_f64().filter(|seconds| (0.0..1e15).contains(seconds))?;
        Some(seconds as u64)
    })
}

/// Reads a single string, or a list of strings.
fn texts(value: Option<&Value>) -> Vec<String> {
    match value {
        Some(Value::String(text)) => vec![text.clone()],
        Some(Value::Array(texts)) => {
            texts.iter().filter_map(|text| text.as_str().map(str::to_owned)).collect()
        }
        _ => Vec::new(),
    }
}
