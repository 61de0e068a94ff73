//! GET: the stream for messages that belong to no call, and resumed streams.
//!
//! Source: [2025-11-25, "Transports", Listening for Messages from the Server and Resumability](https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#resumability-and-redelivery).

use std::sync::Arc;

use http::{HeaderValue, Response, StatusCode};

use crate::http::exchange::Exchange;
use crate::http::head::Head;
use crate::http::media::{self, Accepts};
use crate::http::refusal::Refusal;
use crate::http::replicas::{unknown_event, write_missed};
use crate::http::response_body::Body;
use crate::http::sessions::{HttpSession, StreamReader};
use crate::http::sse::EventId;
use crate::http::{Http, RequestKind, at_once};
use crate::jsonrpc::RequestId;
use crate::server::replicas::SessionHint;
use crate::server::subscriptions::send_notifications;
use crate::transport::outbox::Outbox;

impl Http {
    /// Opens a stream, or resumes one.
    pub(in crate::http) fn listen(&self, head: &Head<'_>) -> Result<RequestKind<'_>, Refusal> {
        media::get(head)?;
        let session = self.session(head)?;
        if let Some(last) = head.headers.last_event_id {
            return self.resume(&session, last);
        }
        Ok(RequestKind::Respond(at_once(self.listen_after(&session, &[]))))
    }

    /// Opens a stream that begins with the missed events of another one.
    pub(crate) fn listen_after(
        &self,
        session: &Arc<HttpSession>,
        missed: &[(EventId, String)],
    ) -> Response<Body> {
        let mut exchange = Exchange::new(&self.closing);
        notify_in(&mut exchange, session);
        let mut reader = self.reader(session, &exchange.outbox, None);
        if let Some((_, opening)) = &mut reader {
            opening.splice(..0, write_missed(missed));
        }
        if let Some(shared) = &self.shared {
            shared.publish_all(SessionHint::Listening((*session.id).into()));
        }
        exchange.stream(reader)
    }

    /// Makes a response a resumable stream; it answers these requests, or belongs to no call.
    pub(crate) fn reader(
        &self,
        session: &Arc<HttpSession>,
        outbox: &Arc<Outbox>,
        requests: Option<Vec<RequestId>>,
    ) -> Option<(StreamReader, Vec<u8>)> {
        if self.options.is_stateless {
            return None;
        }
        let stream = session.open_stream(outbox, requests);
        let replay = Arc::clone(&self.sessions.replay);
        let (reader, opening) = StreamReader::first(stream, Arc::clone(session), replay);
        Some((reader.leaving_after(self.options.poll_after), opening))
    }

    fn resume(
        &self,
        session: &Arc<HttpSession>,
        last: &HeaderValue,
    ) -> Result<RequestKind<'_>, Refusal> {
        let last = last
            .to_str()
            .ok()
            .and_then(|last| last.parse::<EventId>().ok())
            .ok_or_else(unknown_event)?;
        let Some(stream) = session.stream_of(last) else {
            return match (&session.shared, &self.shared) {
                (Some(_), Some(shared)) => {
                    let resumed = self.resume_elsewhere(shared, Arc::clone(session), last);
                    Ok(RequestKind::Respond(Box::pin(resumed)))
                }
                _ => Err(unknown_event()),
            };
        };
        let mut exchange = Exchange::of(Arc::clone(&stream.outbox));
        if stream.is_standalone() {
            notify_in(&mut exchange, session);
        }
        let replay = Arc::clone(&self.sessions.replay);
        let (reader, missed) = StreamReader::again(stream, Arc::clone(session), replay, last);
        let reader = reader.leaving_after(self.options.poll_after);
        Ok(RequestKind::Respond(at_once(exchange.stream(Some((reader, missed))))))
    }
}

/// Sends notifications of changes in an exchange while its client is connected.
fn notify_in(exchange: &mut Exchange, session: &Arc<HttpSession>) {
    let peer = exchange.peer(Accepts { json: false, events: true });
    let session = Arc::clone(session);
    let outbox = Arc::clone(&exchange.outbox);
    exchange.drive(Box::pin(async move {
        // Earlier notifications are sent, too; later streams wait until this one is closed.
        let notify = async {
            send_notifications(
                &peer,
                session.version,
                &mut *session.notifications.lock().await,
                None,
            )
            .await
        };
        tokio::select! {
            biased;
            () = peer.closing() => {}
            () = notify => {}
        }
        outbox.end();
        StatusCode::OK
    }));
}
