//! The nonces of the server, which tell when a proof was made by its own clock. They are sealed
//! times: nothing is kept of them, and all replicas open them.
//!
//! Source: [RFC 9449, sections 8 and 9](https://www.rfc-editor.org/rfc/rfc9449#section-9).

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::HeaderValue;
use mcp_runtime::SharedState;

use super::proof::ProofError;

/// How long a nonce is good, in seconds.
const GOOD_FOR: u64 = 5 * 60;
/// How old a nonce is when its client gets another one, in seconds.
const RENEWED_AFTER: u64 = GOOD_FOR / 2;
/// How far the clock of another replica may be ahead, in seconds.
const LEEWAY: u64 = 60;

/// Issues nonces, and checks them.
pub(super) struct Nonces {
    state: Arc<SharedState>,
    /// A nonce of one resource is none of another one with the same keys.
    binding: Vec<u8>,
}

impl Nonces {
    pub(super) fn new(state: Arc<SharedState>, resource: &str) -> Self {
        Self { state, binding: format!("DPoP nonce of {resource}").into() }
    }

    /// Checks the nonce of a proof; returns the next one if it is time for that.
    pub(super) fn check(
        &self,
        nonce: Option<&str>,
        now: u64,
    ) -> Result<Option<HeaderValue>, ProofError> {
        match nonce.and_then(|nonce| self.age(nonce, now)) {
            Some(0..RENEWED_AFTER) => Ok(None),
            Some(RENEWED_AFTER..=GOOD_FOR) => self.issue(now).map(Some),
            _ => Err(ProofError::NeedsNonce(self.issue(now)?)),
        }
    }

    fn issue(&self, now: u64) -> Result<HeaderValue, ProofError> {
        let sealed = self
            .state
            .seal(&now.to_le_bytes(), &self.binding)
            .map_err(|_| ProofError::Unavailable)?;
        HeaderValue::try_from(URL_SAFE_NO_PAD.encode(sealed)).map_err(|_| ProofError::Unavailable)
    }

    /// How old a nonce is, in seconds; `None` if it is none of ours.
    fn age(&self, nonce: &str, now: u64) -> Option<u64> {
        let bytes = self.state.open(&URL_SAFE_NO_PAD.decode(nonce).ok()?, &self.binding)?;
        let time = u64::from_le_bytes(bytes.try_into().ok()?);
        (time <= now + LEEWAY).then(|| now.saturating_sub(time))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nonce_is_good_for_five_minutes_and_replaced_before() {
        let nonces = Nonces::new(Arc::default(), "https://mcp.example.com/mcp");
        let issued = nonces.issue(1_000).unwrap();
        let nonce = issued.to_str().unwrap();
        for (now, next) in
            [(940, false), (1_000, false), (1_149, false), (1_150, true), (1_300, true)]
        {
            assert_eq!(nonces.check(Some(nonce), now).unwrap().is_some(), next, "{now}");
        }
        for (nonce, now) in
            [(Some(nonce), 1_301), (Some(nonce), 939), (Some(&nonce[1..]), 1_000), (None, 1_000)]
        {
            let error = nonces.check(nonce, now).unwrap_err();
            assert!(matches!(error, ProofError::NeedsNonce(_)), "{error:?}");
        }
        let other = Nonces::new(Arc::clone(&nonces.state), "https://other.example.com/mcp");
        assert!(other.check(Some(nonce), 1_000).is_err(), "it is for another resource");
    }
}
