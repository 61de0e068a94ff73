//! Metrics over HTTP: as a service, or on an address of their own.

use std::convert::Infallible;
use std::future::{Ready, ready};
use std::net::SocketAddr;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use http::header::{ALLOW, CONTENT_TYPE};
use http::request::Parts;
use http::{HeaderValue, Method, Request, Response, StatusCode};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use mcp_runtime::http::check_loopback;
use mcp_runtime_protocol::{Error, Result};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use tower_service::Service;

use super::Metrics;

/// How many scrapers may be connected.
const MAX_SCRAPERS: usize = 16;

/// How long one scrape may take.
const SCRAPE_TIMEOUT: Duration = Duration::from_secs(10);

const PATH: &str = "/metrics";

/// The media type of the format.
///
/// Source: [Prometheus, "Exposition formats"](https://prometheus.io/docs/instrumenting/exposition_formats/#basic-info).
const EXPOSITION: &str = "text/plain; version=0.0.4; charset=utf-8";

impl Metrics {
    /// Serves `/metrics` on an address of its own, indefinitely. On a loopback address, only
    /// requests for a loopback name and without a foreign `Origin` are answered.
    ///
    /// # Errors
    ///
    /// When the address is not available.
    pub async fn serve(self, address: SocketAddr) -> Result<()> {
        let listening = |error| Error::other(format!("cannot listen on {address}: {error}"));
        let listener = TcpListener::bind(address).await.map_err(listening)?;
        self.serve_on(listener).await
    }

    /// Serves `/metrics` on a listener, indefinitely, as [`serve`](Self::serve) does.
    ///
    /// # Errors
    ///
    /// When the listener has no address.
    pub async fn serve_on(self, listener: TcpListener) -> Result<()> {
        let address = listener
            .local_addr()
            .map_err(|error| Error::io("cannot get the address of the listener", error))?;
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
                    let (head, _) = request.into_parts();
                    ready(Ok::<_, Infallible>(metrics.page(&head, is_local)))
                });
                let serving = http1::Builder::new()
                    .timer(TokioTimer::new())
                    .keep_alive(false)
                    .serve_connection(TokioIo::new(stream), service);
                let _ = timeout(SCRAPE_TIMEOUT, serving).await;
                drop(place);
            });
        }
    }

    /// Responds to a request of the separate address.
    fn page(&self, head: &Parts, is_local: bool) -> Response<String> {
        // A web page must not read it under a name that resolves to this machine.
        if is_local && let Err(status) = check_loopback(head) {
            return refusal(
                status,
                "the `Host` of the request must be `localhost` or a loopback address, and its \
                 `Origin`, if there is one, must match the `Host`",
            );
        }
        match head.uri.path() {
            PATH => self.respond(&head.method),
            _ => refusal(StatusCode::NOT_FOUND, "the metrics are at /metrics"),
        }
    }

    fn respond(&self, method: &Method) -> Response<String> {
        if !matches!(*method, Method::GET | Method::HEAD) {
            let mut response = refusal(StatusCode::METHOD_NOT_ALLOWED, "send a GET request");
            response.headers_mut().insert(ALLOW, HeaderValue::from_static("GET"));
            return response;
        }
        let mut response = Response::new(self.to_string());
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(EXPOSITION));
        response
    }
}

fn refusal(status: StatusCode, message: &str) -> Response<String> {
    let mut response = Response::new(format!("{message}\n"));
    *response.status_mut() = status;
    let media_type = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(CONTENT_TYPE, media_type);
    response
}

/// Serves at any path it is mounted at; the program decides who may read it.
impl<B> Service<Request<B>> for Metrics {
    type Response = Response<String>;
    type Error = Infallible;
    type Future = Ready<Result<Response<String>, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        ready(Ok(self.respond(request.method())))
    }
}

#[cfg(test)]
mod tests {
    use http::header::{HOST, ORIGIN};
    use http::request::Builder;

    use super::*;

    fn answered(request: Builder, is_local: bool) -> StatusCode {
        let (head, ()) = request.body(()).unwrap().into_parts();
        Metrics::new().page(&head, is_local).status()
    }

    fn status(hosts: &[&str], uri: &str, is_local: bool) -> StatusCode {
        let request = Request::builder().uri(uri);
        answered(hosts.iter().fold(request, |request, host| request.header(HOST, *host)), is_local)
    }

    #[test]
    fn a_local_address_answers_only_requests_for_a_name_of_this_machine() {
        for host in ["localhost", "LOCALHOST:9464", "127.0.0.1:9464", "127.1.2.3", "[::1]:9464"] {
            assert_eq!(status(&[host], "/metrics", true), StatusCode::OK, "{host}");
        }
        for host in ["evil.example", "localhost.evil.example", "192.0.2.1", "[::2]", "", "a b"] {
            assert_eq!(status(&[host], "/metrics", true), StatusCode::FORBIDDEN, "{host}");
            assert_eq!(status(&[host], "/metrics", false), StatusCode::OK, "{host}");
        }
        let twice = ["localhost", "localhost"];
        assert_eq!(status(&twice, "/metrics", true), StatusCode::BAD_REQUEST);
        assert_eq!(status(&[], "/metrics", true), StatusCode::BAD_REQUEST);
        let elsewhere = "http://evil.example/metrics";
        assert_eq!(status(&["localhost"], elsewhere, true), StatusCode::FORBIDDEN);
    }

    #[test]
    fn a_local_address_refuses_pages_of_other_origins() {
        let from = |origin, is_local| {
            let request = Request::builder().uri("/metrics").header(HOST, "localhost:9464");
            answered(request.header(ORIGIN, origin), is_local)
        };
        assert_eq!(from("http://localhost:9464", true), StatusCode::OK);
        for origin in ["https://evil.example", "http://localhost:8080", "null"] {
            assert_eq!(from(origin, true), StatusCode::FORBIDDEN, "{origin}");
            assert_eq!(from(origin, false), StatusCode::OK, "{origin}");
        }
    }

    #[test]
    fn only_the_metrics_are_served_and_only_to_readers() {
        assert_eq!(status(&["localhost"], "/", true), StatusCode::NOT_FOUND);
        let metrics = Metrics::new();
        assert_eq!(metrics.respond(&Method::HEAD).status(), StatusCode::OK);
        let refused = metrics.respond(&Method::POST);
        assert_eq!(refused.status(), StatusCode::METHOD_NOT_ALLOWED);
        assert_eq!(refused.headers()[ALLOW], "GET");
    }
}
