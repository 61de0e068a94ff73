//! The server that is attacked: `stdio`, or `[--write-timeout SECONDS] [--web] http PORT`, with
//! HTTP+SSE at `/sse`; `--web` adds routes, and allows an origin.

#![expect(deprecated, reason = "what MCP has deprecated is tested, too")]

use std::convert::Infallible;
use std::net::Ipv4Addr;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::routing::any;
use http_body::Frame;
use mcp_runtime::http::{Http, HttpLimits};
use mcp_runtime::{Changes, Error, Progress, Result, resource, server, stdio, tool};

/// Adds two numbers.
#[tool]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// Gives a text of this length.
#[tool]
fn repeat(length: usize) -> String {
    "x".repeat(length)
}

/// Sends much progress.
#[tool]
async fn flood(count: u32, size: usize, progress: Progress) -> &'static str {
    for step in 1..=count {
        progress.report_of(step, count, "x".repeat(size)).await;
    }
    "flooded"
}

/// A page.
#[resource("test://pages/{name}")]
fn page(name: &str) -> String {
    name.to_owned()
}

/// A body without an end.
struct Endless;

impl HttpBody for Endless {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        Poll::Ready(Some(Ok(Frame::data(Bytes::from_static(&[b'x'; 16 * 1024])))))
    }
}

/// Services that do what they are asked to, panic, or never end.
fn with_routes(http: Http) -> Http {
    let endless = any(async || Body::new(Endless));
    http.allow_origins(["https://app.example.com"])
        .route("/echo", any(async |body: String| body))
        .route("/panics", any(async || -> String { panic!("on purpose") }))
        .route("/endless", endless)
}

#[tokio::main]
async fn main() -> Result<()> {
    let server = server!()
        .tool::<add>()
        .tool::<repeat>()
        .tool::<flood>()
        .resource::<page>()
        .changes(Changes::new().resource_updates())
        .build()?;
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut http = server.clone().into_http().deprecated_http_sse("/sse");
    if let [option, seconds, ..] = &arguments[..]
        && option == "--write-timeout"
    {
        let timeout = Duration::from_secs(seconds.parse().map_err(Error::other)?);
        http = http.limits(HttpLimits::new().write_timeout(timeout));
        arguments.drain(..2);
    }
    if arguments.first().is_some_and(|option| option == "--web") {
        http = with_routes(http);
        arguments.remove(0);
    }
    match &arguments[..] {
        [transport, port] if transport == "http" => {
            http.serve((Ipv4Addr::LOCALHOST, port.parse().map_err(Error::other)?).into()).await
        }
        _ => server.serve(stdio()).await,
    }
}
