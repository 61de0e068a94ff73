//! Where requests and their headers may go.

use mcp_runtime::protocol::ProtocolVersion;
use mcp_runtime_client::{Client, HttpTransport};
use mcp_runtime_testing::json;

use super::scripted::{ReceivedRequest, Say, ScriptedServer, json_body, status};
use super::{client, legacy};

fn to(place: String, code: u16) -> Say {
    Say::Body(code, vec![("Location", place)], String::new())
}

fn done(received: &ReceivedRequest) -> Say {
    json_body(200, &received.text("done"))
}

async fn refused(server: HttpTransport) -> String {
    match client().connect(server).await {
        Ok(_) => panic!("the client connects"),
        Err(error) => error.to_string(),
    }
}

/// Guards against headers that leak to another origin: rmcp GHSA-9g45-5xwm-f3wc.
#[tokio::test]
async fn nothing_goes_to_another_origin() {
    for code in [301, 302, 303, 307, 308] {
        let other = ScriptedServer::start(done).await;
        let place = format!("http://{}/mcp", other.address);
        let server = ScriptedServer::modern(move |_| to(place.clone(), code)).await;
        let http = server.http().header("Authorization", "Bearer secret");
        let client = client().connect(http).await.unwrap();
        let error = client.call_tool("any", ()).await.unwrap_err();
        assert_eq!(error.http_status(), Some(code));
        assert!(error.to_string().contains("redirects to"), "{error}");
        assert_eq!(other.seen(), [""; 0], "{code}");
    }
}

/// The ID of a session is as secret as a token: rmcp GHSA-9g45-5xwm-f3wc.
#[tokio::test]
async fn no_session_goes_to_another_origin() {
    let other = ScriptedServer::start(done).await;
    let place = format!("http://localhost:{}/mcp", other.address.port());
    let server = ScriptedServer::legacy(move |_| to(place.clone(), 307)).await;
    let client = server.connect(legacy()).await;
    client.call_tool("any", ()).await.unwrap_err();
    client.close().await;
    assert_eq!(other.seen(), [""; 0]);
}

/// Also not where a server of HTTP+SSE names the address.
#[tokio::test]
async fn no_server_sends_messages_to_another_origin() {
    let other = ScriptedServer::start(done).await;
    let place = format!("event: endpoint\ndata: http://{}/messages\n\n", other.address);
    let server = ScriptedServer::start(move |received| match received.method.as_str() {
        "GET" => Say::Open(place.clone()),
        _ => status(405),
    })
    .await;
    let error = refused(server.http().header("Authorization", "Bearer secret")).await;
    assert!(error.contains("405"), "{error}");
    assert_eq!(server.seen(), ["POST server/discover", "POST initialize", "GET"]);
    assert_eq!(other.seen(), [""; 0]);
}

#[tokio::test]
async fn within_the_origin_a_message_is_sent_on_as_it_is() {
    let server = ScriptedServer::modern(|received| match received.path.as_str() {
        "/elsewhere" => done(received),
        _ => to("/elsewhere".to_owned(), 308),
    })
    .await;
    let http = server.http().header("X-Key", "mine");
    let client = client().connect(http).await.unwrap();
    assert_eq!(client.call_tool("any", ()).await.unwrap().text(), "done");
    let received = server.received();
    let last = received.last().unwrap();
    assert_eq!((last.rpc(), last.header("x-key")), ("tools/call", Some("mine")));
    assert_eq!(last.header("mcp-name"), Some("any"));
}

#[tokio::test]
async fn redirects_end() {
    let server = ScriptedServer::modern(|_| to("/mcp".to_owned(), 307)).await;
    let client = server.connect(client()).await;
    client.call_tool("any", ()).await.unwrap_err();
    assert!(server.seen().len() < 10, "{:?}", server.seen());
}

/// Guards against URLs that are opened whatever they say, as in mcp-remote CVE-2025-6514.
#[tokio::test]
async fn only_urls_of_http_are_asked() {
    for url in ["javascript:alert(1)", "file:///etc/passwd", "$(id)", "--flag", "ftp://localhost/"]
    {
        let error = refused(HttpTransport::new(url)).await;
        assert!(
            error.contains("not a URL") || error.contains("not an http or https URL"),
            "{error}"
        );
    }
}

