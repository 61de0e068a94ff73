//! Responses of routes that look like what the transport itself responds.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::Bytes;
use axum::extract::Request as AxumRequest;
use axum::http::Response;
use http_body_util::BodyExt as _;
use mcp_runtime::http::{Body, RequestBody};
use mcp_test_support::http::{Client, Request, serve};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tower::service_fn;

use super::{DEADLINE, assert_serves, http, read_response};

/// How much of a body is written together with its head.
const FIRST: usize = 15 * 1024;

/// What hyper says of a request that it refuses.
fn bare(status: &str) -> String {
    format!("HTTP/1.1 {status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n")
}

const STATUSES: [&str; 3] =
    ["400 Bad Request", "414 URI Too Long", "431 Request Header Fields Too Large"];

/// A body that arrives piece by piece, each of which is written by itself.
struct Pieces {
    rest: VecDeque<Bytes>,
    is_written: bool,
}

impl axum::body::HttpBody for Pieces {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<http_body::Frame<Bytes>, Infallible>>> {
        self.is_written = !self.is_written;
        if !self.is_written {
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        Poll::Ready(self.rest.pop_front().map(|piece| Ok(http_body::Frame::data(piece))))
    }
}

/// A server that says what it was told, whole or in pieces, and the status that its query names.
async fn start() -> Client {
    let echo = service_fn(async |request: AxumRequest<RequestBody>| {
        let told = request.into_body().collect().await?.to_bytes();
        let response = Response::builder().header("content-length", told.len());
        Ok::<_, axum::BoxError>(response.body(http_body_util::Full::new(told))?)
    });
    // Each line of what was told is a piece of its own, as of a stream that is passed on.
    let pieces = service_fn(async |request: AxumRequest<RequestBody>| {
        let told = request.into_body().collect().await?.to_bytes();
        let pieces: Vec<_> = told.split(|byte| *byte == b'|').map(Bytes::copy_from_slice).collect();
        let length = pieces.iter().map(Bytes::len).sum::<usize>();
        let response = Response::builder().header("content-length", length);
        Ok::<_, axum::BoxError>(response.body(Pieces { rest: pieces.into(), is_written: false })?)
    });
    let status = service_fn(async |request: AxumRequest<RequestBody>| {
        let status = request.uri().query().unwrap_or_default();
        let response = Response::builder().status(status).header("x-ours", "yes");
        Ok::<_, axum::BoxError>(response.body(Body::of(String::new()))?)
    });
    let http = http().0.route("/echo", echo).route("/pieces", pieces);
    serve(http.route("/status", status)).await
}

/// What follows on a connection once it was asked for this, and again on the same connection.
async fn asked(stream: &mut TcpStream, request: &Request) -> (String, Vec<u8>) {
    stream.write_all(&request.to_bytes()).await.unwrap();
    timeout(DEADLINE, read_response(stream)).await.expect("a response in time")
}

#[tokio::test]
async fn a_route_says_what_it_means_to_even_if_that_looks_like_a_refusal() {
    let client = start().await;
    let mut stream = client.connect().await;
    for status in STATUSES {
        for before in [0, FIRST, 2 * FIRST, FIRST - 1] {
            let told = "x".repeat(before) + &bare(status);
            let (_, said) = asked(&mut stream, &Request::post(&told).at("/echo")).await;
            assert_eq!(said, told.as_bytes(), "{status} after {before} bytes");
        }
        let told = ["x", &bare(status), &bare(status), "y"].join("|");
        let (_, said) = asked(&mut stream, &Request::post(&told).at("/pieces")).await;
        assert_eq!(said, told.replace('|', "").as_bytes(), "{status} in pieces");
    }
    assert_serves(client).await;
}

/// A client of HTTP/1.0 gets pieces as they are.
#[tokio::test]
async fn a_body_that_ends_with_its_connection_is_not_changed_either() {
    let client = start().await;
    for status in STATUSES {
        let told = "x".repeat(FIRST) + &bare(status);
        let mut stream = client.connect().await;
        let length = told.len();
        let head =
            format!("POST /echo HTTP/1.0\r\nHost: localhost\r\nContent-Length: {length}\r\n");
        stream.write_all(format!("{head}\r\n{told}").as_bytes()).await.unwrap();
        let mut said = Vec::new();
        timeout(DEADLINE, stream.read_to_end(&mut said)).await.expect("an end").unwrap();
        assert!(said.ends_with(told.as_bytes()), "{}", String::from_utf8_lossy(&said));
    }
}

#[tokio::test]
async fn a_route_may_refuse_without_a_word() {
    let client = start().await;
    let mut stream = client.connect().await;
    for status in ["400", "414", "431", "404", "499"] {
        let request = Request::get().at(&format!("/status?{status}"));
        let (head, body) = asked(&mut stream, &request).await;
        assert!(head.starts_with(&format!("http/1.1 {status}")), "{head}");
        assert!(head.contains("x-ours: yes") && !head.contains("content-type"), "{head}");
        assert!(body.is_empty(), "{status}: {}", String::from_utf8_lossy(&body));
    }
}

/// At first, and after routes have responded whatever they wanted to.
#[tokio::test]
async fn a_request_that_hyper_refuses_is_still_answered_with_the_reason() {
    let client = start().await;
    let many = (0..200).map(|number| format!("X-{number}: 1\r\n")).collect::<String>();
    let bad = [
        ("GET / HTTP/1.1\r\nHost: localhost\r\nA b: c\r\n\r\n".to_owned(), "400", "not valid HTTP"),
        (format!("GET / HTTP/1.1\r\nHost: localhost\r\n{many}\r\n"), "431", "100 headers"),
    ];
    for before in 0..3 {
        for (request, status, reason) in &bad {
            let mut stream = client.connect().await;
            for _ in 0..before {
                let told = "x".repeat(2 * FIRST);
                asked(&mut stream, &Request::post(told).at("/echo")).await;
                asked(&mut stream, &Request::get().at("/status?400")).await;
            }
            let _ = stream.write_all(request.as_bytes()).await;
            let (head, body) = timeout(DEADLINE, read_response(&mut stream)).await.unwrap();
            assert!(head.starts_with(&format!("http/1.1 {status}")), "{head}");
            let body = String::from_utf8(body).unwrap();
            assert!(body.contains(reason), "{status}: {body}");
        }
    }
}
