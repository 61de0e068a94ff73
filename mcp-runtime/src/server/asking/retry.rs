//! Retries of calls that asked: what a retry brings is opened, and its call continues.

use std::sync::Arc;
use std::time::Duration;

use super::Asking;
use super::binding::Binding;
use super::journal::Journal;
use super::link::ChainLink;
use super::parked::ParkedCalls;
use super::request_state::{MAX_STATE_BYTES, RequestState, SealedState};
use super::seal::{Nonce, Sealer};
use super::suspendable::SuspendableCall;
use super::used::{self, Unusable, UsedStates};
use crate::clock::{millis, now};
use crate::error::{Error, Result as MadeResult};
use crate::jsonrpc::{ErrorObject, string};
use crate::negotiation::{Params, RequestContext};
use crate::sync::Mutex;

/// What a server needs to continue its calls.
pub(crate) struct Rounds {
    sealer: Arc<Sealer>,
    /// How long a client may take to answer.
    pub(super) time: Duration,
    used: Mutex<UsedStates>,
    /// `None` where no call waits.
    parked: Option<Arc<ParkedCalls>>,
}

/// What the retry of a call brings.
#[derive(Clone)]
pub(crate) struct Retry {
    state: String,
    /// As JSON text: what of it is an answer, the state says.
    answers: String,
    /// Whether this replica alone may continue with its state.
    is_claimed: bool,
}

impl Retry {
    /// Reads the retry of a call; `None` if the call is not a retry.
    pub(crate) fn read(params: &Params<'_>) -> Result<Option<Self>, ErrorObject> {
        let Some(state) = params.request_state.filter(|state| *state != "null") else {
            return Ok(None);
        };
        let state = string(state)
            .ok_or_else(|| ErrorObject::invalid_params("`requestState` must be a string"))?;
        let answers = params.input_responses.filter(|answers| *answers != "null").unwrap_or("{}");
        Ok(Some(Self { state: state.into_owned(), answers: answers.to_owned(), is_claimed: false }))
    }

    /// The same, once this replica alone may continue with its state.
    pub(crate) fn claimed(self) -> Self {
        Self { is_claimed: true, ..self }
    }

    pub(crate) fn is_claimed(&self) -> bool {
        self.is_claimed
    }
}

impl Rounds {
    pub(crate) fn new(sealer: Arc<Sealer>, time: Duration, parks: bool) -> Self {
        let parked = parks.then(|| Arc::new(ParkedCalls::new(time)));
        let used = Mutex::new(UsedStates::new(used::MAX_USED_BYTES));
        Self { sealer, time, used, parked }
    }

    /// How many calls wait for their answers where they asked.
    pub(crate) fn parked(&self) -> usize {
        self.parked.as_ref().map_or(0, |parked| parked.count())
    }

    /// Continues with a call: where it waits, or with what is known in a new run.
    pub(crate) fn resume(
        &self,
        retry: &Retry,
        mut binding: Binding,
        request: &RequestContext,
        anew: impl FnOnce() -> Asking,
    ) -> Result<Option<SuspendableCall>, ErrorObject> {
        let (nonce, RequestState { expires, link, mut journal }) =
            self.open(retry, &mut binding)?;
        let answers = journal.answers(&retry.answers)?;
        if !retry.is_claimed {
            self.use_up(link, expires)?;
        }
        let parked = self.parked.as_ref().and_then(|parked| parked.take(&nonce));
        if let Some(asking) = parked.as_ref().and_then(SuspendableCall::asking) {
            asking.resume(link, journal.pending, answers, request);
        } else {
            journal.take_answers(answers);
            anew().start_with(link, journal);
        }
        Ok(parked)
    }

    /// The name of the state of a retry, and how long that is good for.
    ///
    /// # Errors
    ///
    /// When it is not one of this request, or has expired.
    pub(crate) fn claimable(
        &self,
        retry: &Retry,
        mut binding: Binding,
    ) -> Result<(Nonce, Duration), ErrorObject> {
        let (nonce, RequestState { expires, .. }) = self.open(retry, &mut binding)?;
        Ok((nonce, Duration::from_millis(expires.saturating_sub(now()))))
    }

    /// Lets a call wait, if it may.
    pub(super) fn park(&self, state: Nonce, call: SuspendableCall) {
        if let Some(parked) = &self.parked {
            // Without room it is dropped, and runs again.
            let _ = parked.park(state, call);
        }
    }

    /// Seals what a call continues with.
    pub(super) fn seal(
        &self,
        link: ChainLink,
        journal: Journal,
        binding: &mut Binding,
    ) -> MadeResult<SealedState> {
        let state =
            RequestState { expires: now().saturating_add(millis(self.time)), link, journal };
        let state = serde_json::to_vec(&state).map_err(Error::other)?;
        let (nonce, text) = self.sealer.seal(&state, &binding.digest())?;
        Ok(SealedState { nonce, text })
    }

    /// Opens the state of a retry.
    fn open(
        &self,
        retry: &Retry,
        binding: &mut Binding,
    ) -> Result<(Nonce, RequestState), ErrorObject> {
        let opens = |state| self.sealer.open(state, &binding.digest());
        let opened =
            Some(&*retry.state).filter(|state| state.len() <= MAX_STATE_BYTES).and_then(opens);
        let opened = opened.and_then(|(nonce, state)| {
            serde_json::from_slice::<RequestState>(&state).ok().map(|state| (nonce, state))
        });
        let (nonce, state) = opened.ok_or_else(|| refuse("does not belong to this request"))?;
        if state.expires < now() {
            return Err(refuse(EXPIRED));
        }
        Ok((nonce, state))
    }

    /// Makes a state unusable.
    fn use_up(&self, link: ChainLink, expires: u64) -> Result<(), ErrorObject> {
        let mut used = self.used.lock();
        used.use_up(link, expires, now()).map_err(|refused| match refused {
            Unusable::Used => used_already(),
            Unusable::Forgotten => refuse(EXPIRED),
        })
    }
}

const EXPIRED: &str = "has expired; make the request anew";

/// The error of a state that was used before.
pub(crate) fn used_already() -> ErrorObject {
    refuse("was used already; make the request anew")
}

fn refuse(why: &str) -> ErrorObject {
    ErrorObject::invalid_params(format!("`requestState` {why}"))
}
