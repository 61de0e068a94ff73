//! Proofs that the sender of a token has the key that the token is bound to (DPoP).
//!
//! ```text
//! request ─▶ proof      what its header and claims are, for which request, and when it was made
//!         ─▶ jwk        the public key in it
//!         ─▶ target     is it for the URL of the request?
//! token   ─▶ verifier   is it by the key of the token, with a signature and a nonce that are good?
//!         ─▶ replay     was it used before?
//! ```
//!
//! Source: [RFC 9449](https://www.rfc-editor.org/rfc/rfc9449);
//! [SEP-1932](https://github.com/modelcontextprotocol/modelcontextprotocol/pull/1932), a draft.

#[cfg(test)]
mod fuzz;
mod jwk;
mod nonce;
mod proof;
mod replay;
mod settings;
mod target;
mod verifier;

pub use settings::Dpop;

pub(super) use proof::{DPOP, ProofError};
pub(super) use verifier::ProofVerifier;
