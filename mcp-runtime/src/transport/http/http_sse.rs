//! HTTP+SSE, the transport of 2024-11-05: one long stream to the client, and a POST for each
//! message from it.
//!
//! Source: 2024-11-05, "Transports", HTTP with SSE. Deprecated since 2025-03-26.

use std::collections::HashMap;
use std::error::Error;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use http::{Method, Response, StatusCode};
use tokio::sync::mpsc;

use super::Http;
use super::body::{self, Body};
use super::exchange::Exchange;
use super::head::Head;
use super::legacy::Sessions;
use super::media;
use super::principal::Principal;
use super::refusal::Refusal;
use crate::server::Follower;
use crate::transport::connection::Connection;
use crate::transport::lines::decode;
use crate::transport::outbox::Closing;

/// How many messages of one client may wait to be taken.
const INBOX: usize = 64;

/// The streams that are open, by the names that their clients send with each message.
#[derive(Clone, Default)]
pub(crate) struct Streams(Arc<Mutex<HashMap<Arc<str>, Inbox>>>);

struct Inbox {
    messages: mpsc::Sender<Bytes>,
    principal: Option<Principal>,
}

impl Http {
    /// Serves one request of this transport.
    pub(crate) async fn http_sse<B>(
        &self,
        head: &Head<'_>,
        body: B,
    ) -> Result<Response<Body>, Refusal>
    where
        B: http_body::Body,
        B::Error: Into<Box<dyn Error + Send + Sync>>,
    {
        match head.parts.method {
            Method::GET => self.open_http_sse(head),
            Method::POST => {
                media::post(head)?;
                let (limit, time) = (self.options.max_body, self.options.body_time);
                let message = body::read(body, limit, time).await?;
                self.streams.deliver(head, message)
            }
            _ => Err(Refusal::method_not_allowed("GET, POST", "here")),
        }
    }

    fn open_http_sse(&self, head: &Head<'_>) -> Result<Response<Body>, Refusal> {
        media::get(head)?;
        let id = Sessions::new_id()?;
        let principal = head.principal().cloned();
        let (messages, inbox) = mpsc::channel(INBOX);
        let place =
            self.streams.add(&id, Inbox { messages, principal }, self.options.max_sessions)?;
        let mut exchange = Exchange::new(&self.closing);
        let outbox = Arc::clone(&exchange.outbox);
        let client = Connection::new(self.server.clone(), Arc::clone(&outbox), self.caller(head));
        let closing = Arc::clone(&self.closing);
        exchange.drive(Box::pin(async move {
            let _place = place;
            run(client, inbox, &closing).await;
            outbox.end();
            StatusCode::OK
        }));
        let path = head.parts.uri.path();
        let endpoint = format!("event: endpoint\ndata: {path}?sessionId={id}\n\n");
        Ok(exchange.stream_after(endpoint.into()))
    }
}

/// Takes messages until the client is gone or the server ends.
async fn run(
    (mut connection, mut follower): (Connection, Follower),
    mut inbox: mpsc::Receiver<Bytes>,
    closing: &Closing,
) {
    loop {
        tokio::select! {
            biased;
            () = closing.wait() => return,
            Some(()) = connection.next_done() => {}
            news = follower.news() => connection.tell(news),
            message = inbox.recv() => match message {
                Some(message) => connection.line(&decode(&message)),
                None => return,
            },
        }
    }
}

impl Streams {
    fn add(&self, id: &Arc<str>, inbox: Inbox, most: usize) -> Result<Place, Refusal> {
        let mut streams = self.lock();
        if streams.len() >= most {
            return Err(Refusal::overloaded("there are too many streams; try again later"));
        }
        streams.insert(Arc::clone(id), inbox);
        Ok(Place { streams: self.clone(), id: Arc::clone(id) })
    }

    /// Hands a message to the stream that its query names.
    fn deliver(&self, head: &Head<'_>, message: Bytes) -> Result<Response<Body>, Refusal> {
        let query = head.parts.uri.query().unwrap_or_default();
        let id = query.split('&').find_map(|pair| pair.strip_prefix("sessionId="));
        let principal = head.principal();
        let streams = self.lock();
        let inbox = id.and_then(|id| streams.get(id));
        let inbox = inbox.filter(|inbox| inbox.principal.as_ref() == principal);
        let Some(inbox) = inbox else {
            return Err(Refusal::new(StatusCode::NOT_FOUND, "there is no such stream"));
        };
        match inbox.messages.try_send(message) {
            Ok(()) => Ok(Body::empty(StatusCode::ACCEPTED)),
            Err(_) => Err(Refusal::overloaded("too many messages wait; try again later")),
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Arc<str>, Inbox>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The name of a stream is free again when the stream ends.
struct Place {
    streams: Streams,
    id: Arc<str>,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.streams.lock().remove(&self.id);
    }
}
