//! Pages and gateways that are up to something, against the server as it comes: every route and
//! method, both eras.

use mcp_runtime::http::Http;
use mcp_test_support::http::{Client, Request, Session, called, serve};
use mcp_test_support::peer::{initialize, modern, request};
use serde_json::{Value, json};

use super::{Probe, assert_serves, http, start};

/// One request for each thing that a server does, and for some that it does not. Probes are answered to
/// everybody, with a status and nothing else.
fn everything(session: &Session) -> Vec<(&'static str, Request)> {
    let bare = Request::new;
    vec![
        ("modern", Request::modern("tools/call", called("wait", json!({})))),
        ("listen", Request::modern("subscriptions/listen", json!({"notifications": {}}))),
        ("discover", Request::modern("server/discover", json!({}))),
        ("initialize", Request::post(request(0, "initialize", initialize("2025-11-25")))),
        ("legacy", session.post(request(1, "tools/call", called("wait", json!({}))))),
        ("notification", session.post(json!({"jsonrpc": "2.0", "method": "notifications/x"}))),
        ("GET", session.get()),
        ("resume", session.get().header("Last-Event-ID", "1-0")),
        ("DELETE", session.delete()),
        ("OPTIONS", bare("OPTIONS").header("Access-Control-Request-Method", "POST")),
        ("HEAD", bare("HEAD")),
        ("PUT", bare("PUT")),
        ("unknown path", bare("GET").at("/x")),
        ("unknown path", Request::modern("tools/list", json!({})).at("/")),
        ("favicon", bare("GET").at("/favicon.ico")),
    ]
}

/// Sends each request as an attack changes it; nothing may happen but that it is refused.
async fn assert_refused(
    http: Http,
    probe: &Probe,
    attack: impl Fn(Request) -> Request,
    status: u16,
) {
    let client = serve(http).await;
    let session = client.initialize("2025-11-25").await;
    for (name, request) in everything(&session) {
        let response = client.send(attack(request)).await;
        assert_eq!(response.status, status, "{name}");
        assert_eq!(response.header("mcp-session-id"), None, "{name}");
        // CVE-2026-34237: any page could read the answers.
        assert_eq!(response.header("access-control-allow-origin"), None, "{name}");
        if name != "HEAD" {
            assert!(response.json().await["error"]["code"].is_number(), "{name}");
        }
    }
    assert_eq!(probe.started.count(), 0, "no tool ran");
    assert_eq!(session.request("ping", json!({})).await["result"], json!({}));
}

/// The server with everything that does not open it.
fn hardened() -> (Http, Probe) {
    let (http, probe) = http();
    (http.health("/health"), probe)
}

/// DNS rebinding, which every SDK had: CVE-2026-42559 (GHSA-89vp-x53w-74fx), CVE-2025-66414,
/// CVE-2025-66416, CVE-2026-34742, CVE-2026-35568, CVE-2026-59950.
#[tokio::test]
async fn a_foreign_host_is_refused_on_every_route() {
    for host in ["evil.example", "evil.example:80", "localhost.evil.example", "0.0.0.0", "*", ""] {
        let (http, probe) = hardened();
        assert_refused(http, &probe, |request| request.with("Host", host), 403).await;
    }
}

/// DNS rebinding by the host in the request line.
#[tokio::test]
async fn a_foreign_target_is_refused_on_every_route() {
    let (http, probe) = hardened();
    assert_refused(http, &probe, |request| request.at("http://evil.example/mcp"), 403).await;
}

/// rmcp checked no origin unless it was told to.
#[tokio::test]
async fn a_foreign_origin_is_refused_on_every_route() {
    for origin in ["http://evil.example", "https://localhost.evil.example", "null", "*", ""] {
        let (http, probe) = hardened();
        assert_refused(http, &probe, |request| request.header("Origin", origin), 403).await;
    }
}

