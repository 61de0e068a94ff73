//! The `requestState` of a call, which its client keeps between rounds. It is sealed and opened in
//! `retry`.

use serde::{Deserialize, Serialize};

use super::journal::Journal;
use super::link::ChainLink;
use super::seal::Nonce;

/// The maximum length of a state; the client returns it with the next request.
pub(super) const MAX_STATE_BYTES: usize = 64 * 1024;

/// The content of a state, which is sealed.
#[derive(Serialize, Deserialize)]
pub(super) struct RequestState {
    pub(super) expires: u64,
    pub(super) link: ChainLink,
    pub(super) journal: Journal,
}

/// A sealed state, as sent to the client.
pub(super) struct SealedState {
    pub(super) nonce: Nonce,
    pub(super) text: String,
}
