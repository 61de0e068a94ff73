//! The public keys of an issuer, fetched on demand and cached.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use jsonwebtoken::jwk::{AlgorithmParameters, EllipticCurve, Jwk, KeyOperations, PublicKeyUse};
use jsonwebtoken::{Algorithm, DecodingKey};
use mcp_runtime_protocol::Result;
use mcp_runtime_protocol::sync::Mutex;
use serde::Deserialize;
use serde_json::Value;
use tokio::sync::watch;
use tokio::time::{Instant, timeout_at};

use super::token::TokenError;

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
/// How long requests wait for an attempt to fetch keys after a failure.
const RETRY_WAIT: Duration = Duration::from_secs(2);

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
                Err(NoKey::Unfit("the token has no `kid`, and several keys of the issuer fit"))
            }
            (None, _) if id.is_some() && self.0.iter().any(|key| named(&key)) => {
                Err(NoKey::Unfit("the algorithm of the token does not match its key"))
            }
            (None, _) => Err(NoKey::Unknown),
        }
    }
}

/// Fetches the keys.
pub(super) type FetchKeys = Box<dyn Fn() -> FetchingKeys + Send + Sync>;

type FetchingKeys = Pin<Box<dyn Future<Output = Result<KeySet>> + Send>>;

/// The keys of an issuer, and when they were fetched.
pub(super) struct Keys(Arc<FetchedKeys>);

struct FetchedKeys {
    fetch: FetchKeys,
    known: Mutex<KeyCache>,
}

#[derive(Default)]
struct KeyCache {
    keys: Option<(Arc<KeySet>, Instant)>,
    /// When they were last asked for, successfully or not.
    asked: Option<Instant>,
    /// Whether that failed.
    has_failed: bool,
    /// The attempt that is under way.
    attempt: Option<Attempt>,
}

/// An attempt to fetch the keys, which a task of its own makes for all requests.
#[derive(Clone)]
struct Attempt {
    ended: watch::Receiver<()>,
    /// Until when requests wait for it, if not until it ends.
    deadline: Option<Instant>,
}

impl Attempt {
    async fn wait(mut self) {
        // The sender is dropped at the end.
        let ended = self.ended.changed();
        let _ = match self.deadline {
            None => Ok(ended.await),
            Some(deadline) => timeout_at(deadline, ended).await,
        };
    }
}

impl Keys {
    pub(super) fn new(fetch: FetchKeys) -> Self {
        Self(Arc::new(FetchedKeys { fetch, known: Mutex::default() }))
    }

    /// The key that a token names.
    pub(super) async fn find(
        &self,
        id: Option<&str>,
        algorithm: Algorithm,
    ) -> Result<DecodingKey, TokenError> {
        let mut has_waited = false;
        loop {
            let keys = self.usable(&mut has_waited).await?;
            match keys.find(id, algorithm) {
                Ok(key) => return Ok(key.clone()),
                Err(NoKey::Unfit(why)) => return Err(TokenError::invalid(why)),
                Err(NoKey::Unknown) if !has_waited => {
                    has_waited = true;
                    let Some(attempt) = self.attempt(REFETCH_INTERVAL) else {
                        return Err(unknown());
                    };
                    attempt.wait().await;
                }
                Err(NoKey::Unknown) => return Err(unknown()),
            }
        }
    }

    /// Returns keys that are not too old. Older ones are used while they are fetched again, so that
    /// requests only wait if there are none.
    async fn usable(&self, has_waited: &mut bool) -> Result<Arc<KeySet>, TokenError> {
        let is_usable = |(_, age): &(_, Duration)| *age < FRESH_FOR + STALE_FOR;
        let known = match self.cached() {
            Some((keys, age)) if age < FRESH_FOR => return Ok(keys),
            known => known,
        };
        let attempt = self.attempt(RETRY_INTERVAL);
        if let Some((keys, _)) = known.filter(is_usable) {
            return Ok(keys);
        }
        if let Some(attempt) = attempt {
            *has_waited = true;
            attempt.wait().await;
        }
        self.cached().filter(is_usable).map(|(keys, _)| keys).ok_or_else(unavailable)
    }

    fn cached(&self) -> Option<(Arc<KeySet>, Duration)> {
        let known = self.0.known.lock();
        known.keys.as_ref().map(|(keys, since)| (Arc::clone(keys), since.elapsed()))
    }

    /// The attempt to fetch the keys that is under way, or a new one, unless there was one within
    /// this time.
    fn attempt(&self, pause: Duration) -> Option<Attempt> {
        let mut known = self.0.known.lock();
        if let Some(attempt) = &known.attempt {
            return Some(attempt.clone());
        }
        if known.asked.is_some_and(|asked| asked.elapsed() < pause) {
            return None;
        }
        let (end, ended) = watch::channel(());
        // Nobody waits for long for an issuer that did not answer before.
        let deadline = known.has_failed.then(|| Instant::now() + RETRY_WAIT);
        let attempt = Attempt { ended, deadline };
        known.attempt = Some(attempt.clone());
        drop(known);
        tokio::spawn(Arc::clone(&self.0).fetch(end));
        Some(attempt)
    }
}

impl FetchedKeys {
    async fn fetch(self: Arc<Self>, end: watch::Sender<()>) {
        let underway = Underway(&self);
        let fetched = (self.fetch)().await;
        let mut known = self.known.lock();
        let now = Instant::now();
        known.has_failed = fetched.is_err();
        match fetched {
            Ok(keys) => known.keys = Some((Arc::new(keys), now)),
            Err(error) => {
                tracing::warn!(%error, "could not fetch the keys of a token issuer");
            }
        }
        drop(known);
        drop(underway);
        drop(end);
    }
}

/// Ends an attempt, even one whose task is dropped or panics.
struct Underway<'a>(&'a FetchedKeys);

impl Drop for Underway<'_> {
    fn drop(&mut self) {
        let mut known = self.0.known.lock();
        (known.attempt, known.asked) = (None, Some(Instant::now()));
    }
}

fn unavailable() -> TokenError {
    TokenError::Unavailable("the keys of the issuer are unavailable".to_owned())
}

fn unknown() -> TokenError {
    TokenError::invalid("the issuer has no key for the `kid` and algorithm of the token")
}

#[cfg(test)]
mod tests;
