//! The public keys of an issuer, fetched on demand and cached.

use std::sync::Arc;
use std::time::Duration;

use jsonwebtoken::jwk::{AlgorithmParameters, EllipticCurve, Jwk, KeyOperations, PublicKeyUse};
use jsonwebtoken::{Algorithm, DecodingKey};
use serde::Deserialize;
use serde_json::Value;
use tokio::time::Instant;

use super::token::TokenError;
use crate::error::Result;
use crate::server::response::BoxFuture;
use crate::sync::Mutex;

/// The maximum number of keys of an issuer.
const MAX_KEYS: usize = 100;
/// How long keys are used before they are fetched again.
const FRESH_FOR: Duration = Duration::from_secs(10 * 60);
/// How much longer they are used if they cannot be fetched.
const STALE_FOR: Duration = Duration::from_secs(5 * 60);
/// The minimum time between fetches because of an unknown key, for all requests together.
const REFETCH_INTERVAL: Duration = Duration::from_secs(60);
/// The minimum time between attempts to fetch keys after a failure.
const RETRY_INTERVAL: Duration = Duration::from_secs(5);

/// A document with keys, as issuers publish it.
///
/// Source: [RFC 7517, section 5](https://www.rfc-editor.org/rfc/rfc7517#section-5).
#[derive(Deserialize)]
pub(super) struct KeyDocument {
    keys: Vec<Value>,
}

/// A key that verifies signatures, and its algorithms.
struct PublicKey {
    id: Option<String>,
    algorithms: Vec<Algorithm>,
    key: DecodingKey,
}

/// The keys of an issuer.
pub(super) struct KeySet(Vec<PublicKey>);

/// Why there is no key for a token.
enum NoKey {
    /// Another document may have it.
    Unknown,
    Unfit(&'static str),
}

impl From<KeyDocument> for KeySet {
    fn from(document: KeyDocument) -> Self {
        Self(document.keys.into_iter().filter_map(public_key).take(MAX_KEYS).collect())
    }
}

/// Reads a key of a document, if it verifies signatures: it is neither a secret nor for encryption.
fn public_key(key: Value) -> Option<PublicKey> {
    let jwk: Jwk = serde_json::from_value(key).ok()?;
    let verifies = |of: &Vec<KeyOperations>| of.contains(&KeyOperations::Verify);
    let common = &jwk.common;
    let is_for_signatures =
        common.public_key_use.as_ref().is_none_or(|of| *of == PublicKeyUse::Signature)
            && common.key_operations.as_ref().is_none_or(verifies);
    let mut algorithms = match &jwk.algorithm {
        AlgorithmParameters::RSA(_) => vec![
            Algorithm::RS256,
            Algorithm::RS384,
            Algorithm::RS512,
            Algorithm::PS256,
            Algorithm::PS384,
            Algorithm::PS512,
        ],
        AlgorithmParameters::EllipticCurve(key) => match key.curve {
            EllipticCurve::P256 => vec![Algorithm::ES256],
            EllipticCurve::P384 => vec![Algorithm::ES384],
            _ => Vec::new(),
        },
        AlgorithmParameters::OctetKeyPair(key) if key.curve == EllipticCurve::Ed25519 => {
            vec![Algorithm::EdDSA]
        }
        _ => Vec::new(),
    };
    if let Some(said) = common.key_algorithm {
        algorithms.retain(|algorithm| format!("{algorithm:?}") == said.to_string());
    }
    let fits = is_for_signatures && !algorithms.is_empty();
    let key = DecodingKey::from_jwk(&jwk).ok().filter(|_| fits)?;
    Some(PublicKey { id: jwk.common.key_id, algorithms, key })
}

impl KeySet {
    /// Finds the key that a token names, if the key supports its algorithm.
    fn find(&self, id: Option<&str>, algorithm: Algorithm) -> Result<&DecodingKey, NoKey> {
        let named = |key: &&PublicKey| id.is_none() || key.id.as_deref() == id;
        let mut fitting =
            self.0.iter().filter(named).filter(|key| key.algorithms.contains(&algorithm));
        match (fitting.next(), fitting.next()) {
            (Some(key), None) => Ok(&key.key),
            (Some(_), Some(_)) => {
                Err(NoKey::Unfit("the token does not say by which key it is signed"))
            }
            (None, _) if id.is_some() && self.0.iter().any(|key| named(&key)) => {
                Err(NoKey::Unfit("the algorithm of the token is not that of its key"))
            }
            (None, _) => Err(NoKey::Unknown),
        }
    }
}

/// Fetches the keys.
pub(super) type FetchKeys = Box<dyn Fn() -> BoxFuture<Result<KeySet>> + Send + Sync>;

/// The keys of an issuer, and when they were fetched.
pub(super) struct Keys {
    fetch: FetchKeys,
    known: Mutex<Known>,
    /// Held by the task that fetches them.
    asking: tokio::sync::Mutex<()>,
}

#[derive(Default)]
struct Known {
    keys: Option<(Arc<KeySet>, Instant)>,
    asked: Option<Instant>,
}

impl Keys {
    pub(super) fn new(fetch: FetchKeys) -> Self {
        Self { fetch, known: Mutex::default(), asking: tokio::sync::Mutex::default() }
    }