#[tokio::test]
async fn two_hosts_or_origins_are_refused_on_every_route() {
    let (http, probe) = hardened();
    assert_refused(http, &probe, |request| request.twice("Host"), 400).await;
    let (http, probe) = hardened();
    assert_refused(http, &probe, |request| request.without("Host"), 400).await;
    let (http, probe) = hardened();
    let twice = |request: Request| request.header("Origin", "http://localhost").twice("Origin");
    assert_refused(http, &probe, twice, 403).await;
}

/// What one request of a connection may do, the next may not.
#[tokio::test]
async fn every_request_of_a_connection_is_checked() {
    let (http, _probe) = hardened();
    let client = serve(http).await;
    let list = || Request::modern("tools/list", json!({}));
    let attacks = [
        (list().with("Host", "evil.example"), 403),
        (list().header("Origin", "http://evil.example"), 403),
        (list().at("http://evil.example/mcp"), 403),
        (list().twice("Host"), 400),
        (list().without("Host"), 400),
    ];
    for (attack, status) in attacks {
        let served = client.send(list()).await.then(list()).await;
        assert_eq!(served.status, 200);
        let refused = served.then(attack).await;
        assert_eq!(refused.status, status);
        let served = refused.then(list()).await;
        assert_eq!(served.status, 200);
        assert_eq!(served.then(list().with("Host", "localhost")).await.status, 200);
    }
}

/// CVE-2026-33032: where the list was empty, everybody was let in.
#[tokio::test]
async fn an_empty_allow_list_allows_nobody() {
    let nobody = || Vec::<String>::new();
    let empty = || {
        let (http, probe) = hardened();
        (http.allow_hosts(nobody()).allow_origins(nobody()), probe)
    };
    let (http, probe) = empty();
    assert_refused(http, &probe, |request| request.with("Host", "evil.example"), 403).await;
    let (http, probe) = empty();
    assert_refused(http, &probe, |it| it.header("Origin", "http://evil.example"), 403).await;
}

#[tokio::test]
async fn who_is_allowed_is_served_and_nobody_else() {
    let (http, probe) = hardened();
    let http = http.allow_hosts(["mcp.example.com"]).allow_origins(["https://app.example.com"]);
    let client = serve(http.clone()).await;
    let list = Request::modern("tools/list", json!({}))
        .with("Host", "mcp.example.com")
        .header("Origin", "https://app.example.com");
    assert_eq!(client.send(list).await.status, 200);
    assert_refused(http.clone(), &probe, |it| it.with("Host", "app.example.com"), 403).await;
    assert_refused(http, &probe, |it| it.header("Origin", "https://mcp.example.com"), 403).await;
}

/// Without an attack, the same requests get what they ask for; else the tests above show nothing.
#[tokio::test]
async fn from_this_machine_every_route_is_served() {
    let (http, probe) = hardened();
    let client = serve(http).await;
    let session = client.initialize("2025-11-25").await;
    drop(session.listen().await);
    probe.go.give(2);
    let expected = [200, 200, 200, 200, 200, 202, 200, 200, 204, 405, 405, 405, 404, 404, 404];
    for ((name, request), status) in everything(&session).into_iter().zip(expected) {
        let response = client.send(request).await;
        assert_eq!(response.status, status, "{name}");
        assert_eq!(response.header("access-control-allow-origin"), None, "{name}");
    }
    assert_eq!(probe.ended.count(), 2, "the tools ran");
}

/// CVE-2026-33252: a page can send plain text to any server without asking first.
#[tokio::test]
async fn a_body_that_is_not_said_to_be_json_is_not_read() {
    let (client, probe) = start().await;
    let session = client.initialize("2025-11-25").await;
    let posts = everything(&session).into_iter().filter(|(name, _)| {
        ["modern", "listen", "discover", "initialize", "legacy", "notification"].contains(name)
    });
    for (name, post) in posts {
        for content in [
            Some("text/plain"),
            Some("text/plain;charset=UTF-8"),
            Some("application/x-www-form-urlencoded"),
            Some("multipart/form-data; boundary=x"),
            Some("text/json"),
            Some("application/json-patch+json"),
            Some("text/plain; application/json"),
            None,
        ] {
            let bare = post.clone().without("Content-Type");
            let post =
                content.iter().fold(bare, |post, content| post.header("Content-Type", content));
            let response = client.send(post).await;
            assert_eq!(response.status, 415, "{content:?} {name}");
            assert_eq!(response.header("mcp-session-id"), None);
        }
    }
    assert_eq!(probe.started.count(), 0, "no tool ran");
}

