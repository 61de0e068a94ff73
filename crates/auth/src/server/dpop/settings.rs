//! Whether tokens have to be bound to keys, and which proofs are accepted.

use std::sync::Arc;
use std::time::Duration;

use jsonwebtoken::Algorithm;
use mcp_runtime::SharedState;
use mcp_runtime_protocol::{Error, Result};

use super::nonce::Nonces;
use super::replay::UsedProofs;
use super::target::Target;
use super::verifier::ProofVerifier;
use crate::url::parse;

/// The algorithms that proofs may have. `Ed25519` is the newer name of `EdDSA` with that curve.
///
/// Source: [RFC 7518, section 3.1](https://www.rfc-editor.org/rfc/rfc7518#section-3.1);
/// [RFC 9864, section 2.2](https://www.rfc-editor.org/rfc/rfc9864#section-2.2).
const ALGORITHMS: [(&str, Algorithm); 6] = [
    ("ES256", Algorithm::ES256),
    ("ES384", Algorithm::ES384),
    ("EdDSA", Algorithm::EdDSA),
    ("Ed25519", Algorithm::EdDSA),
    ("RS256", Algorithm::RS256),
    ("PS256", Algorithm::PS256),
];

/// How far the time of a proof may be from now.
const WINDOW: Duration = Duration::from_secs(5 * 60);

/// Accepts tokens that are bound to a key of the client (DPoP): see
/// [`ProtectedResource::dpop`](crate::ProtectedResource::dpop).
///
/// A token that was stolen is of no use without the key, which never leaves the client. Sessions
/// and open questions then belong to the key, too.
///
/// MCP has only a draft for this ([SEP-1932](https://github.com/modelcontextprotocol/modelcontextprotocol/pull/1932));
/// the API may change with that draft.
///
/// ```
/// use mcp_runtime_auth::Dpop;
///
/// let dpop = Dpop::required().nonces().algorithms(["ES256"]);
/// ```
///
/// Source: [RFC 9449](https://www.rfc-editor.org/rfc/rfc9449).
#[derive(Clone, Debug)]
#[must_use = "it does nothing until a resource is protected with it"]
pub struct Dpop {
    is_required: bool,
    has_nonces: bool,
    is_single_use: bool,
    window: Duration,
    names: Vec<String>,
}

impl Dpop {
    /// Accepts bound tokens with their proofs, and bearer tokens.
    pub fn optional() -> Self {
        Self {
            is_required: false,
            has_nonces: false,
            is_single_use: false,
            window: WINDOW,
            names: ALGORITHMS.iter().map(|(name, _)| (*name).to_owned()).collect(),
        }
    }

    /// Accepts only bound tokens.
    pub fn required() -> Self {
        Self { is_required: true, ..Self::optional() }
    }

    /// Requires proofs to contain a nonce of the server, so that none can be made in advance.
    ///
    /// A nonce is good for five minutes, at all replicas with the same
    /// [`state_keys`](mcp_runtime::ServerBuilder::state_keys).
    ///
    /// Source: [RFC 9449, section 9](https://www.rfc-editor.org/rfc/rfc9449#section-9).
    pub fn nonces(self) -> Self {
        Self { has_nonces: true, ..self }
    }

    /// Accepts proofs that were made at most this long ago, or ahead by the clock of the client:
    /// five minutes by default, and at most.
    pub fn window(self, window: Duration) -> Self {
        Self { window, ..self }
    }

    /// Accepts proofs with these algorithms, of ES256, ES384, `EdDSA`, Ed25519, RS256 and PS256 (all
    /// of them by default).
    pub fn algorithms<A: Into<String>>(self, names: impl IntoIterator<Item = A>) -> Self {
        Self { names: names.into_iter().map(Into::into).collect(), ..self }
    }

    /// Accepts each proof once. Otherwise one can be replayed within its window, for the same
    /// method, URL and token.
    ///
    /// What was used is kept in memory, in at most 8 MiB, or in the
    /// [store](mcp_runtime::ServerBuilder::store) that replicas share, which then takes a write for
    /// each request. While there is no room, or the store is down, requests get `503`.
    ///
    /// Source: [RFC 9449, section 11.1](https://www.rfc-editor.org/rfc/rfc9449#section-11.1).
    pub fn single_use(self) -> Self {
        Self { is_single_use: true, ..self }
    }

    pub(in crate::server) fn is_required(&self) -> bool {
        self.is_required
    }

    /// The names of its algorithms.
    pub(in crate::server) fn names(&self) -> Vec<String> {
        self.names.clone()
    }

    /// Creates the verifier of the proofs for a resource.
    pub(in crate::server) fn verifier(
        self,
        resource: &str,
        state: SharedState,
    ) -> Result<ProofVerifier> {
        let wrong = |why: String| Error::other(format!("DPoP: {why}"));
        let known = |name: &String| {
            let mut known = ALGORITHMS.into_iter();
            let found = known.find(|(known, _)| known == name);
            found.ok_or_else(|| {
                wrong(format!("proofs with the algorithm {name:?} are not supported"))
            })
        };
        let algorithms = self.names.iter().map(known).collect::<Result<Vec<_>>>()?;
        if algorithms.is_empty() {
            return Err(wrong("no algorithm is allowed for proofs".to_owned()));
        }
        if self.window.as_secs() == 0 || self.window > WINDOW {
            return Err(wrong(
                "the window of proofs must be from one second to five minutes".to_owned(),
            ));
        }
        // Another crate of the program may already have installed this provider, or a different
        // one.
        let _ = jsonwebtoken::crypto::aws_lc::DEFAULT_PROVIDER.install_default();
        let state = Arc::new(state);
        let nonces = self.has_nonces.then(|| Nonces::new(Arc::clone(&state), resource));
        let used = self.is_single_use.then(|| UsedProofs::new(state, self.window));
        let target = Target::new(&parse(resource)?);
        let window = self.window.as_secs();
        let is_required = self.is_required;
        Ok(ProofVerifier { is_required, algorithms, window, target, nonces, used })
    }
}
