//! HTTP+SSE, the transport of 2024-11-05: one long-lived stream to the client, and a POST for each
//! message from it.
//!
//! Source: [2024-11-05, "Transports", HTTP with SSE](https://modelcontextprotocol.io/specification/2024-11-05/basic/transports#http-with-sse). Deprecated since 2025-03-26.

use std::collections::HashMap;
use std::sync::Arc;

use bytes::Bytes;
use http::{Method, Response, StatusCode};
use tokio::sync::mpsc;

use super::exchange::Exchange;
use super::head::Head;
use super::media;
use super::options::HttpSettings;
use super::principal::Principal;
use super::refusal::Refusal;
use super::response_body::Body;
use super::sessions::HttpSessions;
use super::{Http, RequestKind, at_once};
use crate::caller::Caller;
use crate::protocol::DeprecatedFeature;
use crate::quota::Share;
use crate::server::NotificationStream;
use crate::sync::Mutex;
use crate::transport::Closing;
use crate::transport::connection::{Opener, ServerConnection};
use crate::transport::lines::decode;
use crate::transport::outbox::Outbox;

/// How many messages of one client may be queued.
const INBOX: usize = 64;

/// The open streams, by the names that their clients send with each message.
#[derive(Clone, Default)]
pub(crate) struct Streams(Arc<Mutex<HashMap<Arc<str>, StreamInbox>>>);

struct StreamInbox {
    messages: mpsc::Sender<(Bytes, Share)>,
    principal: Option<Principal>,
    /// The caller that opened the stream.
    caller: Caller,
}

impl Http {
    /// Routes a request of this transport.
    pub(super) fn route_http_sse(&self, head: &Head<'_>) -> Result<RequestKind<'_>, Refusal> {
        match head.parts.method {
            Method::GET => {
                self.open_http_sse(head).map(|response| RequestKind::Respond(at_once(response)))
            }
            Method::POST => media::post(head).map(|_| RequestKind::Deliver),
            _ => Err(Refusal::method_not_allowed("GET, POST", "here")),
        }
    }

    fn open_http_sse(&self, head: &Head<'_>) -> Result<Response<Body>, Refusal> {
        media::get(head)?;
        DeprecatedFeature::HttpSse.warn_once();
        let id = HttpSessions::new_id()?;
        let principal = head.principal().cloned();
        let (messages, inbox) = mpsc::channel(INBOX);
        let caller = self.caller(head);
        let opened = StreamInbox { messages, principal, caller: caller.clone() };
        let place = self.streams.add(&id, opened, &self.options)?;
        let mut exchange = Exchange::new(&self.closing);
        let outbox = Arc::clone(&exchange.outbox);
        // The transport predates stateless requests, and has none of their headers.
        let session_config = Arc::new(self.server.session_config().legacy());
        let request = head.transport_request();
        let opener = Opener { caller: caller.clone(), request, ..Opener::default() };
        let running = Some(self.quotas.running(caller));
        let server = self.server.clone();
        let out = Arc::clone(&outbox);
        let client = ServerConnection::new(server, session_config, out, opener, running);
        let closing = Arc::clone(&self.closing);
        exchange.set_account(self.quotas.answers(self.caller(head)));
        exchange.drive(Box::pin(async move {
            let _place = place;
            run(client, inbox, &outbox, &closing).await;
            outbox.end();
            StatusCode::OK
        }));
        let path = head.parts.uri.path();
        let endpoint = format!("event: endpoint\ndata: {path}?sessionId={id}\n\n");
        Ok(exchange.stream_after(endpoint.into()))
    }

    /// Hands a message to the stream that its query names.
    pub(super) fn deliver(
        &self,
        head: &Head<'_>,
        message: Bytes,
    ) -> Result<Response<Body>, Refusal> {
        let query = head.parts.uri.query().unwrap_or_default();
        let id = query.split('&').find_map(|pair| pair.strip_prefix("sessionId="));
        let principal = head.principal();
        let streams = self.streams.0.lock();
        let inbox =
            id.and_then(|id| streams.get(id)).filter(|inbox| inbox.principal.as_ref() == principal);
        let Some(inbox) = inbox else {
            return Err(Refusal::new(StatusCode::NOT_FOUND, "the stream does not exist"));
        };
        if head.is_shared() {
            self.check_scopes_of_text(head, &message)?;
        }
        let share = self.quotas.reserve_inbox(&inbox.caller, message.len());
        let sent = share.map(|share| inbox.messages.try_send((message, share)));
        match sent {
            Some(Ok(())) => Ok(Body::empty(StatusCode::ACCEPTED)),
            _ => Err(Refusal::overloaded("too many messages are queued; try again later")),
        }
    }
}

/// Processes messages until the client disconnects or the server ends.
async fn run(
    (mut connection, mut notifications): (ServerConnection, NotificationStream),
    mut inbox: mpsc::Receiver<(Bytes, Share)>,
    outbox: &Outbox,
    closing: &Closing,
) {
    loop {
        // A client that does not read gets no responses: reading is what drives the loop.
        let room = !outbox.is_full();
        tokio::select! {
            biased;
            () = closing.wait() => return,
            Some(()) = connection.next_done() => {}
            changed = notifications.next(), if room => connection.notify(changed),
            message = inbox.recv(), if room => match message {
                Some((message, _share)) => connection.line(&decode(&message)),
                None => return,
            },
        }
    }
}

impl Streams {
    fn add(
        &self,
        id: &Arc<str>,
        inbox: StreamInbox,
        options: &HttpSettings,
    ) -> Result<StreamGuard, Refusal> {
        let mut streams = self.0.lock();
        let of_caller = || streams.values().filter(|other| other.caller == inbox.caller).count();
        let caller_has_most =
            inbox.caller.is_somebody() && of_caller() >= options.limits.max_sessions_per_caller;
        if streams.len() >= options.limits.max_sessions || caller_has_most {
            return Err(Refusal::overloaded("there are too many streams; try again later"));
        }
        streams.insert(Arc::clone(id), inbox);
        Ok(StreamGuard { streams: self.clone(), id: Arc::clone(id) })
    }
}

/// Frees the name of a stream when the stream ends.
struct StreamGuard {
    streams: Streams,
    id: Arc<str>,
}

impl Drop for StreamGuard {
    fn drop(&mut self) {
        self.streams.0.lock().remove(&self.id);
    }
}
