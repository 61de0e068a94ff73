//! Serving HTTP standalone: the listener, its limits, and its shutdown.

use std::convert::Infallible;
use std::future::poll_fn;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use http::header::CONNECTION;
use http::{HeaderValue, Request, Response, StatusCode, Version};
use hyper::body::{Body as _, Incoming};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

use super::Http;
use super::authorization::Heads;
use super::connections::{ConnectionPermit, Connections, refuse};
use super::head::{Head, OwnedHead};
use super::head_timer::HeadTimer;
use super::options::HttpOptions;
use super::poll_on_wake::PollOnWake;
use super::refusal::Refusal;
use super::refusal_bodies::{HEAD_BYTES, RefusalBodies};
use super::request_body::skip;
use super::response_body::Body;
use super::write_timeout::WriteTimeout;
use crate::caller::Caller;
use crate::error::{Error, Result};
use crate::transport::outbox::Closing;

/// How long reading the head of a request may take.
const HEAD_TIME: Duration = Duration::from_secs(10);

/// How many concurrent requests one HTTP/2 connection may have.
const STREAMS: u32 = 256;

impl Http {
    /// Serves on an address until the process is asked to end, then waits for running calls.
    ///
    /// # Errors
    ///
    /// When the address is not available, or is reachable from the network without authorization
    /// and that was not allowed.
    pub async fn serve(self, address: SocketAddr) -> Result<()> {
        let listener = self.bind(address).await?;
        self.serve_on(listener, crate::transport::asked_to_end()?).await
    }

    /// The path at which MCP is served.
    #[allow(dead_code, reason = "only the command line shows it")]
    pub(crate) fn served_path(&self) -> &str {
        &self.options.path
    }

    /// Whether requests are authorized.
    #[allow(dead_code, reason = "only the page asks")]
    pub(crate) fn is_protected(&self) -> bool {
        matches!(self.heads, Heads::Authorized(_))
    }

    /// Binds to an address, if it may be served.
    ///
    /// # Errors
    ///
    /// As [`serve`](Self::serve).
    pub(crate) async fn bind(&self, address: SocketAddr) -> Result<TcpListener> {
        if !address.ip().is_loopback() && !self.options.is_open && !self.is_protected() {
            return Err(Error::other(format!(
                "{address} can be reached from the network, and the server has no authorization; \
                 protect it (`Http::protect`, or --issuer and --audience), listen on 127.0.0.1, or say that \
                 it may be: open_to_network_without_authorization"
            )));
        }
        let listening = |error| Error::other(format!("listening on {address}: {error}"));
        TcpListener::bind(address).await.map_err(listening)
    }

    /// Serves on a listener until `shutdown` resolves, then waits for running calls.
    ///
    /// # Errors
    ///
    /// Never, so far; a connection that fails is dropped.
    pub async fn serve_on(
        self,
        listener: TcpListener,
        shutdown: impl Future<Output = ()>,
    ) -> Result<()> {
        // Each connection holds a sender, but nothing is sent.
        let (open, mut ended) = mpsc::channel::<Infallible>(1);
        let HttpOptions { max_connections, max_connections_per_caller, .. } = *self.options;
        let connections = Connections::new(max_connections, max_connections_per_caller);
        let mut shutdown = pin!(async {
            shutdown.await;
            self.drain();
            if self.options.ready.is_some() {
                sleep(self.options.drain_delay).await;
            }
        });
        self.server.begin_tasks();
        self.server.begin_sharing();
        loop {
            let accepted = async {
                let accepted = listener.accept().await?;
                Ok::<_, std::io::Error>((accepted, connections.room().await))
            };
            let accepted = tokio::select! {
                biased;
                () = &mut shutdown => break,
                accepted = accepted => accepted,
            };
            match accepted {
                Ok(((stream, address), room)) => {
                    let (http, open) = (self.for_connection(address), open.clone());
                    let place = connections.enter(room, &http.origin);
                    tokio::spawn(async move {
                        match place {
                            Some(place) => connection(http, stream, place).await,
                            None => refuse(stream).await,
                        }
                        drop(open);
                    });
                }
                // There are no descriptors left, or the client has disconnected already.
                Err(error) => {
                    tracing::warn!(%error, "a connection was not accepted");
                    connections.make_room();
                    sleep(Duration::from_millis(50)).await;
                }
            }
        }
        drop((listener, open));
        self.close();
        let _ = timeout(self.server.drain(), ended.recv()).await;
        if let Some(shared) = &self.shared {
            let _ = timeout(self.server.drain(), shared.flush()).await;
        }
        self.server.end_tasks().await;
        Ok(())
    }

    /// Ends the streams that would otherwise continue indefinitely, so that the server in which the
    /// service is mounted can shut down.
    ///
    /// Running calls may finish. [`serve`](Self::serve) calls this itself.
    pub fn close(&self) {
        self.closing.close();
    }

    /// Returns the same service for one connection: counters and caches are not shared with other
    /// cores.
    fn for_connection(&self, address: SocketAddr) -> Self {
        Self {
            origin: origin(address),
            server: self.server.clone().with_own_count(),
            closing: Arc::new(Closing::clone(&self.closing)),
            recent: Arc::default(),
            ..self.clone()
        }
    }

