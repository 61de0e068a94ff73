//! Clients that log in, where the servers lie.

use std::sync::Arc;

use mcp_runtime::auth::OAuth;
use mcp_runtime::client::HttpTransport;
use mcp_tests::browser::follow;
use serde_json::{Value, json};

use super::client;
use super::scripted::{Received, Say, Scripted, json_body};

pub(super) const PLACE: &str = "/.well-known/oauth-protected-resource/mcp";
pub(super) const ISSUER: &str = "/.well-known/oauth-authorization-server";

/// What is said at a path in place of the truth.
type Lie = Arc<dyn Fn(&str, &mut Value) + Send + Sync>;

/// An MCP server that is its own authorization server, and lies.
async fn lying(lie: Lie) -> Scripted {
    Scripted::start(move |received| {
        let path = path(received);
        let mut said = match path {
            "/token" => json!({ "access_token": "good", "token_type": "Bearer" }),
            "/authorize" => return agree(received),
            _ if received.header("authorization") == Some("Bearer good") => {
                return received.result(&json!({
                    "supportedVersions": ["2026-07-28"], "capabilities": {}
                }));
            }
            _ => match document(received) {
                Some(document) => document,
                None => return Say::Body(401, Vec::new(), String::new()),
            },
        };
        lie(path, &mut said);
        json_body(200, &said)
    })
    .await
}

/// What such a server says of itself, and to a client that registers.
pub(super) fn document(received: &Received) -> Option<Value> {
    let origin = format!("http://{}", received.header("host").unwrap_or_default());
    match path(received) {
        PLACE => {
            Some(json!({ "resource": format!("{origin}/mcp"), "authorization_servers": [origin] }))
        }
        ISSUER => Some(json!({
            "issuer": origin,
            "authorization_endpoint": format!("{origin}/authorize"),
            "token_endpoint": format!("{origin}/token"),
            "registration_endpoint": format!("{origin}/register"),
            "token_endpoint_auth_methods_supported": ["none"],
            "code_challenge_methods_supported": ["S256"],
        })),
        "/register" => Some(json!({ "client_id": "me" })),
        _ => None,
    }
}

pub(super) fn path(received: &Received) -> &str {
    received.path.split('?').next().unwrap_or_default()
}

/// Sends somebody back who agrees.
pub(super) fn agree(received: &Received) -> Say {
    let query = received.path.split_once('?').map_or("", |(_, query)| query);
    let value = |name: &str| {
        let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        let (_, value) = pairs.find(|(key, _)| *key == name).unwrap_or_default();
        value.replace("%3A", ":").replace("%2F", "/")
    };
    let location = format!("{}?code=c&state={}", value("redirect_uri"), value("state"));
    Say::Body(302, vec![("Location", location)], String::new())
}

pub(super) fn person() -> OAuth {
    OAuth::login("agent").open_with(|url| async move {
        follow(&url).await.map(drop).map_err(mcp_runtime::Error::other)
    })
}

pub(super) fn paths(server: &Scripted) -> Vec<String> {
    server.received().iter().map(|received| path(received).to_owned()).collect()
}

pub(super) fn at(server: &Scripted) -> HttpTransport {
    server.http().authorize(person())
}

#[tokio::test]
async fn a_client_logs_in_when_the_server_asks_for_it() {
    let server = lying(Arc::new(|_, _| ())).await;
    client().connect(at(&server)).await.unwrap();
    let expected = ["/mcp", PLACE, ISSUER, "/register", "/authorize", "/token", "/mcp"];
    assert_eq!(paths(&server)[..7], expected);
}

#[tokio::test]
async fn nobody_logs_in_where_somebody_lies() {
    let set = |at: &'static str, name: &'static str, value: Value| -> Lie {
        Arc::new(move |path, said| {
            if path == at {
                said[name] = value.clone();
            }
        })
    };
    for (lie, why) in [
        (set(PLACE, "resource", json!("https://other.example/mcp")), "which it is not"),
        (set(PLACE, "authorization_servers", json!([])), "names no authorization server"),
        (set(PLACE, "authorization_servers", json!(["http://169.254.169.254"])), "not https"),
        (
            set(PLACE, "authorization_servers", json!(["https://169.254.169.254"])),
            "may not send us",
        ),
        (
            set(PLACE, "authorization_servers", json!(["https://[::ffff:169.254.169.254]"])),
            "may not send us",
        ),
        (set(PLACE, "authorization_servers", json!(["file:///etc/passwd"])), "not https"),
        (set(PLACE, "x", json!("x".repeat(300 * 1024))), "longer than 256 KiB"),
        (set(ISSUER, "issuer", json!("https://other.example")), "name another issuer"),
        (set(ISSUER, "x", json!("x".repeat(300 * 1024))), "longer than 256 KiB"),
        (set(ISSUER, "code_challenge_methods_supported", json!(["plain"])), "PKCE"),
        (set(ISSUER, "code_challenge_methods_supported", json!(null)), "PKCE"),
        (set(ISSUER, "authorization_endpoint", json!("javascript:alert(1)")), "not https"),
        (set(ISSUER, "authorization_endpoint", json!("file:///bin/sh")), "not https"),
        (set(ISSUER, "authorization_endpoint", json!("http://other.example/?$(id)")), "not https"),
        (set(ISSUER, "token_endpoint", json!("http://other.example/")), "not https"),
        (
            set(ISSUER, "authorization_response_iss_parameter_supported", json!(true)),
            "which was asked",
        ),
        (set("/token", "access_token", json!("a\r\nb")), "cannot be in a header"),
        (set("/token", "token_type", json!("mac")), "of a type"),
    ] {
        let server = lying(lie).await;
        let error = client().connect(at(&server)).await.unwrap_err().to_string();
        assert!(error.contains(why), "{why}: {error}");
        let asked = paths(&server);
        assert_eq!(asked.iter().filter(|path| *path == "/mcp").count(), 1, "{why}: {asked:?}");
    }
}
