//! The `requestState` of a call: what its client keeps between the rounds. It is sealed and opened in
//! `rounds`.

use serde::{Deserialize, Serialize};

use super::journal::Journal;
use super::link::ChainLink;
use super::seal::Nonce;

/// The longest state that is given to a client; it comes back with the next request.
pub(super) const MAX_STATE_BYTES: usize = 64 * 1024;

/// What is sealed.
#[derive(Serialize, Deserialize)]
pub(super) struct RequestState {
    pub(super) expires: u64,
    pub(super) link: ChainLink,
    pub(super) journal: Journal,
}

/// A state, as the client gets it.
pub(super) struct SealedState {
    pub(super) nonce: Nonce,
    pub(super) text: String,
}
