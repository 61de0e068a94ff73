//! The effects that messages of a session have on other replicas.

use std::sync::Arc;

use http::StatusCode;
use serde_json::value::to_raw_value;

use crate::http::head::Head;
use crate::http::refusal::Refusal;
use crate::http::response_body::Body;
use crate::http::sessions::{HttpSession, SessionChange};
use crate::http::{Http, Received};
use crate::jsonrpc::{ErrorObject, Incoming};
use crate::negotiation::ClientMessage;
use crate::protocol::CancelledParams;
use crate::server::Response;
use crate::server::replicas::SessionHint;
use crate::server::response::BoxFuture;
use crate::session::CallId;

impl Http {
    /// Forwards a message if it is the response to a request of another replica.
    pub(crate) fn answer_elsewhere(
        &self,
        session: &Arc<HttpSession>,
        message: &ClientMessage<'_, '_>,
        head: &Head<'_>,
    ) -> Result<Option<Received>, Refusal> {
        let (Some(shared), Incoming::Response(response)) = (&self.shared, message) else {
            return Ok(None);
        };
        let Some(answer) = shared.foreign_answer(response) else { return Ok(None) };
        let mut share = None;
        if !self.quotas.bodies(self.caller(head)).reserve(&mut share, answer.len()) {
            return Err(Refusal::overloaded("too many answers are in transit; try again later"));
        }
        let forwarded = Arc::clone(shared).forward(Arc::clone(session), answer, share);
        Ok(Some(Received::Later(Box::pin(forwarded))))
    }

    /// Delays a response until replicas know what its client has changed.
    pub(crate) fn saved(&self, session: &Arc<HttpSession>, received: Received) -> Received {
        let Some(shared) = self.shared.as_ref().filter(|_| session.is_unsaved()) else {
            return received;
        };
        let shared = Arc::clone(shared);
        let session = Arc::clone(session);
        let idle = self.options.limits.session_idle;
        let save = async move { shared.save_or_warn(&session, idle).await };
        match received {
            Received::Silence => Received::Later(Box::pin(async move {
                save.await;
                Ok(Body::empty(StatusCode::ACCEPTED))
            })),
            Received::Answered(status, text) => Received::Later(Box::pin(async move {
                save.await;
                Ok(Body::json(status, text))
            })),
            received => {
                tokio::spawn(save);
                received
            }
        }
    }

    /// Delays the response of a call until replicas know what its client has changed with it.
    pub(crate) fn saving(
        &self,
        session: &Arc<HttpSession>,
        change: Option<SessionChange>,
        future: BoxFuture<Response>,
    ) -> BoxFuture<Response> {
        let (Some(shared), Some(change)) = (self.shared.clone(), change) else { return future };
        let session = Arc::downgrade(session);
        let idle = self.options.limits.session_idle;
        Box::pin(async move {
            let response = future.await;
            if let Some(session) = session.upgrade().filter(|_| response.is_ok()) {
                session.note(Some(change));
                shared.save_or_warn(&session, idle).await;
            }
            response
        })
    }

    /// Refuses a change that would exceed what is stored per session.
    pub(crate) fn refuses_change(
        &self,
        session: &HttpSession,
        change: Option<&SessionChange>,
    ) -> Option<ErrorObject> {
        self.shared.as_ref()?.refuses(session, change)
    }

    /// Asks other replicas to cancel a call that does not run here.
    pub(crate) fn cancel_elsewhere(
        &self,
        session: &HttpSession,
        message: &ClientMessage<'_, '_>,
        calls: &[CallId],
    ) {
        let (Some(shared), Incoming::Notification { params, .. }) = (&self.shared, message) else {
            return;
        };
        let cancelled: Option<CancelledParams> = params
            .raw
            .filter(|_| calls.is_empty())
            .and_then(|params| serde_json::from_str(params).ok());
        let request = cancelled.and_then(|cancelled| to_raw_value(&cancelled.request_id?).ok());
        if let Some(request) = request {
            shared.publish_all(SessionHint::Cancelled { session: (*session.id).into(), request });
        }
    }
}