/// Of two values, a gateway may read the one and the server the other.
#[tokio::test]
async fn headers_that_decide_are_not_given_twice() {
    let (client, probe) = start().await;
    let session = client.initialize("2025-11-25").await;
    let modern = Request::modern("tools/call", called("wait", json!({})));
    let legacy = session.post(request(1, "tools/call", called("wait", json!({}))));
    let get = session.get().header("Last-Event-ID", "1-0");
    let cases: [(&Request, &[&str]); 4] = [
        (&modern, &["MCP-Protocol-Version", "Mcp-Method", "Mcp-Name", "Content-Type", "Host"]),
        (&legacy, &["Mcp-Session-Id", "MCP-Protocol-Version", "Content-Type", "Content-Length"]),
        (&get, &["Mcp-Session-Id", "MCP-Protocol-Version", "Last-Event-ID"]),
        (&session.delete(), &["Mcp-Session-Id", "MCP-Protocol-Version"]),
    ];
    for (request, names) in cases {
        for name in names {
            // hyper takes a length twice if it is the same.
            let request = match *name {
                "Content-Length" => request.clone().header(name, "1"),
                name => request.clone().twice(name),
            };
            assert_eq!(client.send(request).await.status, 400, "{name}");
        }
    }
    assert_eq!(probe.started.count(), 0, "no tool ran");
    assert_eq!(session.request("ping", json!({})).await["result"], json!({}));
}

/// Sends a request that says it lists tools: as a modern one and as a legacy one.
async fn answers(client: Client, session: &Session, members: &str) -> [Value; 2] {
    let meta = modern(json!({}))["_meta"].to_string();
    let body = |meta: &str| {
        format!(r#"{{{members},"params":{{"name":"wait","arguments":{{}},"_meta":{meta}}}}}"#)
    };
    let modern = Request::post(body(&meta))
        .header("MCP-Protocol-Version", "2026-07-28")
        .header("Mcp-Method", "tools/list");
    let legacy = session.post(body("{}"));
    [client.send(modern).await.json().await, client.send(legacy).await.json().await]
}

/// CVE-2026-27896 and GHSA-q382-vc8q-7jhj: names of members were compared loosely, and the last of
/// two counted, so that a gateway saw another request than the server.
#[tokio::test]
async fn members_have_one_name_and_come_once() {
    let (client, probe) = start().await;
    let session = client.initialize("2025-11-25").await;
    for members in [
        r#""jsonrpc":"2.0","id":1,"Method":"tools/list""#,
        r#""jsonrpc":"2.0","id":1,"method\u0000":"tools/list""#,
        r#""j\u017fonrpc":"2.0","id":1,"method":"tools/list""#,
        r#""JSONRPC":"2.0","id":1,"method":"tools/list""#,
        r#""jsonrpc":"2.0","id":1,"method":"tools/list","method":"tools/call""#,
        r#""jsonrpc":"2.0","id":1,"method":"tools/call","method":"tools/list""#,
        r#""jsonrpc":"2.0","id":1,"id":2,"method":"tools/list""#,
    ] {
        for answer in answers(client, &session, members).await {
            assert_eq!(answer["error"]["code"], -32600, "{members}: {answer}");
        }
    }
    // A member of another name is another member, which nobody reads.
    for other in [r#""Method":"tools/call""#, r#""method\u0000":"tools/call""#] {
        let members = format!(r#""jsonrpc":"2.0","id":1,"method":"tools/list",{other}"#);
        for answer in answers(client, &session, &members).await {
            assert!(answer["result"]["tools"].is_array(), "{members}: {answer}");
        }
    }
    assert_eq!(probe.started.count(), 0, "no tool ran");
    assert_serves(client).await;
}
