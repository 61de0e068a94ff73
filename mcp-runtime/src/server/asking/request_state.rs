//! The `requestState` of a call, which its client keeps between rounds: how it is sealed, opened, and
//! used only once. Where replicas share a store, that is decided in `server::replicas::claim`.
//!
//! Source: [2026-07-28, "Multi Round-Trip Requests"](https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr).

use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::binding::Binding;
use super::journal::Journal;
use super::seal::{Nonce, Sealer};
use super::state_chain::ChainLink;
use super::used_states::{self, Unusable, UsedStates};
use crate::clock::{millis, now};
use crate::error::{Error, Result as MadeResult};
use crate::jsonrpc::{ErrorObject, json_text};
use crate::sync::Mutex;

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

/// The `requestState`s of all calls of a server.
pub(super) struct RequestStates {
    pub(super) sealer: Arc<Sealer>,
    /// The time a client has to answer.
    pub(super) time: Duration,
    used: Mutex<UsedStates>,
}

impl RequestStates {
    pub(super) fn new(sealer: Arc<Sealer>, time: Duration) -> Self {
        let used = Mutex::new(UsedStates::new(used_states::MAX_USED_BYTES));
        Self { sealer, time, used }
    }

    /// Seals the state that a call is resumed with.
    #[inline]
    pub(super) fn seal(
        &self,
        link: ChainLink,
        journal: Journal,
        binding: &mut Binding,
    ) -> MadeResult<SealedState> {
        let state =
            RequestState { expires: now().saturating_add(millis(self.time)), link, journal };
        let json = serde_json::to_vec(&state).map_err(Error::other)?;
        let (nonce, text) = self.sealer.seal(&json, &binding.digest())?;
        Ok(SealedState { nonce, text })
    }

    /// Opens the state of a retry.
    ///
    /// # Errors
    ///
    /// When the state does not belong to this request, or has expired.
    #[inline]
    pub(super) fn open(
        &self,
        state: &str,
        binding: &mut Binding,
    ) -> Result<(Nonce, RequestState), ErrorObject> {
        let opens = |state| self.sealer.open(state, &binding.digest());
        let opened = Some(state)
            .filter(|state| state.len() <= MAX_STATE_BYTES)
            .and_then(opens)
            .and_then(|(nonce, state)| {
                serde_json::from_str::<RequestState>(json_text(&state))
                    .ok()
                    .map(|state| (nonce, state))
            });
        let (nonce, state) = opened.ok_or_else(foreign_state)?;
        if state.expires < now() {
            return Err(ErrorObject::invalid_params(EXPIRED));
        }
        Ok((nonce, state))
    }

    /// Marks a state as used.
    ///
    /// # Errors
    ///
    /// When it was used before, or is so old that it is no longer known whether it was.
    #[inline]
    pub(super) fn use_up(&self, link: ChainLink, expires: u64) -> Result<(), ErrorObject> {
        let mut used = self.used.lock();
        used.use_up(link, expires, now()).map_err(|refused| match refused {
            Unusable::Used => used_already(),
            Unusable::Forgotten => ErrorObject::invalid_params(EXPIRED),
        })
    }
}

const EXPIRED: &str = "`requestState` has expired; start the request again";

/// The error of a state that belongs to another request, or to none.
pub(crate) fn foreign_state() -> ErrorObject {
    ErrorObject::invalid_params(
        "`requestState` does not belong to this request; start the request again",
    )
}

/// The error of a state that was used before.
pub(crate) fn used_already() -> ErrorObject {
    ErrorObject::invalid_params("`requestState` was already used; start the request again")
}
