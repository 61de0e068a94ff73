//! Checks that the address leads to a server.

use reqwest::{Method as Verb, Url};
use tokio::net::TcpStream;

use super::super::{Check, Diagnosis};
use super::probe_client::{ProbeClient, ProbeResponse};
use crate::clients::Home;
use mcp_runtime_https::is_loopback;
use mcp_runtime_protocol::jsonrpc::printable;

/// Checks for a proxy in the environment of this process.
pub(super) fn check_proxy(url: &Url, home: &Home, found: &mut Vec<Diagnosis>) {
    let proxy = ["HTTP_PROXY", "http_proxy"].iter().any(|name| home.variable(name).is_some());
    let excepted = ["NO_PROXY", "no_proxy"].iter().any(|name| home.variable(name).is_some());
    if is_loopback(url) && proxy && !excepted {
        let todo = "set NO_PROXY=localhost,127.0.0.1";
        found.push(Diagnosis::new(
            Check::ProxyForLoopback,
            "HTTP_PROXY is set, and also applies to this machine",
            todo,
        ));
    }
}

/// Why there was no response.
pub(super) async fn unreached(client: &ProbeClient, error: &str) -> Diagnosis {
    let url = &client.url;
    let lower = error.to_lowercase();
    if lower.contains("expired") || lower.contains("not valid yet") || lower.contains("notvalidyet")
    {
        let what = format!("The certificate of {url} has expired or is not valid yet: {error}");
        return Diagnosis::new(
            Check::CertificateDates,
            what,
            "renew it, or set the clock of this machine",
        );
    }
    if lower.contains("certificate") || lower.contains("unknownissuer") {
        let what = format!("The certificate of {url} is not trusted here: {error}");
        let todo = "serve the whole chain; for a private CA, give its certificate to clients, such as with NODE_EXTRA_CA_CERTS";
        return Diagnosis::new(Check::UntrustedCertificate, what, todo);
    }
    if let Some(other) = other_family(url).await {
        let what = format!("{url} does not respond, but {other} does");
        return Diagnosis::new(Check::Unreachable, what, format!("use {other} in clients"));
    }
    let what = format!("{url} does not respond: {error}");
    Diagnosis::new(Check::Unreachable, what, "start the server, or fix the address")
}

/// The other address of `localhost`, if a server listens there.
async fn other_family(url: &Url) -> Option<Url> {
    let port = url.port_or_known_default()?;
    for host in ["127.0.0.1", "::1"] {
        let mut other = url.clone();
        let is_this = url.host_str().is_some_and(|this| this.trim_matches(['[', ']']) == host);
        if !is_this && is_loopback(url) && TcpStream::connect((host, port)).await.is_ok() {
            other
                .set_host(Some(&if host == "::1" { "[::1]".to_owned() } else { host.to_owned() }))
                .ok()?;
            return Some(other);
        }
    }
    None
}

/// Judges the first response, and returns whether further requests make sense.
pub(super) async fn judge(
    client: &ProbeClient,
    first: &ProbeResponse,
    found: &mut Vec<Diagnosis>,
) -> bool {
    let url = &client.url;
    let refused = match first.status {
        200 if first.message().is_some() => {
            found.push(Diagnosis::passed(Check::NotServed, format!("{url} answers `initialize`")));
            asks_for_both(client, found).await;
            asks_get(client, found).await;
            return true;
        }
        300..=399 => {
            let what = format!("{url} redirects to {}", first.header("location"));
            Diagnosis::new(Check::Redirected, what, "use that URL in clients")
        }
        403 if !first.header("www-authenticate").is_empty() => {
            let what =
                format!("{url} answers 403 without a token; clients log in only after a 401");
            Diagnosis::new(Check::NoUnauthorized, what, "answer 401 if a token is missing")
        }
        403 | 421 => {
            let host = url.host_str().unwrap_or_default();
            let what = format!("{url} rejects the host `{host}` ({})", first.status);
            Diagnosis::new(
                Check::HostRefused,
                what,
                format!("start the server with --allow-host {host}"),
            )
        }
        status => not_served(url, status, first),
    };
    found.push(refused);
    false
}

fn not_served(url: &Url, status: u16, first: &ProbeResponse) -> Diagnosis {
    let refusal = first.message().unwrap_or_default();
    let why = refusal["error"]["message"].as_str();
    if let Some(why) = why.filter(|_| status >= 500) {
        let what = format!("{url} answers {status}: {}", printable(why));
        return Diagnosis::new(Check::NotServed, what, "the log of the server may say more");
    }
    let at_mcp = url.join("/mcp").ok().filter(|other| other != url);
    let came = match why {
        Some(why) => format!(": {}", printable(why)),
        None if first.is_page() => " with a web page instead of an MCP message".to_owned(),
        None => " without an MCP message".to_owned(),
    };
    let todo = at_mcp.map_or_else(|| "fix the path".to_owned(), |other| format!("try {other}"));
    Diagnosis::new(Check::NotServed, format!("{url} answers {status}{came}"), todo)
}

/// Checks whether it requires headers that not every client sends.
async fn asks_for_both(client: &ProbeClient, found: &mut Vec<Diagnosis>) {
    let all = client.initialize(|request| request.header("accept", "*/*")).await;
    if let Ok(all) = all
        && all.status == 406
    {
        let what = "the server responds with 406 to `Accept: */*`, which some clients send";
        found.push(Diagnosis::new(
            Check::AcceptRefused,
            what,
            "treat `*/*` as accepting both application/json and text/event-stream",
        ));
    }
}

async fn asks_get(client: &ProbeClient, found: &mut Vec<Diagnosis>) {
    let get = ProbeClient::send(client.request(Verb::GET).header("accept", "*/*")).await;
    if let Ok(get) = get
        && (get.status >= 500 || (get.status == 200 && get.is_page()))
    {
        let what = format!("GET is answered with {}; Codex sends GET first", get.status);
        found.push(Diagnosis::new(Check::GetFails, what, "answer 405"));
    }
}

/// Checks whether a trailing slash leads to another server.
pub(super) async fn check_other_path(
    client: &ProbeClient,
    first: &ProbeResponse,
    found: &mut Vec<Diagnosis>,
) {
    let mut url = client.url.clone();
    let path = url.path().to_owned();
    let other = path.strip_suffix('/').map_or_else(|| format!("{path}/"), str::to_owned);
    if path == "/" {
        return;
    }
    url.set_path(&other);
    let Ok(client) = ProbeClient::new(url, client.headers.clone()) else { return };
    let Ok(answered) = client.initialize(|request| request).await else { return };
    let name = |answered: &ProbeResponse| {
        answered.message().map(|message| message["result"]["serverInfo"].clone())
    };
    if answered.status == 200 && name(&answered) != name(first) {
        let what = format!("`{path}` and `{other}` lead to different servers");
        found.push(Diagnosis::new(
            Check::TrailingSlash,
            what,
            "make the rule of the proxy match both",
        ));
    }
}
