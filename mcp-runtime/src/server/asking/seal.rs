//! What a client carries between rounds: it can neither read nor change it.
//!
//! Source: 2026-07-28, "Multi Round-Trip Requests", Server Requirements, 4 and 5.

#[cfg(test)]
mod fuzz;

use std::sync::OnceLock;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use orion::errors::UnknownCryptoError;
use orion::hazardous::aead::xchacha20poly1305::{Nonce as XNonce, SecretKey, XChaCha20Poly1305};
use orion::hazardous::mac::poly1305::POLY1305_OUTSIZE as TAG;

use crate::error::{Error, Result};

/// The first byte of a sealed text, in case there will be another format.
const FORMAT: u8 = 1;

/// Names one sealed text: no two are sealed with the same one.
pub(super) type Nonce = [u8; 24];

/// Seals with the first of its keys, and opens what any of them sealed.
pub(crate) struct Sealer {
    given: Vec<[u8; 32]>,
    own: OnceLock<[u8; 32]>,
}

impl Sealer {
    /// Without keys, one is made when it is needed.
    pub(crate) fn new(given: Vec<[u8; 32]>) -> Self {
        Self { given, own: OnceLock::new() }
    }

    /// Seals a text for whoever can name the same `binding`.
    pub(super) fn seal(&self, text: &[u8], binding: &[u8]) -> Result<(Nonce, String)> {
        let nonce = random::<24>()?;
        let mut sealed = vec![0; text.len() + TAG];
        let (key, number) = (secret(self.key()?)?, XNonce::try_from(&nonce).map_err(unsealed)?);
        XChaCha20Poly1305::seal(&key, &number, text, Some(binding), &mut sealed)
            .map_err(unsealed)?;
        Ok((nonce, URL_SAFE_NO_PAD.encode([&[FORMAT], &nonce[..], &sealed].concat())))
    }

    /// Opens what was sealed; `None` if it was not sealed here, or not for this binding.
    pub(super) fn open(&self, sealed: &str, binding: &[u8]) -> Option<(Nonce, Vec<u8>)> {
        let bytes = URL_SAFE_NO_PAD.decode(sealed).ok()?;
        let (nonce, sealed) = bytes.strip_prefix(&[FORMAT])?.split_first_chunk::<24>()?;
        let number = XNonce::try_from(nonce).ok()?;
        let mut text = vec![0; sealed.len().checked_sub(TAG)?];
        let mut keys = self.given.iter().chain(self.own.get()).filter_map(|key| secret(key).ok());
        let opens = |key: SecretKey| {
            XChaCha20Poly1305::open(&key, &number, sealed, Some(binding), &mut text).is_ok()
        };
        keys.any(opens).then_some((*nonce, text))
    }

    fn key(&self) -> Result<&[u8; 32]> {
        if let Some(key) = self.given.first().or_else(|| self.own.get()) {
            return Ok(key);
        }
        let key = random()?;
        Ok(self.own.get_or_init(|| {
            tracing::info!(
                "questions to clients are sealed with a key of this process: their answers have to \
                 reach this process, until it ends; ServerBuilder::state_keys shares a key"
            );
            key
        }))
    }
}

fn secret(key: &[u8; 32]) -> Result<SecretKey> {
    SecretKey::try_from(key).map_err(unsealed)
}

fn unsealed(error: UnknownCryptoError) -> Error {
    Error::other(format!("the state of the call cannot be sealed: {error}"))
}

/// Random bytes of the operating system.
pub(super) fn random<const N: usize>() -> Result<[u8; N]> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|_| Error::other("the system gives no random numbers"))?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sealed_text_is_opened_where_it_belongs_and_nowhere_else() {
        let (old, new, other) = ([1; 32], [2; 32], [3; 32]);
        let sealed = Sealer::new(vec![old]).seal(b"text", b"alice").unwrap().1;
        let open = |keys: &[[u8; 32]], sealed: &str, binding: &[u8]| {
            let opened = Sealer::new(keys.to_vec()).open(sealed, binding);
            opened.map(|(_, text)| text)
        };
        assert_eq!(open(&[new, old], &sealed, b"alice").as_deref(), Some(&b"text"[..]));
        assert_eq!(open(&[new, other], &sealed, b"alice"), None);
        assert_eq!(open(&[old], &sealed, b"bob"), None);
        for position in 0..sealed.len() {
            let mut changed = sealed.clone().into_bytes();
            changed[position] ^= 1;
            let changed = String::from_utf8(changed).unwrap();
            assert_eq!(open(&[old], &changed, b"alice"), None, "{position}");
            assert_eq!(open(&[old], &sealed[..position], b"alice"), None, "{position}");
        }
    }

    #[test]
    fn a_key_of_its_own_opens_what_it_sealed() {
        let sealer = Sealer::new(Vec::new());
        let texts = ["a", "a"].map(|text| sealer.seal(text.as_bytes(), b"").unwrap().1);
        assert_ne!(texts[0], texts[1]);
        assert!(texts.iter().all(|sealed| sealer.open(sealed, b"").is_some()));
        assert!(Sealer::new(Vec::new()).open(&texts[0], b"").is_none());
    }
}
