//! Serving Streamable HTTP; start with [`Server::into_http`](crate::Server::into_http).
//!
//! Source: [2026-07-28, "Transports", Streamable HTTP](https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http); 2025-11-25 for sessions.

// The path of a request:
//
//     request ─▶ standalone       its connection; a mounted server begins with `Http::call`
//             ─▶ head             its MCP headers
//             ─▶ host_and_origin  is it for this host, from an allowed page? `cors` tells browsers which
//                                 those are
//             ─▶ media            are its content type and `Accept` supported?
//             ─▶ request_body     one message, within limits
//             ─▶ modern           stateless; checks its `mirrored_headers`, and starts the call
//              or legacy          belongs to a session, and starts the call there
//             ─▶ exchange         where the call sends: events as soon as something streams, or JSON;
//                                 of no use to a response that is ready at once
//             ─▶ charged_response its text, charged to the caller if it is long
//             ─▶ response_body    the HTTP response, with its body
//             ─▶ every_response   what all responses have
//
// Every response of `Http` leaves by one function, `Http::send` in `every_response`. What a program puts around all of
// them is in `routes`. What one request can leave to the next on its connection, such as the host that was allowed, is
// in `recent`.

pub(crate) mod access;
mod activity;
mod admission;
mod authorization;
mod builder;
mod charged_response;
mod cors;
mod documents;
mod events;
mod every_response;
mod exchange;
mod head;
mod host_and_origin;
mod http_sse;
mod legacy;
mod limits;
#[cfg(test)]
mod lookups;
mod media;
mod mirrored_headers;
mod modern;
mod options;
mod peer;
mod poll_on_wake;
mod principal;
mod probes;
mod proxies;
mod quotas;
mod recent;
mod refusal;
mod replicas;
mod request_body;
mod response_body;
mod routes;
mod self_wake;
mod sessions;
mod sse;
mod standalone;
mod static_keys;
mod upgraded;

use std::convert::Infallible;
use std::error::Error;
use std::future::ready;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::task::{Context, Poll};

use bytes::{Buf, Bytes};
use http::{Method, Request, Response, StatusCode};
use tower_service::Service;

use crate::caller::Caller;
use crate::debug::short_debug;
use crate::jsonrpc::{ErrorCode, ErrorObject, Frame, Incoming, Malformed};
use crate::negotiation::Params;
use crate::protocol;
use crate::quota::{Share, UNCHARGED_BYTES};
use crate::server::Server;
use crate::server::response::BoxFuture;
use crate::session::Purpose;
use crate::transport::Closing;
use admission::RunningShares;
use exchange::Exchange;
use head::{Head, OwnedHead};
use http_sse::Streams;
use legacy::{Initializing, requests};
use media::Accepts;
use options::HttpSettings;
use quotas::Quotas;
use recent::RecentCache;
use refusal::Refusal;
use replicas::SharedSessions;
use request_body::ReadBody;
use routes::{Routes, StoredService};
use sessions::{HttpSession, HttpSessions};

pub use crate::server::http::RequestExtension;
pub use access::{Access, AccessDenied};
pub(crate) use admission::caller_of;
pub use authorization::{Authorizer, IntoAuthorizer};
use authorization::{DynAuthorizer, complete};
pub use documents::Document;
pub use host_and_origin::check_loopback;
pub use limits::HttpLimits;
use peer::Peer;
pub use peer::{BoxIo, Io};
pub use principal::{PeerUser, Principal, RemoteAddress, Scopes};
pub use probes::Readiness;
pub use response_body::Body;
pub use routes::RequestBody;
pub use sessions::EventStore;
pub use sse::EventId;
pub use standalone::Listener;
pub(crate) use standalone::reached_at;
pub use upgraded::Upgraded;

/// A server as an HTTP service: mount it in axum or hyper, or [serve](Http::serve) it standalone.
///
/// All methods and revisions share one path. Only requests for loopback host names and without a
/// foreign `Origin` are served, until you allow more. [The guide](crate::guide::http) has a page
/// about it.
#[derive(Clone)]
pub struct Http {
    server: Server,
    options: Arc<HttpSettings>,
    sessions: Arc<HttpSessions>,
    /// The sessions that are shared with replicas, if there are any.
    shared: Option<Arc<SharedSessions>>,
    streams: Streams,
    closing: Arc<Closing>,
    recent: Arc<RecentCache>,
    /// Authorizes each request first, if the server is protected.
    authorizer: Option<Arc<dyn DynAuthorizer>>,
    /// Whether heads are shared from the start, since handlers may read them; an authorizer shares
    /// them later.
    shares_heads: bool,
    /// What everybody may read, by its path.
    documents: Arc<[(String, Document)]>,
    /// What the program serves beside MCP, if there is something.
    routes: Option<Arc<Routes>>,
    /// The layers of the program around this service, on a connection of ours.
    layered: Option<StoredService>,
    /// Who is at the other end of this connection, if it is one of ours.
    peer: Option<Peer>,
    /// The caller on this connection, as far as the connection identifies it.
    connection_caller: Caller,
    /// Whether that is a proxy that is trusted to tell the addresses of clients.
    is_behind_proxy: bool,
    quotas: Arc<Quotas>,
    /// The process is about to end.
    is_draining: Arc<AtomicBool>,
}