    /// The key that a token names.
    pub(super) async fn find(
        &self,
        id: Option<&str>,
        algorithm: Algorithm,
    ) -> Result<DecodingKey, TokenError> {
        let mut asked = false;
        loop {
            let keys = self.usable(&mut asked).await?;
            match keys.find(id, algorithm) {
                Ok(key) => return Ok(key.clone()),
                Err(NoKey::Unfit(why)) => return Err(TokenError::invalid(why)),
                Err(NoKey::Unknown) if !asked => {
                    asked = true;
                    if !self.refetch(REFETCH_INTERVAL).await {
                        return Err(unknown());
                    }
                }
                Err(NoKey::Unknown) => return Err(unknown()),
            }
        }
    }

    /// Returns keys that are not too old, and fetches them if necessary.
    async fn usable(&self, asked: &mut bool) -> Result<Arc<KeySet>, TokenError> {
        if let Some((keys, _)) = self.known().filter(|(_, age)| *age < FRESH_FOR) {
            return Ok(keys);
        }
        *asked |= self.refetch(RETRY_INTERVAL).await;
        match self.known() {
            Some((keys, age)) if age < FRESH_FOR + STALE_FOR => Ok(keys),
            _ => Err(TokenError::Unavailable("the keys of the issuer are unavailable".to_owned())),
        }
    }

    fn known(&self) -> Option<(Arc<KeySet>, Duration)> {
        let known = self.known.lock();
        known.keys.as_ref().map(|(keys, since)| (Arc::clone(keys), since.elapsed()))
    }

    /// Fetches the keys, unless another task did so within this time. Returns whether they may have
    /// changed.
    async fn refetch(&self, pause: Duration) -> bool {
        let before = Instant::now();
        let _asking = self.asking.lock().await;
        {
            let mut known = self.known.lock();
            match known.asked {
                // Another task fetched them while this one waited.
                Some(asked) if asked >= before => return true,
                Some(asked) if asked.elapsed() < pause => return false,
                _ => known.asked = Some(Instant::now()),
            }
        }
        let fetched = (self.fetch)().await;
        let (mut known, now) = (self.known.lock(), Instant::now());
        known.asked = Some(now);
        match fetched {
            Ok(keys) => known.keys = Some((Arc::new(keys), now)),
            Err(error) => {
                tracing::warn!(%error, "the keys of an issuer of tokens could not be fetched");
            }
        }
        true
    }
}

fn unknown() -> TokenError {
    TokenError::invalid("the issuer has no key of that name")
}

#[cfg(test)]
mod tests;
