//! GET: the stream of what belongs to no call, and streams that broke off.
//!
//! Source: [2025-11-25, "Transports", Listening for Messages from the Server and Resumability](https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#resumability-and-redelivery).

use std::sync::Arc;

use http::{HeaderValue, Response, StatusCode};

use crate::jsonrpc::RequestId;
use crate::server::subscriptions::tell;
use crate::transport::http::Http;
use crate::transport::http::body::Body;
use crate::transport::http::exchange::Exchange;
use crate::transport::http::head::Head;
use crate::transport::http::media::{self, Accepts};
use crate::transport::http::refusal::Refusal;
use crate::transport::http::sessions::{HttpSession, StreamReader};
use crate::transport::http::sse::EventId;
use crate::transport::outbox::Outbox;

impl Http {
    /// Opens a stream, or goes on with one.
    pub(crate) fn listen(&self, head: &Head<'_>) -> Result<Response<Body>, Refusal> {
        media::get(head)?;
        let session = self.session(head)?;
        if let Some(last) = head.headers.last_event_id {
            return self.resume(&session, last);
        }
        let mut exchange = Exchange::new(&self.closing);
        tell_in(&mut exchange, &session);
        let reader = self.reader(&session, &exchange.outbox, None);
        Ok(exchange.stream(reader))
    }

    /// Makes what a response sends a stream that its client can come back to; it answers these
    /// requests, or belongs to no call.
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
    ) -> Result<Response<Body>, Refusal> {
        let last = last.to_str().ok().and_then(|last| last.parse::<EventId>().ok());
        let found = last.and_then(|last| Some((last, session.stream_of(last)?)));
        let Some((last, stream)) = found else {
            let message = "Last-Event-ID names no event of this session that is still known";
            return Err(Refusal::new(StatusCode::BAD_REQUEST, message));
        };
        let mut exchange = Exchange::of(Arc::clone(&stream.outbox));
        if stream.is_standalone() {
            tell_in(&mut exchange, session);
        }
        let replay = Arc::clone(&self.sessions.replay);
        let (reader, missed) = StreamReader::again(stream, Arc::clone(session), replay, last);
        Ok(exchange.stream(Some((reader.leaving_after(self.options.poll_after), missed))))
    }
}

/// Makes telling of changes what an exchange does, for as long as its client is there.
fn tell_in(exchange: &mut Exchange, session: &Arc<HttpSession>) {
    let peer = exchange.peer(Accepts { json: false, events: true });
    let (session, outbox) = (Arc::clone(session), Arc::clone(&exchange.outbox));
    exchange.drive(Box::pin(async move {
        // Those from before are told, too; later streams wait until this one is gone.
        let tell =
            async { tell(&peer, session.version, &mut *session.follower.lock().await, None).await };
        tokio::select! {
            biased;
            () = peer.closing() => {}
            () = tell => {}
        }
        outbox.end();
        StatusCode::OK
    }));
}
