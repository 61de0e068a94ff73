//! Checks who may send requests.

use reqwest::Method as Verb;

use super::super::Diagnosis;
use super::probe_client::{ProbeClient, ProbeResponse};
use mcp_runtime_https::is_loopback;

pub(super) async fn check(client: &ProbeClient, first: &ProbeResponse, found: &mut Vec<Diagnosis>) {
    let url = &client.url;
    let origin =
        |origin: String| client.initialize(move |request| request.header("origin", origin));
    let evil = origin("https://evil.example".to_owned()).await;
    found.push(if evil.is_ok_and(|answered| answered.status == 200) {
        let what = format!("{url} answers pages of any site: a web page can use it");
        Diagnosis::new("H6", what, "refuse requests whose Origin is not known")
    } else {
        Diagnosis::passed("H6", "pages of other sites are refused")
    });
    let own = url.origin().ascii_serialization();
    if let Ok(answered) = origin(own.clone()).await
        && answered.status == 403
    {
        let what = format!("Pages of {own} are refused, though the server is there");
        found.push(Diagnosis::new(
            "H5",
            what,
            format!("start the server with --allow-origin {own}"),
        ));
    } else {
        preflight(client, first, &own, found).await;
    }
    if !is_loopback(url) && client.headers.is_empty() {
        let host = url.host_str().unwrap_or_default();
        let what = format!("Anybody who reaches {host} can call every tool: it asks for no token");
        found.push(Diagnosis::new(
            "H20",
            what,
            "protect it, or have it listen on this machine alone",
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
    let request = client.request(Verb::OPTIONS).header("origin", origin);
    let request = request
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
    let exposed = asked.map(|asked| asked.header("access-control-expose-headers").to_lowercase());
    let exposed = exposed.unwrap_or_default();
    if !exposed.contains("mcp-session-id") && exposed != "*" {
        let what = "Clients in browsers cannot read `Mcp-Session-Id`";
        found.push(Diagnosis::new("H18", what, "Access-Control-Expose-Headers: Mcp-Session-Id"));
    }
}
