//! Encrypts the `requestState`: a client carries it between rounds, and can neither read nor change
//! it.
//!
//! Source: [2026-07-28, "Multi Round-Trip Requests", Server Requirements, 4 and 5](https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr).

#[cfg(test)]
mod fuzz;

use std::sync::OnceLock;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chacha20poly1305::aead::{Aead as _, KeyInit as _, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use zeroize::Zeroizing;

use crate::error::{Error, Result};
use crate::random;

/// The first byte of a sealed text: the version of its format.
const FORMAT: u8 = 2;

/// The nonce of a sealed text, which also identifies it: no two texts share one.
pub(crate) type Nonce = [u8; 24];

/// A key, which is wiped from memory when it is dropped.
pub(crate) struct Key(XChaCha20Poly1305);

/// Seals with the first of its keys, and opens what any of them sealed.
pub(crate) struct Sealer {
    given: Vec<Key>,
    own: OnceLock<Key>,
}

impl From<Zeroizing<[u8; 32]>> for Key {
    fn from(key: Zeroizing<[u8; 32]>) -> Self {
        Self(XChaCha20Poly1305::new((&*key).into()))
    }
}

impl Sealer {
    /// Creates a sealer. Without keys, it generates one when needed.
    pub(crate) fn new(given: Vec<Key>) -> Self {
        Self { given, own: OnceLock::new() }
    }

    /// Whether it was given keys, which other processes can have, too.
    pub(crate) fn has_keys(&self) -> bool {
        !self.given.is_empty()
    }

    /// Seals a text, which only opens with the same `binding`.
    #[inline]
    pub(super) fn seal(&self, text: &[u8], binding: &[u8]) -> Result<(Nonce, String)> {
        let (nonce, sealed) = self.seal_bytes(text, binding)?;
        Ok((nonce, URL_SAFE_NO_PAD.encode(sealed)))
    }

    /// Like `seal`, but returns bytes.
    #[inline]
    pub(crate) fn seal_bytes(&self, text: &[u8], binding: &[u8]) -> Result<(Nonce, Vec<u8>)> {
        let nonce: Nonce = random::bytes()?;
        let payload = Payload { msg: text, aad: binding };
        let encrypted = self.key()?.0.encrypt(&XNonce::from(nonce), payload);
        let sealed = encrypted.map_err(|_| Error::other("the state is too long to encrypt"))?;
        Ok((nonce, [&[FORMAT], &nonce[..], &sealed].concat()))
    }

    /// Opens what was sealed; `None` if it was not sealed here, or not for this binding.
    #[inline]
    pub(super) fn open(&self, sealed: &str, binding: &[u8]) -> Option<(Nonce, Vec<u8>)> {
        self.open_bytes(&URL_SAFE_NO_PAD.decode(sealed).ok()?, binding)
    }

    /// Like `open`, but takes bytes.
    #[inline]
    pub(crate) fn open_bytes(&self, bytes: &[u8], binding: &[u8]) -> Option<(Nonce, Vec<u8>)> {
        let (nonce, sealed) = bytes.strip_prefix(&[FORMAT])?.split_first_chunk::<24>()?;
        let mut keys = self.given.iter().chain(self.own.get());
        let text = keys.find_map(|key| {
            let payload = Payload { msg: sealed, aad: binding };
            key.0.decrypt(&XNonce::from(*nonce), payload).ok()
        });
        Some((*nonce, text?))
    }

    #[inline]
    fn key(&self) -> Result<&Key> {
        if let Some(key) = self.given.first().or_else(|| self.own.get()) {
            return Ok(key);
        }
        let mut key = Zeroizing::new([0; 32]);
        random::fill(&mut *key)?;
        Ok(self.own.get_or_init(|| {
            tracing::info!(
                "the state of calls that ask questions is encrypted with a key of this process: \
                 only this process accepts the answers, until it exits; set \
                 ServerBuilder::state_keys to share a key"
            );
            key.into()
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sealer(keys: &[[u8; 32]]) -> Sealer {
        Sealer::new(keys.iter().map(|key| Zeroizing::new(*key).into()).collect())
    }

    #[test]
    fn a_sealed_text_is_opened_where_it_belongs_and_nowhere_else() {
        let old = [1; 32];
        let new = [2; 32];
        let other = [3; 32];
        let sealed = sealer(&[old]).seal(b"text", b"alice").unwrap().1;
        let open = |keys: &[[u8; 32]], sealed: &str, binding: &[u8]| {
            sealer(keys).open(sealed, binding).map(|(_, text)| text)
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
        let own = sealer(&[]);
        let texts = ["a", "a"].map(|text| own.seal(text.as_bytes(), b"").unwrap().1);
        assert_ne!(texts[0], texts[1]);
        assert!(texts.iter().all(|sealed| own.open(sealed, b"").is_some()));
        assert!(sealer(&[]).open(&texts[0], b"").is_none());
    }

    /// The format that other processes and later versions have to open: format, nonce, sealed text.
    #[test]
    fn what_is_sealed_is_xchacha20_poly1305() {
        let (nonce, sealed) = sealer(&[[7; 32]]).seal(b"text", b"binding").unwrap();
        let bytes = URL_SAFE_NO_PAD.decode(sealed).unwrap();
        assert_eq!((bytes[0], &bytes[1..25], bytes.len()), (FORMAT, &nonce[..], 25 + 4 + 16));
    }
}