short_debug!(Http { server });

/// What the head of a request asks for.
enum RequestKind<'a> {
    /// A response that needs no request body.
    Respond(PendingResponse<'a>),
    /// A message is posted; the response may be of these types.
    Post(Accepts),
    /// A message is posted to an HTTP+SSE stream.
    Deliver,
}

/// A response to wait for, boxed because few requests need it.
type PendingResponse<'a> =
    Pin<Box<dyn Future<Output = Result<Response<Body>, Refusal>> + Send + 'a>>;

/// The outcome of reading a body.
pub(crate) enum Received {
    /// Nothing that needs a response.
    Silence,
    /// A response that is ready: its status and its text.
    Answered(StatusCode, Bytes),
    /// A response that waits until replicas know of a change.
    Later(PendingResponse<'static>),
    /// A response that is still pending, or has to be a stream, with its session.
    Pending(Exchange, Option<Arc<HttpSession>>),
    /// The start of a session.
    Opening(Box<Initializing>),
}

impl<B> Service<Request<B>> for Http
where
    B: http_body::Body + Send + 'static,
    B::Data: Buf + Send,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
{
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = BoxFuture<Result<Response<Body>, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let http = self.clone();
        Box::pin(async move {
            let (parts, body) = request.into_parts();
            let head = OwnedHead::new(parts, http.shares_heads);
            Ok(http.respond_within_layers(head, body).await)
        })
    }
}

impl Http {
    /// Responds to a request for MCP: authorizes it and serves it.
    async fn answer<B>(&self, head: &mut OwnedHead, mut body: B) -> Response<Body>
    where
        B: http_body::Body,
        B::Error: Into<Box<dyn Error + Send + Sync>>,
    {
        // A preflight has no token.
        if let Some(authorizer) = &self.authorizer
            && !self.is_preflight(head.parts())
        {
            match Box::pin(self.authorize(&**authorizer, head, body)).await {
                Ok(unread) => body = unread,
                Err(refusal) => return self.send(&self.cors_of(head.parts()), Err(refusal)),
            }
        }
        let read = Head::read(head);
        let mut response = self.respond(&read, body).await;
        if self.authorizer.is_some() {
            complete(&read, &mut response);
        }
        self.send(&self.cors(read.parts, || read.headers.origin), response)
    }

