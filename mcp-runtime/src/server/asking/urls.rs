//! Interactions that are required at a URL first: a call of 2025-11-25 ends with an error for them.
//!
//! Source: [2025-11-25, "Elicitation", URL Elicitation Required Error](https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#url-elicitation-required-error).

use std::future::pending;

use serde_json::value::to_raw_value;

use super::journal::JournalEntry;
use super::{CallQuestions, once_only};
use crate::error::{Error, Result};
use crate::jsonrpc::ErrorObject;
use crate::negotiation::Topic;
use crate::protocol::{
    ElicitParams, ElicitUrlParams, InputRequest, Method, UrlElicitationRequired,
};
use crate::random;

impl CallQuestions {
    /// Whether the revision of the client defines the error.
    pub(crate) fn has_error_for_urls(&self) -> bool {
        Method::ElicitationComplete.from_server(self.0.request.version)
    }

    /// Ends the call; the handler cannot prevent that by catching an error.
    pub(crate) async fn require<T>(&self, params: ElicitUrlParams) -> Result<T> {
        once_only::refuse_inside()?;
        let mut request = InputRequest::Elicit(ElicitParams::Url(params));
        self.shape(&mut request)?;
        if let InputRequest::Elicit(ElicitParams::Url(url)) = request {
            let mut state = self.0.state.lock();
            state.check_room()?;
            self.expect_completion(&url);
            state.required.push(url);
            state.round.wake();
        }
        pending().await
    }

    /// The error that the call ends with, once no operation is running that must not be
    /// interrupted.
    pub(super) fn required(&self) -> Option<ErrorObject> {
        let mut state = self.0.state.lock();
        let is_due = !state.required.is_empty() && !state.round.is_busy();
        let required = is_due.then(|| std::mem::take(&mut state.required));
        required.map(|required| UrlElicitationRequired::new(required).into())
    }

    /// Notifies the client when the interaction at a URL is completed, if possible.
    #[inline]
    pub(super) fn expect_completion(&self, url: &ElicitUrlParams) {
        if let (Some(subscriptions), Some(id)) =
            (self.0.request.back.subscriptions(), &url.elicitation_id)
        {
            // Notifying the client is optional, so topics beyond the limit are dropped.
            let _ = subscriptions.add(Topic::Interaction(id.as_str().into()));
        }
    }

    /// Returns an id that stays the same when the handler runs again.
    #[inline]
    pub(crate) fn interaction(&self) -> Result<String> {
        let (mark, known) = self.recall("interaction");
        if let Some(JournalEntry::Json(known)) = known {
            return serde_json::from_str(known.get()).map_err(Error::other);
        }
        let id = random::id()?;
        self.keep(mark, to_raw_value(&id).map_err(Error::other)?);
        Ok(id)
    }
}
