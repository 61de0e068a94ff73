//! Serving one connection of a standalone server.

use std::convert::Infallible;
use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use http::header::CONNECTION;
use http::request::Parts;
use http::{HeaderValue, Request, Response, StatusCode, Version};
use hyper::body::{Body as _, Incoming};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;

use super::connection_stream::{ConnectionStream, HEAD_BYTES};
use super::listener::Stream;
use super::max_connections::ConnectionPermit;
use crate::http::Http;
use crate::http::activity::{Activity, HeadDeadline, ServedRequest};
use crate::http::cors::Cors;
use crate::http::head::{Head, OwnedHead};
use crate::http::peer::Peer;
use crate::http::poll_on_wake::PollOnWake;
use crate::http::principal::{PeerUser, RemoteAddress};
use crate::http::refusal::Refusal;
use crate::http::request_body::skip;
use crate::http::response_body::Body;
use crate::http::self_wake::SelfWake;

/// How many concurrent requests one HTTP/2 connection may have.
const STREAMS: u32 = 256;

impl Http {
    /// Whether MCP is served at a path.
    pub(in crate::http) fn serves(&self, path: &str) -> bool {
        let served = [Some(&self.options.path), self.options.http_sse.as_ref()];
        served.into_iter().flatten().any(|served| served == path)
    }

    /// Holds the head of a request. One that a trusted proxy passes on tells where it came from.
    fn head(&self, mut parts: Parts) -> OwnedHead {
        if !self.shares_heads {
            return OwnedHead::Owned(parts);
        }
        if let Some(Peer::Process(Some(user))) = self.peer {
            parts.extensions.insert(PeerUser(user));
        }
        if self.is_behind_proxy
            && let Some(peer) = self.peer
            && let Some(client) = self.options.proxies.client(peer, &parts.headers)
        {
            parts.extensions.insert(RemoteAddress(client));
        }
        OwnedHead::Shared(Arc::new(parts))
    }

    /// Responds to a request that is neither for MCP nor for a route: by a document or a probe, if
    /// there is one at its path.
    pub(in crate::http) async fn respond_beside(&self, head: &OwnedHead) -> Response<Body> {
        let head = Head::read(head);
        if let Some(document) = self.document_at(head.parts.uri.path()) {
            return self.send(&Cors::Public, Ok(document.respond(head.parts)));
        }
        let probed = self.probed(&head).await;
        let response = probed.ok_or_else(|| self.nothing_here(&head));
        self.send(&self.cors_of(head.parts), response)
    }

    /// The refusal of a request for a path at which nothing is served.
    fn nothing_here(&self, head: &Head<'_>) -> Refusal {
        if let Err(refusal) = self.options.host_and_origin.check(head) {
            return refusal;
        }
        let message = format!("nothing is served here; MCP is at {}", self.options.path);
        self.link_documents(Refusal::new(StatusCode::NOT_FOUND, message))
    }
}

/// Drains the body of a refused request, or marks the connection to be closed.
async fn end_unread(body: &mut Incoming, response: &mut Response<Body>, served: &ServedRequest) {
    let is_late = response.status() == StatusCode::REQUEST_TIMEOUT;
    if !is_late && skip(body).await {
        return;
    }
    response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    // Who is late had time enough.
    if !is_late {
        served.leave_body();
    }
}

/// The configuration of connections for hyper.
fn builder() -> Builder<TokioExecutor> {
    let mut builder = Builder::new(TokioExecutor::new());
    // Bodies are copied behind their heads, which costs less than to write short ones from two
    // places; `ServedRequest::reserve` says how much of long ones.
    builder.http1().header_read_timeout(None).max_buf_size(HEAD_BYTES).writev(false);
    builder
        .http2()
        .timer(TokioTimer::new())
        .max_concurrent_streams(STREAMS)
        .max_header_list_size(HEAD_BYTES as u32)
        .keep_alive_interval(Duration::from_secs(30));
    builder
}

/// Responds to a request on one of our connections.
///
/// The request is taken apart before the future begins, since hyper copies that.
fn respond(
    http: Arc<Http>,
    request: Request<Incoming>,
    served: ServedRequest,
) -> impl Future<Output = Result<Response<Body>, Infallible>> + Send {
    let (parts, mut body) = request.into_parts();
    let is_http1 = parts.version < Version::HTTP_2;
    let mut head = http.head(parts);
    async move {
        if http.has_routes() {
            // hyper reads or gives up what they leave of the body.
            let mut response = Box::pin(http.respond_within_layers(head, body)).await;
            response.body_mut().set_served(served);
            return Ok(response);
        }
        let mut response = if http.serves(head.parts().uri.path()) {
            http.answer(&mut head, &mut body).await
        } else {
            http.respond_beside(&head).await
        };
        if is_http1 && !body.is_end_stream() {
            end_unread(&mut body, &mut response, &served).await;
        }
        response.body_mut().set_served(served);
        Ok(response)
    }
}

/// Serves a connection until it ends or the server shuts down.
pub(crate) async fn serve(http: Http, stream: Stream, permit: ConnectionPermit) {
    let stream = match &http.options.encrypt {
        Some(encrypt) => Stream::Other(encrypt(stream.boxed())),
        None => stream,
    };
    let activity = Arc::<Activity>::default();
    let stream =
        ConnectionStream::new(stream, http.options.limits.write_time, Arc::clone(&activity));
    let mut head_deadline = HeadDeadline::new(Arc::clone(&activity), http.options.limits.idle_time);
    let closes = http.closing.wait();
    let leaves = permit.closing();
    let mut closing = PollOnWake::new(async {
        tokio::select! {
            () = closes => {}
            () = leaves => {}
        }
    });
    let http = Arc::new(http);
    let service = hyper::service::service_fn({
        let activity = Arc::clone(&activity);
        move |request: Request<Incoming>| {
            let served = activity.begin(request.version());
            respond(Arc::clone(&http), request, served)
        }
    });
    let builder = builder();
    let mut connection = pin!(builder.serve_connection(TokioIo::new(stream), service));
    let mut is_closing = false;
    let mut self_wake = SelfWake::new();
    poll_fn(|cx| {
        if !is_closing && Pin::new(&mut closing).poll(cx).is_ready() {
            is_closing = true;
            connection.as_mut().graceful_shutdown();
        }
        if self_wake.poll(cx, |cx| connection.as_mut().poll(cx)).is_ready() {
            return Poll::Ready(());
        }
        // hyper waits for the rest of a head that has started.
        if activity.begun() == 0 && permit.is_closing() {
            return Poll::Ready(());
        }
        Pin::new(&mut head_deadline).poll(cx)
    })
    .await;
}
