//! GET: the stream of what belongs to no call, and streams that broke off.
//!
//! Source: 2025-11-25, "Transports", Listening for Messages from the Server and Resumability.

use std::sync::Arc;

use http::request::Parts;
use http::{HeaderValue, Response, StatusCode};

use super::HttpSession;
use crate::jsonrpc::SharedPeer;
use crate::protocol::NotificationParams;
use crate::server::Server;
use crate::server::notify::notify;
use crate::transport::http::Http;
use crate::transport::http::body::Body;
use crate::transport::http::events::{
    EventId, Resumable, Stream, write_event, write_priming_event,
};
use crate::transport::http::exchange::Exchange;
use crate::transport::http::head::{self, Accepts};
use crate::transport::http::refusal::Refusal;
use crate::transport::outbox::Outbox;
use crate::transport::watched::Watched;

impl Http {
    /// Opens a stream, or goes on with one.
    pub(crate) fn listen(&self, head: &Parts) -> Result<Response<Body>, Refusal> {
        head::get(&head.headers)?;
        let session = self.session(head)?;
        if let Some(last) = head::single(&head.headers, &head::LAST_EVENT_ID)? {
            return self.resume(&session, last);
        }
        let mut exchange = Exchange::new(&self.closing);
        let peer = exchange.peer(Accepts { json: false, events: true });
        let telling = tell(self.server.clone(), Arc::clone(&session), peer);
        let outbox = Arc::clone(&exchange.outbox);
        exchange.drive(Box::pin(async move {
            telling.await;
            outbox.end();
            StatusCode::OK
        }));
        let resumable = self.resumable(&session, &exchange.outbox);
        Ok(exchange.stream(resumable))
    }

    /// Makes what a response sends a stream that its client can come back to.
    pub(crate) fn resumable(
        &self,
        session: &Arc<HttpSession>,
        outbox: &Arc<Outbox>,
    ) -> Option<Resumable> {
        if self.options.is_stateless {
            return None;
        }
        let stream = session.open_stream(outbox);
        let mut opening = Vec::new();
        if session.version().has_priming_events() {
            write_priming_event(&mut opening, stream.id);
        }
        Some(self.read(stream, session, opening))
    }

    fn resume(
        &self,
        session: &Arc<HttpSession>,
        last: &HeaderValue,
    ) -> Result<Response<Body>, Refusal> {
        let last = last.to_str().ok().and_then(|last| last.parse::<EventId>().ok());
        let found = last.and_then(|last| Some((last, session.stream_of(last)?)));
        let Some((last, stream)) = found else {
            let message = "Last-Event-ID names no event of this session that is still known";
            return Err(Refusal::new(StatusCode::BAD_REQUEST, message));
        };
        let exchange = Exchange::of(Arc::clone(&stream.outbox));
        // Whoever read the stream until now stops before what it took is looked up.
        let mut resumable = self.read(stream, session, Vec::new());
        for (id, message) in self.sessions.store.after(&session.id, last) {
            write_event(&mut resumable.opening, Some(id), &message);
        }
        Ok(exchange.stream(Some(resumable)))
    }

    fn read(&self, stream: Arc<Stream>, session: &Arc<HttpSession>, opening: Vec<u8>) -> Resumable {
        Resumable::new(stream, Arc::clone(session), Arc::clone(&self.sessions.store), opening)
    }
}

/// Tells a client of changes. A message goes to one stream only, so later streams wait.
///
/// Source: 2025-11-25, "Transports", Multiple Connections.
async fn tell(server: Server, session: Arc<HttpSession>, peer: SharedPeer) {
    let version = session.version();
    let changes = async {
        let _telling = session.telling.lock().await;
        let mut watched = Watched::new(&server);
        loop {
            let (before, now) = watched.changed().await;
            for method in now.since(before) {
                notify(&peer, version, method, NotificationParams::default()).await;
            }
        }
    };
    tokio::select! {
        biased;
        () = peer.closing() => {}
        () = changes => {}
    }
}
