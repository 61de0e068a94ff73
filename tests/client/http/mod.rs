//! The client over HTTP: against our own servers, and against servers that say what a test wants.

mod calls;
mod headers;
mod liars;
mod login;
mod network;
mod panics;
mod passing;
mod refreshing;
mod refusals;
mod replaced;
mod results;
mod scripted;
mod security;
mod sessions;
mod stores;
mod streams;
mod tokens;

use std::time::Duration;

use mcp_runtime::protocol::ProtocolVersion;
use mcp_runtime_client::{Client, ClientBuilder, HttpTransport};
use mcp_test_support::http::serve;
use mcp_test_support::interaction::interaction;

/// A client that asks nothing before it connects, but shakes hands.
fn legacy() -> ClientBuilder {
    client().version(ProtocolVersion::LATEST_LEGACY)
}

fn client() -> ClientBuilder {
    Client::builder("agent", "1.0").timeout(Duration::from_secs(20)).max_message_size(1024 * 1024)
}

/// The fixture that asks, served in this process over Streamable HTTP and HTTP+SSE.
async fn fixture() -> (HttpTransport, HttpTransport) {
    let http = interaction().build().unwrap().into_http().deprecated_http_sse("/sse");
    let address = serve(http).await.0;
    let at = |path| HttpTransport::new(format!("http://{address}/{path}"));
    (at("mcp"), at("sse"))
}
