//! The server that is attacked: `stdio`, or `[--write-timeout SECONDS] http PORT`, with HTTP+SSE at
//! `/sse`.

use std::net::Ipv4Addr;
use std::time::Duration;

use mcp_runtime::{Error, Progress, Result, resource, server, tool};

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

#[tokio::main]
async fn main() -> Result<()> {
    let server = server!().tool::<add>().tool::<repeat>().tool::<flood>().resource::<page>();
    let server = server.resource_updates().build()?;
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut http = server.clone().into_http().deprecated_http_sse("/sse");
    if let [option, seconds, ..] = &arguments[..]
        && option == "--write-timeout"
    {
        http = http.write_timeout(Duration::from_secs(seconds.parse().map_err(Error::other)?));
        arguments.drain(..2);
    }
    match &arguments[..] {
        [transport, port] if transport == "http" => {
            http.serve((Ipv4Addr::LOCALHOST, port.parse().map_err(Error::other)?).into()).await
        }
        _ => server.serve_stdio().await,
    }
}
