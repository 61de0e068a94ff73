//! Requests of the legacy era: each belongs to a session.
//!
//! Source: [2025-11-25, "Transports", Streamable HTTP](https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#streamable-http).

mod calls;
mod find_session;
mod listen;

use std::sync::Arc;

use http::{HeaderName, HeaderValue, Response, StatusCode};

use super::head::{Head, SESSION_ID};
use super::principal::Principal;
use super::refusal::Refusal;
use super::response_body::Body;
use super::sessions::{EndReason, HttpSession, HttpSessions};
use super::{Http, Received, RequestKind};
use crate::jsonrpc::{Incoming, NoPeer};
use crate::negotiation::ClientMessage;
use crate::server::response::Step;
use crate::server::{Observation, Observed, Reply};
use crate::session::{Action, Purpose, Session};
use crate::transport::reply_to::ReplyTo;

pub(super) use calls::requests;

/// An `initialize` request in progress.
pub(crate) struct Initializing {
    session: Session,
    principal: Option<Principal>,
    step: Step,
    observation: Option<Observation>,
    reply_to: ReplyTo,
    /// Its parameters, for replicas.
    params: Option<String>,
}

impl Http {
    /// Starts a prospective session.
    pub(crate) fn initialize(
        &self,
        head: &Head<'_>,
        message: &ClientMessage<'_, '_>,
        purpose: &Purpose<'_>,
    ) -> Received {
        let mut session = Session::new(Arc::clone(self.server.session_config()), self.caller(head));
        let shared = self.shared.as_ref().filter(|_| !self.options.is_stateless);
        if let Some(shared) = shared {
            session = session.at_replica(shared.replica());
        }
        let action = session.receive(message, purpose, &head.source(Arc::new(NoPeer)));
        let mut observation = None;
        let (reply_to, step) = match action {
            Action::Call(call) => {
                let id = call.context.id.clone();
                let version = call.context.version;
                let step = self.server.start(call, None, &mut observation);
                (ReplyTo { id, version, batch: None }, step)
            }
            Action::Answer { id, version, error } => {
                let reply_to = ReplyTo { id: id.clone(), version, batch: None };
                (reply_to, Step::Ready(Reply::settled(error)))
            }
            Action::Nothing
            | Action::Notified(_)
            | Action::RootsChanged(..)
            | Action::Cancel(_) => {
                return Received::Silence;
            }
        };
        let principal = head.principal().cloned();
        let params = match (shared, message) {
            (Some(_), Incoming::Request { params, .. }) => params.raw.map(str::to_owned),
            _ => None,
        };
        Received::Opening(Box::new(Initializing {
            session,
            principal,
            step,
            observation,
            reply_to,
            params,
        }))
    }

    /// Answers `initialize`, and keeps the session on success.
    pub(crate) async fn open(&self, opening: Box<Initializing>) -> Result<Response<Body>, Refusal> {
        let Initializing { session, principal, step, mut observation, reply_to, params } = *opening;
        let caller = session.caller().clone();
        let mut response = step.response().await;
        let id = if response.is_ok() { self.keep(session, principal, params).await? } else { None };
        let answer = Observed::new(&mut response, &mut observation);
        let (status, text) = self.write_answer(&caller, StatusCode::OK, &reply_to, answer);
        let mut response = Body::json(status, text);
        response.headers_mut().extend(id.map(|id| (HeaderName::from_static(SESSION_ID), id)));
        Ok(response)
    }

    /// Names and stores a session; nothing is stored if there are no sessions.
    async fn keep(
        &self,
        mut session: Session,
        principal: Option<Principal>,
        params: Option<String>,
    ) -> Result<Option<HeaderValue>, Refusal> {
        if self.options.is_stateless {
            return Ok(None);
        }
        let id = HttpSessions::new_id()?;
        let notifications = self.server.notifications(&mut session);
        let caller = session.caller().clone();
        let shared = self.shared.as_ref().filter(|_| params.is_some());
        let copy = shared.map(|shared| shared.new_copy(&id));
        let opened =
            HttpSession::new(Arc::clone(&id), caller, principal, session, notifications, copy);
        let session = self.sessions.add(opened, &self.options)?;
        if let (Some(shared), Some(params)) = (&self.shared, params) {
            let created = shared.create(&session, &params, &self.options).await;
            created.inspect_err(|_| self.sessions.end(&session, EndReason::StoreFailed))?;
        }
        Ok(HeaderValue::from_str(&id).ok())
    }

    /// Routes a request to end its session.
    pub(super) fn end(&self, head: &Head<'_>) -> Result<RequestKind<'_>, Refusal> {
        head.check_unique()?;
        let session = self.session(head)?;
        Ok(RequestKind::Respond(Box::pin(async move {
            if let Some(shared) = &self.shared {
                shared.end(&session).await?;
            }
            self.sessions.end(&session, EndReason::Deleted);
            Ok(Body::empty(StatusCode::NO_CONTENT))
        })))
    }
}
