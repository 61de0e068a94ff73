//! Retries of calls that asked: reads what a retry brings, and resumes its call.

use std::sync::Arc;
use std::time::Duration;

use super::CallQuestions;
use super::binding::Binding;
use super::parked::ParkedCalls;
use super::request_state::{RequestState, RequestStates};
use super::seal::{Nonce, Sealer};
use super::suspendable::SuspendableCall;
use crate::clock::now;
use crate::jsonrpc::{ErrorObject, string};
use crate::negotiation::{Params, RequestContext};

/// The state and the answers in the retry of a call.
#[derive(Clone)]
pub(crate) struct Retry {
    state: String,
    /// As JSON text; the state determines which members are answers.
    answers: String,
    /// Whether this replica has claimed its state.
    is_claimed: bool,
}

impl Retry {
    /// Parses the retry of a call; `None` if the call is not a retry.
    pub(crate) fn read(params: &Params<'_>) -> Result<Option<Self>, ErrorObject> {
        let Some(state) = params.request_state.filter(|state| *state != "null") else {
            return Ok(None);
        };
        let state = string(state)
            .ok_or_else(|| ErrorObject::invalid_params("`requestState` must be a string"))?;
        let answers = params.input_responses.filter(|answers| *answers != "null").unwrap_or("{}");
        Ok(Some(Self { state: state.into_owned(), answers: answers.to_owned(), is_claimed: false }))
    }

    /// Marks the state as claimed by this replica.
    pub(crate) fn claimed(self) -> Self {
        Self { is_claimed: true, ..self }
    }

    pub(crate) fn is_claimed(&self) -> bool {
        self.is_claimed
    }
}

/// What a server needs to resume calls that are retried.
pub(crate) struct Retries {
    pub(super) states: RequestStates,
    /// `None` if calls are not parked.
    parked: Option<Arc<ParkedCalls>>,
}

impl Retries {
    pub(crate) fn new(sealer: Arc<Sealer>, time: Duration, parks: bool) -> Self {
        let parked = parks.then(|| Arc::new(ParkedCalls::new(time)));
        Self { states: RequestStates::new(sealer, time), parked }
    }

    /// What seals the states of calls, with the keys of the server.
    pub(crate) fn sealer(&self) -> &Arc<Sealer> {
        &self.states.sealer
    }

    /// The number of parked calls, which wait for their answers.
    pub(crate) fn parked(&self) -> usize {
        self.parked.as_ref().map_or(0, |parked| parked.count())
    }

    /// Resumes a call: in place if it is parked, otherwise in a new run with the known answers.
    #[inline]
    pub(crate) fn resume(
        &self,
        retry: &Retry,
        mut binding: Binding,
        request: &RequestContext,
        anew: impl FnOnce() -> CallQuestions,
    ) -> Result<Option<SuspendableCall>, ErrorObject> {
        let (nonce, RequestState { expires, link, mut journal }) =
            self.states.open(&retry.state, &mut binding)?;
        let answers = journal.answers(&retry.answers)?;
        if !retry.is_claimed {
            self.states.use_up(link, expires)?;
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

    /// The nonce of the state of a retry, and how long the state is valid.
    ///
    /// # Errors
    ///
    /// When the state does not belong to this request, or has expired.
    #[inline]
    pub(crate) fn claimable(
        &self,
        retry: &Retry,
        mut binding: Binding,
    ) -> Result<(Nonce, Duration), ErrorObject> {
        let (nonce, RequestState { expires, .. }) = self.states.open(&retry.state, &mut binding)?;
        Ok((nonce, Duration::from_millis(expires.saturating_sub(now()))))
    }

    /// Parks a call, if that is enabled.
    pub(super) fn park(&self, state: Nonce, call: SuspendableCall) {
        if let Some(parked) = &self.parked {
            // If there is no room, the call is dropped, and runs again.
            let _ = parked.park(state, call);
        }
    }
}
