//! Metrics for Prometheus, as a service or on an address of their own.

use std::convert::Infallible;
use std::future::{Ready, ready};
use std::net::SocketAddr;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use http::{Method, Request, Response, StatusCode};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use tower_service::Service;

use super::head::{Head, OwnedHead};
use super::host_and_origin::HostOriginPolicy;
use super::refusal::Refusal;
use super::response_body::Body;
use crate::error::{Error, Result};
use crate::observe::Metrics;

/// How many scrapers may be connected.
const MAX_SCRAPERS: usize = 16;

/// How long one scrape may take.
const SCRAPE_TIME: Duration = Duration::from_secs(10);

const PATH: &str = "/metrics";

impl Metrics {
    /// Serves `/metrics` on an address of its own, indefinitely. On a loopback address, only
    /// requests for a loopback name are answered, as with [`Http`](super::Http).
    ///
    /// # Errors
    ///
    /// When the address is not available.
    pub async fn serve(self, address: SocketAddr) -> Result<()> {
        let listening = |error| Error::other(format!("listening on {address}: {error}"));
        let listener = TcpListener::bind(address).await.map_err(listening)?;
        self.serve_on(listener).await
    }

    /// Serves `/metrics` on a listener, indefinitely, as [`serve`](Self::serve) does.
    ///
    /// # Errors
    ///
    /// When the listener has no address.
    pub async fn serve_on(self, listener: TcpListener) -> Result<()> {
        let address = listener.local_addr().map_err(|error| Error::io("listening", error))?;
        let is_local = address.ip().is_loopback();
        let room = Arc::new(Semaphore::new(MAX_SCRAPERS));
        loop {
            let Ok((stream, _)) = listener.accept().await else {
                // There are no descriptors left, or the client has disconnected already.
                sleep(Duration::from_millis(50)).await;
                continue;
            };
            let Ok(place) = Arc::clone(&room).acquire_owned().await else { return Ok(()) };
            let metrics = self.clone();
            tokio::spawn(async move {
                let service = hyper::service::service_fn(|request: Request<_>| {
                    let response = metrics.page(request, is_local);
                    ready(Ok::<_, Infallible>(response.unwrap_or_else(Refusal::into_response)))
                });
                let serving = http1::Builder::new()
                    .timer(TokioTimer::new())
                    .keep_alive(false)
                    .serve_connection(TokioIo::new(stream), service);
                let _ = timeout(SCRAPE_TIME, serving).await;
                drop(place);
            });
        }
    }

    /// Serves a request of the standalone listener.
    fn page<B>(&self, request: Request<B>, is_local: bool) -> Result<Response<Body>, Refusal> {
        let head = OwnedHead::Owned(request.into_parts().0);
        let head = Head::read(&head);
        if is_local {
            // A web page must not read it under a name that resolves to this machine.
            HostOriginPolicy::default().check(&head)?;
        }
        match head.parts.uri.path() {
            PATH => Ok(self.respond(&head.parts.method)),
            _ => {
                let message = format!("nothing is served here but {PATH}");
                Err(Refusal::new(StatusCode::NOT_FOUND, message))
            }
        }
    }

    fn respond(&self, method: &Method) -> Response<Body> {
        match *method {
            Method::GET | Method::HEAD => Body::metrics(self.to_string()),
            _ => Refusal::method_not_allowed("GET", "here").into_response(),
        }
    }
}

/// Serves at any path it is mounted at; the program decides who may read it.
impl<B> Service<Request<B>> for Metrics {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Ready<Result<Response<Body>, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        ready(Ok(self.respond(request.method())))
    }
}
