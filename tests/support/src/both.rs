//! One request over a pipe and over HTTP, to servers that are the same.

use mcp_runtime::Server;
use serde_json::Value;

use crate::http::{self, Request};
use crate::peer::{Peer, initialize_with, modern};

/// The answers to a client with these capabilities, in a revision: over a pipe, and over HTTP.
pub async fn ask(
    server: impl Fn() -> Server,
    version: &str,
    capabilities: &Value,
    method: &str,
    mut params: Value,
) -> [Value; 2] {
    let mut peer = Peer::memory(server());
    let client = http::serve(server().into_http()).await;
    if version == "2026-07-28" {
        params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = capabilities.clone();
        let params = modern(params);
        let response = client.send(Request::modern(method, params.clone())).await;
        [peer.request(method, params).await, response.answer().await]
    } else {
        peer.request("initialize", initialize_with(version, capabilities)).await;
        let session = client.initialize_with(version, capabilities).await;
        [peer.request(method, params.clone()).await, session.request(method, params).await]
    }
}
