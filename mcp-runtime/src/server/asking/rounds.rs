//! The rounds of all calls of a server: how one is gone on with.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Map, Value};

use super::Asking;
use super::binding::Binding;
use super::follow::Followed;
use super::journal::{Journal, now};
use super::parked::ParkedCalls;
use super::round::State;
use super::seal::{Nonce, Sealer};
use crate::jsonrpc::{ErrorObject, string};
use crate::negotiation::{Params, RequestContext};

/// How many states are remembered as used, until they expire.
const USED: usize = 500_000;

/// What a server needs for its calls to go on.
pub(crate) struct Rounds {
    pub(super) sealer: Sealer,
    /// How long a client may take to answer.
    pub(super) time: Duration,
    /// The states that were used, by when they expire.
    used: Mutex<BTreeSet<(u64, Nonce)>>,
    /// `None` where no call waits.
    parked: Option<Arc<ParkedCalls>>,
}

/// What the retry of a call brings.
pub(crate) struct Retry {
    state: String,
    answers: Map<String, Value>,
}

impl Retry {
    /// Reads the retry of a call; `None` if the call is none.
    pub(crate) fn read(params: &Params<'_>) -> Result<Option<Self>, ErrorObject> {
        let Some(state) = params.request_state.filter(|state| *state != "null") else {
            return Ok(None);
        };
        let state = string(state)
            .ok_or_else(|| ErrorObject::invalid_params("`requestState` must be a string"))?;
        let answers = params.input_responses.unwrap_or("null");
        let answers: Option<_> = serde_json::from_str(answers)
            .map_err(|_| ErrorObject::invalid_params("`inputResponses` must be an object"))?;
        Ok(Some(Self { state: state.into_owned(), answers: answers.unwrap_or_default() }))
    }
}

impl Rounds {
    pub(crate) fn new(keys: Vec<[u8; 32]>, time: Duration, parks: bool) -> Self {
        let parked = parks.then(|| Arc::new(ParkedCalls::new(time)));
        Self { sealer: Sealer::new(keys), time, used: Mutex::default(), parked }
    }

    /// Goes on with a call: where it waits, or with what is known in a new run.
    pub(crate) fn resume(
        &self,
        retry: &Retry,
        binding: &Binding,
        request: &RequestContext,
        anew: &dyn Fn() -> Asking,
    ) -> Result<Option<Followed>, ErrorObject> {
        let (nonce, journal) = self.open(retry, binding)?;
        let parked = self.parked.as_ref().and_then(|parked| parked.take(&nonce));
        if let Some(asking) = parked.as_ref().and_then(Followed::asking) {
            asking.go_on(journal.pending, retry.answers.clone(), request);
        } else {
            anew().start_with(journal, retry.answers.clone());
        }
        Ok(parked)
    }

    /// Lets a call wait, if it may.
    pub(super) fn park(&self, state: Nonce, call: Followed) {
        if let Some(parked) = &self.parked {
            // Without room it is dropped, and runs again.
            let _ = parked.park(state, call);
        }
    }

    /// Opens the state of a retry, once.
    fn open(&self, retry: &Retry, binding: &Binding) -> Result<(Nonce, Journal), ErrorObject> {
        let refuse = |why| ErrorObject::invalid_params(format!("`requestState` {why}"));
        let opened = self.sealer.open(&retry.state, &binding.bytes());
        let opened = opened.and_then(|(nonce, state)| {
            serde_json::from_slice::<State>(&state).ok().map(|state| (nonce, state))
        });
        let (nonce, state) = opened.ok_or_else(|| refuse("is none of this request"))?;
        if state.expires < now() {
            return Err(refuse("has expired; make the request anew"));
        }
        if !self.use_up(nonce, state.expires)? {
            return Err(refuse("was used already; make the request anew"));
        }
        Ok((nonce, state.journal))
    }

    /// Notes that a state is used; `false` if it was before.
    fn use_up(&self, nonce: Nonce, expires: u64) -> Result<bool, ErrorObject> {
        let now = now();
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        while used.first().is_some_and(|(expires, _)| *expires < now) {
            used.pop_first();
        }
        if used.len() >= USED {
            return Err(ErrorObject::internal("too many questions were answered; try again later"));
        }
        Ok(used.insert((expires, nonce)))
    }
}