#[tokio::test]
async fn what_is_not_encrypted_stays_on_this_machine() {
    for url in ["http://example.com/mcp", "http://localhost.example.com/", "http://10.0.0.1/"] {
        let error = refused(HttpTransport::new(url)).await;
        assert!(error.contains("not encrypted"), "{error}");
    }
    // It is only the user who can want it; nobody listens there.
    let error = refused(HttpTransport::new("http://0.0.0.0:9/").allow_plain_http()).await;
    assert!(error.contains("cannot be reached"), "{error}");
}

#[tokio::test]
async fn headers_are_checked_and_kept_secret() {
    let http = HttpTransport::new("http://localhost/").header("Authorization", "Bearer secret");
    let shown = format!("{http:?}");
    assert!(shown.contains("Authorization") && !shown.contains("secret"), "{shown}");
    for (name, value) in [("X Y", "z"), ("X", "y\r\nZ: 1"), ("", "x")] {
        let error = refused(HttpTransport::new("http://localhost/").header(name, value)).await;
        assert!(error.contains("not a valid header name"), "{error}");
    }
}

/// What the protocol says in a header, no user can unsay.
#[tokio::test]
async fn headers_of_the_protocol_win() {
    let server = ScriptedServer::modern(done).await;
    let http = server.http().header("Mcp-Method", "tools/list").header("Accept", "text/html");
    let client = client().connect(http).await.unwrap();
    client.call_tool("any", ()).await.unwrap();
    for one in server.received() {
        assert_eq!(one.header("mcp-method"), Some(one.rpc()));
        assert_eq!(one.header("accept"), Some("application/json, text/event-stream"));
    }
}

#[tokio::test]
async fn a_server_that_cannot_be_reached_is_named_without_secrets() {
    let unused = ScriptedServer::start(|_| status(500)).await.address.port();
    let port = if unused == 9 { 10 } else { 9 };
    let error =
        refused(HttpTransport::new(format!("http://127.0.0.1:{port}/mcp?key=secret"))).await;
    assert!(error.contains(&format!("127.0.0.1:{port} cannot be reached")), "{error}");
    assert!(!error.contains("secret"), "{error}");
}

#[tokio::test]
async fn authorization_that_is_missing_is_named() {
    for code in [401, 403] {
        let server = ScriptedServer::start(move |_| status(code)).await;
        let error = refused(server.http()).await;
        assert!(error.contains("it requires authorization"), "{error}");
    }
}

/// Whatever its client tried: a program can log in, and connect again.
#[tokio::test]
async fn a_connection_that_is_refused_has_its_status() {
    let versions = [None, Some(ProtocolVersion::LATEST), Some(ProtocolVersion::LATEST_LEGACY)];
    let refusal = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"no token"}}"#;
    for code in [401, 403, 429, 500, 503] {
        for body in ["", "go away", refusal] {
            let server = ScriptedServer::start(move |_| {
                let kind = ("Content-Type", "application/json".to_owned());
                Say::Body(code, vec![kind], body.to_owned())
            })
            .await;
            for version in versions {
                let mut client = client();
                if let Some(version) = version {
                    client = client.version(version);
                }
                let error = client.connect(server.http()).await.unwrap_err();
                assert_eq!(error.http_status(), Some(code), "{version:?} {body:?}: {error}");
            }
        }
    }
}

/// A bomb of a few bytes would become a body without a bound: nothing is decompressed.
#[tokio::test]
async fn nothing_is_decompressed() {
    let server = ScriptedServer::modern(|received| {
        let Say::Body(status, mut headers, body) = done(received) else { unreachable!() };
        headers.push(("Content-Encoding", "gzip".to_owned()));
        Say::Body(status, headers, body)
    })
    .await;
    let client: Client = server.connect(client()).await;
    assert_eq!(client.call_tool("any", json!({})).await.unwrap().text(), "done");
    assert!(server.received().iter().all(|one| one.header("accept-encoding").is_none()));
}