    /// Serves an authorized request.
    ///
    /// The slow paths are boxed: most requests are answered at once, and do not pay for their size.
    async fn respond<B>(&self, head: &Head<'_>, body: B) -> Result<Response<Body>, Refusal>
    where
        B: http_body::Body,
        B::Error: Into<Box<dyn Error + Send + Sync>>,
    {
        if let Some(shared) = &self.shared
            && let Some(refreshing) = self.refresh(shared, head)
        {
            refreshing.await?;
        }
        let accepts = match self.kind(head)? {
            RequestKind::Respond(response) => return response.await,
            RequestKind::Post(accepts) => Some(accepts),
            RequestKind::Deliver => None,
        };
        let body = self.read(head, body).await?;
        let Some(accepts) = accepts else {
            return self.deliver(head, body.0);
        };
        match self.receive(head, &body.0, accepts)? {
            Received::Silence => Ok(Body::empty(StatusCode::ACCEPTED)),
            Received::Answered(status, text) => Ok(Body::json(status, text)),
            Received::Later(response) => response.await,
            Received::Opening(opening) => Box::pin(self.open(opening)).await,
            Received::Pending(exchange, session) => {
                Ok(Box::pin(self.follow(exchange, session, body, accepts)).await)
            }
        }
    }

    fn kind(&self, head: &Head<'_>) -> Result<RequestKind<'_>, Refusal> {
        self.check_host_and_origin(head)?;
        if self.is_preflight(head.parts) {
            return Ok(RequestKind::Respond(at_once(self.allow(head, self.methods())?)));
        }
        if self.options.http_sse.as_deref() == Some(head.parts.uri.path()) {
            return self.route_http_sse(head);
        }
        match head.parts.method {
            Method::POST => media::post(head).map(RequestKind::Post),
            _ if head.is_modern() => {
                Err(Refusal::method_not_allowed("POST", "in this protocol version"))
            }
            _ if !self.has_sessions() => Err(Refusal::method_not_allowed("POST", "here")),
            Method::GET => self.listen(head),
            Method::DELETE => self.end(head),
            _ => Err(Refusal::method_not_allowed("GET, POST, DELETE", "here")),
        }
    }

    /// Reads the body of a request, as far as the quota of its sender allows.
    fn read<B>(&self, head: &Head<'_>, body: B) -> impl Future<Output = Result<ReadBody, Refusal>>
    where
        B: http_body::Body,
        B::Error: Into<Box<dyn Error + Send + Sync>>,
    {
        let limit = self.options.limits.max_body.min(self.server.max_message_size());
        let mut account = None;
        // Most bodies are short enough to be uncharged, so that their sender need not be known.
        let reserve = move |share: &mut Option<Share>, bytes| {
            bytes <= UNCHARGED_BYTES || {
                let of_sender = || self.quotas.bodies(self.caller(head));
                account.get_or_insert_with(of_sender).reserve(share, bytes)
            }
        };
        request_body::read(body, limit, self.options.limits.body_time, reserve)
    }

    /// Waits for the response of an exchange, or for the first message that streams before it.
    async fn follow(
        &self,
        mut exchange: Exchange,
        session: Option<Arc<HttpSession>>,
        (body, _share): ReadBody,
        accepts: Accepts,
    ) -> Response<Body> {
        if !exchange.streams(accepts).await {
            return exchange.answer();
        }
        let reader = session
            .and_then(|session| self.reader(&session, &exchange.outbox, Some(requests(&body))));
        exchange.stream(reader)
    }

    /// Reads the message in a body, and starts what it requests.
    fn receive(&self, head: &Head<'_>, body: &[u8], accepts: Accepts) -> Result<Received, Refusal> {
        let whole = std::str::from_utf8(body).map_err(|_| {
            let error = ErrorObject::new(ErrorCode::PARSE_ERROR, "the message is not UTF-8");
            self.malformed(head, Malformed::of(body, error), accepts)
        })?;
        let text = match Frame::split(whole)? {
            Frame::Single(text) => text,
            Frame::Batch(_) if self.is_modern(head, &Purpose::default()) => {
                let problem = "the body must be one message; batches are not supported";
                return Err(Refusal::new(StatusCode::BAD_REQUEST, problem));
            }
            Frame::Batch(texts) => return self.receive_batch(head, &texts, accepts),
        };
        let mut params = Params::with_cached_meta(self.recent.meta());
        let mut result = None;
        let message = &Incoming::read(text, &mut params, &mut result)
            .map_err(|malformed| self.malformed(head, malformed, accepts))?;
        let purpose = &self.server.session_config().purpose(message);
        if self.is_modern(head, purpose) {
            self.receive_modern(head, message, purpose, accepts)
        } else if self.opens_session(head, purpose) {
            Ok(self.initialize(head, message, purpose))
        } else {
            self.receive_legacy(head, message, purpose, accepts)
        }
    }

    /// Refuses a message that cannot be read. An answer ends its question all the same.
    #[cold]
    fn malformed(&self, head: &Head<'_>, malformed: Malformed, accepts: Accepts) -> Refusal {
        if !self.is_modern(head, &Purpose::default()) {
            self.end_question(head, &malformed, accepts);
        }
        malformed.into()
    }

    /// Whether a message belongs to the modern era: its body decides, or else its header.
    ///
    /// For a server that supports one era, everything belongs to that.
    fn is_modern(&self, head: &Head<'_>, purpose: &Purpose<'_>) -> bool {
        let session_config = self.server.session_config();
        if !session_config.has_legacy() || purpose.stands_alone {
            return true;
        }
        let opens = purpose.method == Some(protocol::Method::Initialize);
        session_config.has_modern() && !opens && head.is_modern()
    }

    /// Whether a request opens a session; within a session `initialize` is an error.
    fn opens_session(&self, head: &Head<'_>, purpose: &Purpose<'_>) -> bool {
        purpose.method == Some(protocol::Method::Initialize)
            && (self.options.is_stateless || head.headers.session_id.is_none())
    }

    /// Whether there are sessions, and streams in them.
    fn has_sessions(&self) -> bool {
        !self.options.is_stateless && self.server.session_config().has_legacy()
    }
}

/// Wraps a response that is ready already.
fn at_once(response: Response<Body>) -> PendingResponse<'static> {
    Box::pin(ready(Ok(response)))
}
