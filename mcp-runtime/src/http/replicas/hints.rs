//! Hints from other replicas about sessions that are known here.

use std::sync::Arc;

use serde_json::value::RawValue;

use super::SharedSessions;
use crate::http::sessions::{EndReason, HttpSession};
use crate::jsonrpc::{Incoming, NoPeer, RequestId};
use crate::negotiation::{Params, Source};
use crate::server::replicas::{SessionHint, SessionHintHandler};
use crate::session::Purpose;

impl SessionHintHandler for SharedSessions {
    fn on_hint(self: Arc<Self>, from: &Arc<str>, hint: SessionHint) {
        let Some(session) = self.sessions.known(hint.session()) else { return };
        match hint {
            SessionHint::Changed(_) => self.has_changed(session),
            SessionHint::Ended(_) => self.sessions.end(&session, EndReason::DeletedElsewhere),
            SessionHint::Cancelled { request, .. } => {
                if let Some(request) = RequestId::read(request.get()) {
                    let calls = session.with(|session| session.in_flight().cancel(&request));
                    session.cancel(&calls);
                }
            }
            SessionHint::Answered { response, .. } => take_answer(&session, &response),
            SessionHint::AnsweredLong { record, .. } => {
                tokio::spawn(async move {
                    if let Some(response) = self.fetch(&record).await {
                        take_answer(&session, &response);
                    }
                });
            }
            SessionHint::Waiting(id) => {
                if session.is_listened_to() {
                    let to = Some(Arc::clone(from));
                    self.sharing.publish_session_hint(to, SessionHint::Listening(id));
                }
            }
            SessionHint::Listening(id) => self.hand_over(&session, id, from),
            SessionHint::Messages { messages, .. } => {
                if let Some(subscriptions) = session.subscriptions() {
                    for message in messages {
                        subscriptions.push(message.as_bytes());
                    }
                }
            }
            SessionHint::Resumed { stream, .. } => self.send_elsewhere(session, stream, from),
            SessionHint::StreamContinues { stream, .. } => {
                self.stream_continues(&session, stream, from)
            }
        }
    }

    fn on_own_hint(&self, hint: &SessionHint) {
        if let SessionHint::Changed(id) = hint
            && let Some(session) = self.sessions.known(id)
            && let Some(copy) = &session.shared
        {
            copy.published.notify_waiters();
        }
    }

    fn lost(self: Arc<Self>) {
        for session in self.sessions.all() {
            if session.is_listened_to() {
                self.publish_all(SessionHint::Listening((*session.id).into()));
            }
            Arc::clone(&self).has_changed(session);
        }
    }
}

impl SharedSessions {
    /// Makes the next request of a session check for changes, or checks at once if the client
    /// listens here.
    fn has_changed(self: Arc<Self>, session: Arc<HttpSession>) {
        let Some(copy) = &session.shared else { return };
        copy.state.lock().checked = None;
        if session.is_listened_to() {
            tokio::spawn(async move {
                let Some(copy) = &session.shared else { return };
                match self.reload(&session, copy).await {
                    Ok(true) => {}
                    Ok(false) => self.sessions.end(&session, EndReason::NotInStore),
                    Err(error) => {
                        tracing::warn!(%error, "could not load the changes of a session; trying again later");
                    }
                }
            });
        }
    }

    /// Hands queued messages to the replica where the client listens.
    fn hand_over(&self, session: &HttpSession, id: Box<str>, to: &Arc<str>) {
        if session.is_listened_to() {
            return;
        }
        let messages = session.subscriptions().map(|subscriptions| subscriptions.take_messages());
        let text = |message| String::from_utf8(message).ok();
        let messages: Vec<_> = messages.into_iter().flatten().filter_map(text).collect();
        if !messages.is_empty() {
            let hint = SessionHint::Messages { session: id, messages };
            self.sharing.publish_session_hint(Some(Arc::clone(to)), hint);
        }
    }
}

/// Delivers a response to the call that waits for it here.
fn take_answer(session: &HttpSession, response: &RawValue) {
    let mut params = Params::default();
    let mut result = None;
    if let Ok(message @ Incoming::Response(_)) =
        Incoming::read(response.get(), &mut params, &mut result)
    {
        let source = Source { peer: Arc::new(NoPeer), transport: None };
        session.with(|session| drop(session.receive(&message, &Purpose::default(), &source)));
    }
}
