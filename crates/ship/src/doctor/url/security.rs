//! Checks who may send requests.

use reqwest::Method as Verb;

use super::super::{Check, Diagnosis};
use super::probe_client::{ProbeClient, ProbeResponse};
use mcp_runtime_https::is_loopback;

pub(super) async fn check(client: &ProbeClient, first: &ProbeResponse, found: &mut Vec<Diagnosis>) {
    let url = &client.url;
    let origin =
        |origin: String| client.initialize(move |request| request.header("origin", origin));
    let evil = origin("https://evil.example".to_owned()).await;
    found.push(if evil.is_ok_and(|answered| answered.status == 200) {
        let what = format!("{url} accepts any `Origin`: any web page can use it");
        Diagnosis::new(
            Check::AnyOriginAccepted,
            what,
            "reject requests whose `Origin` is not allowed",
        )
    } else {
        Diagnosis::passed(Check::AnyOriginAccepted, "requests from other origins are rejected")
    });
    let own = url.origin().ascii_serialization();
    if let Ok(answered) = origin(own.clone()).await
        && answered.status == 403
    {
        let what = format!(
            "Requests with the `Origin` {own} are rejected, although it is that of the server"
        );
        found.push(Diagnosis::new(
            Check::OwnOriginRefused,
            what,
            format!("start the server with --allow-origin {own}"),
        ));
    } else {
        preflight(client, first, &own, found).await;
    }
    if !is_loopback(url) && client.headers.is_empty() {
        let host = url.host_str().unwrap_or_default();
        let what = format!("Anyone who can reach {host} can call every tool: it requires no token");
        found.push(Diagnosis::new(
            Check::OpenToNetwork,
            what,
            "require authorization, or listen on 127.0.0.1 only",
        ));
    }
}

/// Checks whether allowed pages can read the session.
async fn preflight(
    client: &ProbeClient,
    first: &ProbeResponse,
    origin: &str,
    found: &mut Vec<Diagnosis>,
) {
    let request = client
        .request(Verb::OPTIONS)
        .header("origin", origin)
        .header("access-control-request-method", "POST")
        .header("access-control-request-headers", "content-type,mcp-protocol-version");
    let Ok(allowed) = ProbeClient::send(request).await else { return };
    // If pages are not allowed anyway, nothing is reported.
    if allowed.header("access-control-allow-origin").is_empty()
        || first.header("mcp-session-id").is_empty()
    {
        return;
    }
    let asked = client.initialize(|request| request.header("origin", origin)).await;
    let exposed = asked
        .map(|asked| asked.header("access-control-expose-headers").to_lowercase())
        .unwrap_or_default();
    if !exposed.contains("mcp-session-id") && exposed != "*" {
        let what = "Clients in browsers cannot read `Mcp-Session-Id`";
        found.push(Diagnosis::new(
            Check::SessionNotExposed,
            what,
            "send the header `Access-Control-Expose-Headers: Mcp-Session-Id`",
        ));
    }
}