    /// Whether MCP is served at a path.
    fn serves(&self, path: &str) -> bool {
        let served = [Some(&self.options.path), self.options.http_sse.as_ref()];
        served.into_iter().flatten().any(|served| served == path)
    }

    /// Serves one request of a standalone server.
    async fn alone(
        &self,
        owned: &OwnedHead,
        body: &mut Incoming,
    ) -> Result<Response<Body>, Refusal> {
        let head = Head::read(owned);
        let path = head.parts.uri.path();
        if self.serves(path) {
            return self.respond(&head, body).await;
        }
        if self.is_extra_route(path) {
            return self.respond_extra_route(owned);
        }
        if let Heads::Authorized(by) = &self.heads
            && let Some(document) = by.document(head.parts)
        {
            return Ok(document);
        }
        if let Some(answer) = self.probed(&head).await {
            return Ok(answer);
        }
        self.options.host_and_origin.check(&head)?;
        let message = format!("nothing is served here; MCP is at {}", self.options.path);
        Err(Refusal::new(StatusCode::NOT_FOUND, message))
    }
}

/// Returns the caller at an address. Behind a proxy on this machine, the address does not
/// distinguish callers; connections may.
fn origin(address: SocketAddr) -> Caller {
    static CONNECTIONS: AtomicU64 = AtomicU64::new(0);
    match Caller::at(address.ip()) {
        Some(caller) => caller,
        None => Caller::Connection(CONNECTIONS.fetch_add(1, Ordering::Relaxed)),
    }
}

/// Drains the body of a refused request, or marks the connection to be closed.
async fn end_unread(body: &mut Incoming, response: &mut Response<Body>) {
    let is_late = response.status() == StatusCode::REQUEST_TIMEOUT;
    if is_late || !skip(body).await {
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
}

/// The configuration of connections for hyper.
fn builder() -> Builder<TokioExecutor> {
    let mut builder = Builder::new(TokioExecutor::new());
    builder.http1().timer(HeadTimer::new()).header_read_timeout(HEAD_TIME).max_buf_size(HEAD_BYTES);
    builder
        .http2()
        .timer(TokioTimer::new())
        .max_concurrent_streams(STREAMS)
        .max_header_list_size(HEAD_BYTES as u32)
        .keep_alive_interval(Duration::from_secs(30));
    builder
}

/// Responds to a request on one of our connections.
#[inline]
async fn respond(http: &Arc<Http>, request: Request<Incoming>) -> Response<Body> {
    let (head, mut body) = request.into_parts();
    let is_http1 = head.version < Version::HTTP_2;
    let authorized = match &http.heads {
        Heads::Owned => Ok((OwnedHead::Owned(head), &mut body)),
        Heads::Shared => Ok((OwnedHead::Shared(Arc::new(head)), &mut body)),
        Heads::Authorized(_) if !http.serves(head.uri.path()) => {
            Ok((OwnedHead::Owned(head), &mut body))
        }
        Heads::Authorized(by) => Box::pin(http.authorize(&**by, head, &mut body)).await,
    };
    let mut response = match authorized {
        Ok((head, body)) => {
            let response = http.alone(&head, body).await;
            http.finish(&head, response)
        }
        Err(response) => response,
    };
    if is_http1 && !body.is_end_stream() {
        end_unread(&mut body, &mut response).await;
    }
    response
}

/// Serves a connection until it ends or the server shuts down.
async fn connection(http: Http, stream: TcpStream, place: ConnectionPermit) {
    // Responses are written whole; Nagle's algorithm would delay them by 40 ms.
    let _ = stream.set_nodelay(true);
    let stream = WriteTimeout::new(stream, http.options.write_time);
    let spoken = Arc::new(AtomicBool::new(false));
    let (closes, leaves) = (http.closing.wait(), place.closing());
    let mut closing = PollOnWake::new(async {
        tokio::select! {
            () = closes => {}
            () = leaves => {}
        }
    });
    let http = Arc::new(http);
    let service = hyper::service::service_fn({
        let spoken = Arc::clone(&spoken);
        move |request| {
            spoken.store(true, Ordering::Relaxed);
            let http = Arc::clone(&http);
            async move { Ok::<_, Infallible>(respond(&http, request).await) }
        }
    });
    let builder = builder();
    let mut connection =
        pin!(builder.serve_connection(TokioIo::new(RefusalBodies::new(stream)), service));
    let mut is_closing = false;
    let mut poll = |cx: &mut Context<'_>| {
        if !is_closing && Pin::new(&mut closing).poll(cx).is_ready() {
            is_closing = true;
            connection.as_mut().graceful_shutdown();
        }
        connection.as_mut().poll(cx)
    };
    // Until the first request even the HTTP version is unknown, and nothing else limits that time.
    let opened = poll_fn(|cx| match poll(cx) {
        Poll::Pending if spoken.load(Ordering::Relaxed) => Poll::Ready(true),
        // hyper waits for the rest of a head that has started.
        Poll::Pending if place.is_closing() => Poll::Ready(false),
        poll => poll.map(|_| false),
    });
    if let Ok(true) = timeout(HEAD_TIME, opened).await {
        let _ = poll_fn(poll).await;
    }
}
