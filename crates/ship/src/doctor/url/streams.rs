//! Checks that headers and events pass through proxies.

use std::time::Duration;

use serde_json::json;
use tokio::time::timeout;

use super::super::{Check, Diagnosis};
use super::probe_client::ProbeClient;
use mcp_runtime_protocol::Method;
use mcp_runtime_protocol::jsonrpc::ErrorCode;

/// How long the first event may take: a server sends it with the headers.
const FIRST_EVENT_TIMEOUT: Duration = Duration::from_secs(2);

pub(super) async fn check(client: &ProbeClient, found: &mut Vec<Diagnosis>) {
    if headers(client, found).await {
        events(client, found).await;
    }
}

/// Checks whether the headers that mirror a request arrive. Returns whether the server supports the
/// revision that has them.
async fn headers(client: &ProbeClient, found: &mut Vec<Diagnosis>) -> bool {
    let asked = ProbeClient::send(client.modern(Method::Discover, json!({}))).await;
    let Some(answer) = asked.ok().and_then(|answered| answered.message()) else { return false };
    if answer["error"]["code"] == json!(ErrorCode::HEADER_MISMATCH) {
        let message = answer["error"]["message"].as_str().unwrap_or_default();
        let what = format!("`Mcp-*` headers do not arrive as they were sent: {message}");
        found.push(Diagnosis::new(Check::DroppedHeaders, what, "let the proxy pass them on"));
        return false;
    }
    answer.get("result").is_some()
}

/// Checks whether events arrive when they are sent.
async fn events(client: &ProbeClient, found: &mut Vec<Diagnosis>) {
    let params = json!({"notifications": {"toolsListChanged": true}});
    let Ok(mut answer) = client.modern(Method::SubscriptionsListen, params).send().await else {
        return;
    };
    let kind = answer.headers().get("content-type").and_then(|kind| kind.to_str().ok());
    if !kind.is_some_and(|kind| kind.starts_with("text/event-stream")) {
        return;
    }
    if timeout(FIRST_EVENT_TIMEOUT, answer.chunk()).await.is_err() {
        let what = format!(
            "No event arrived within {} s, although the server sends one immediately: a proxy is probably buffering the stream",
            FIRST_EVENT_TIMEOUT.as_secs()
        );
        let todo = "turn buffering off in the proxy (in nginx: `proxy_buffering off`), or let it pass on \
                    `X-Accel-Buffering: no`";
        found.push(Diagnosis::new(Check::BufferedEvents, what, todo));
    }
}
