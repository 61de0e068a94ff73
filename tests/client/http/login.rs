//! Clients that log in, where the servers lie.

use std::sync::Arc;
use std::time::Duration;

use mcp_runtime::protocol::DeprecatedFeature;
use mcp_runtime_auth::{FileTokenStore, OAuth};
use mcp_runtime_client::HttpTransport;
use mcp_test_support::browser::follow;
use serde_json::{Value, json};

use super::client;
use super::scripted::{ReceivedRequest, Say, ScriptedServer, json_body};

pub(super) const PLACE: &str = "/.well-known/oauth-protected-resource/mcp";
pub(super) const ISSUER: &str = "/.well-known/oauth-authorization-server";

/// What is said at a path in place of the truth.
pub(super) type Lie = Arc<dyn Fn(&str, &mut Value) + Send + Sync>;

/// An MCP server that is its own authorization server, and lies.
pub(super) async fn lying(lie: Lie) -> ScriptedServer {
    ScriptedServer::start(move |received| {
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
pub(super) fn document(received: &ReceivedRequest) -> Option<Value> {
    document_at(path(received), received)
}

/// The document at a path.
fn document_at(path: &str, received: &ReceivedRequest) -> Option<Value> {
    let origin = format!("http://{}", received.header("host").unwrap_or_default());
    match path {
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

pub(super) fn path(received: &ReceivedRequest) -> &str {
    received.path.split('?').next().unwrap_or_default()
}

/// Sends somebody back who agrees.
pub(super) fn agree(received: &ReceivedRequest) -> Say {
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
    let login = OAuth::login("agent").login_timeout(Duration::from_secs(20));
    login.open_with(
        |url| async move { follow(&url).await.map(drop).map_err(mcp_runtime::Error::other) },
    )
}

pub(super) fn paths(server: &ScriptedServer) -> Vec<String> {
    server.received().iter().map(|received| path(received).to_owned()).collect()
}

pub(super) fn at(server: &ScriptedServer) -> HttpTransport {
    server.http().authorize(person())
}

#[tokio::test]
async fn a_client_logs_in_when_the_server_asks_for_it() {
    let server = lying(Arc::new(|_, _| ())).await;
    client().connect(at(&server)).await.unwrap();
    let expected = ["/mcp", PLACE, ISSUER, "/register", "/authorize", "/token", "/mcp"];
    assert_eq!(paths(&server)[..7], expected);
    assert!(DeprecatedFeature::DynamicClientRegistration.is_logged());
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
        (set(PLACE, "resource", json!("https://other.example/mcp")), "which is not its URL"),
        (set(PLACE, "authorization_servers", json!([])), "names no authorization server"),
        (set(PLACE, "authorization_servers", json!(["http://169.254.169.254"])), "not https"),
        (
            set(PLACE, "authorization_servers", json!(["https://169.254.169.254"])),
            "may not send clients to",
        ),
        (
            set(PLACE, "authorization_servers", json!(["https://[::ffff:169.254.169.254]"])),
            "may not send clients to",
        ),
        (set(PLACE, "authorization_servers", json!(["file:///etc/passwd"])), "not https"),
        (set(PLACE, "x", json!("x".repeat(300 * 1024))), "longer than 256 KiB"),
        (set(ISSUER, "issuer", json!("https://other.example")), "names a different issuer"),
        (set(ISSUER, "x", json!("x".repeat(300 * 1024))), "longer than 256 KiB"),
        (set(ISSUER, "code_challenge_methods_supported", json!(["plain"])), "PKCE"),
        (set(ISSUER, "code_challenge_methods_supported", json!(null)), "PKCE"),
        (set(ISSUER, "authorization_endpoint", json!("javascript:alert(1)")), "not https"),
        (set(ISSUER, "authorization_endpoint", json!("file:///bin/sh")), "not https"),
        (set(ISSUER, "authorization_endpoint", json!("http://other.example/?$(id)")), "not https"),
        (set(ISSUER, "token_endpoint", json!("http://other.example/")), "not https"),
        (
            set(ISSUER, "authorization_response_iss_parameter_supported", json!(true)),
            "`iss` of the login response",
        ),
        (set("/token", "access_token", json!("a\r\nb")), "not allowed in a header"),
        (set("/token", "token_type", json!("mac")), "of a type"),
    ] {
        let server = lying(lie).await;
        let error = client().connect(at(&server)).await.unwrap_err().to_string();
        assert!(error.contains(why), "{why}: {error}");
        let asked = paths(&server);
        assert_eq!(asked.iter().filter(|path| *path == "/mcp").count(), 1, "{why}: {asked:?}");
    }
}

/// What stands where metadata should be, on servers that have it at the next location.
fn broken() -> impl Iterator<Item = Say> {
    let html = ("Content-Type", "text/html".to_owned());
    let page = Say::Body(200, vec![html], "<!doctype html><title>An app</title>".to_owned());
    let statuses = [500, 502, 503, 404].map(|code| Say::Body(code, Vec::new(), String::new()));
    let documents = [
        json!({}),
        json!([]),
        json!(null),
        json!({ "error": "not_found" }),
        json!({ "issuer": "https://other.example", "resource": "https://other.example/mcp" }),
    ]
    .map(|document| json_body(200, &document));
    statuses.into_iter().chain([page]).chain(documents)
}

#[tokio::test]
async fn metadata_are_looked_for_at_the_next_location_too() {
    const ROOT: &str = "/.well-known/oauth-protected-resource";
    const OPENID: &str = "/.well-known/openid-configuration";
    const ANNOUNCED: &str = "/announced";
    for (wrong, right) in [(PLACE, ROOT), (ISSUER, OPENID), (ANNOUNCED, PLACE)] {
        for says in broken() {
            let server = ScriptedServer::start(move |received| {
                let at = path(received);
                if at == wrong {
                    return says.clone();
                }
                let document = if at == right {
                    let usual = if right == OPENID { ISSUER } else { PLACE };
                    document_at(usual, received)
                } else {
                    document(received)
                };
                match at {
                    "/token" => {
                        json_body(200, &json!({ "access_token": "good", "token_type": "Bearer" }))
                    }
                    "/authorize" => agree(received),
                    _ if received.header("authorization") == Some("Bearer good") => {
                        json_body(200, &received.text("done"))
                    }
                    "/mcp" if wrong == ANNOUNCED => {
                        let host = received.header("host").unwrap_or_default();
                        let challenge =
                            format!("Bearer resource_metadata=\"http://{host}{ANNOUNCED}\"");
                        Say::Body(401, vec![("WWW-Authenticate", challenge)], String::new())
                    }
                    _ => match document {
                        Some(document) => json_body(200, &document),
                        None => Say::Body(401, Vec::new(), String::new()),
                    },
                }
            })
            .await;
            let discovered = serde_json::from_value(json!({
                "supportedVersions": ["2026-07-28"], "capabilities": {},
            }));
            let client = client().discovered(discovered.unwrap()).connect(at(&server)).await;
            let called = client.unwrap().call_tool("any", ()).await;
            assert_eq!(called.unwrap().text(), "done", "{wrong}");
            let asked = paths(&server);
            let place = |of: &str| asked.iter().position(|path| path == of).unwrap();
            assert!(place(wrong) < place(right), "{asked:?}");
        }
    }
}

/// A failure is not the absence of metadata, which would make it a server of 2025-03-26.
#[tokio::test]
async fn a_server_without_any_usable_metadata_is_not_logged_in_to() {
    for says in broken().filter(|says| !matches!(says, Say::Body(404, ..))) {
        let server = ScriptedServer::start(move |received| match path(received) {
            path if path.starts_with("/.well-known/") => says.clone(),
            _ => Say::Body(401, Vec::new(), String::new()),
        })
        .await;
        client().connect(at(&server)).await.unwrap_err();
        assert!(!paths(&server).iter().any(|path| path == "/authorize" || path == "/register"));
    }
}

/// `tests/data/kept/logins.json` was written at b413539e, by a login at such a server.
#[cfg(unix)]
#[tokio::test]
async fn a_login_that_an_earlier_version_has_kept_is_used() {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt as _;

    let server = lying(Arc::new(|_, _| ())).await;
    let kept = include_str!("../../data/kept/logins.json")
        .replace("http://127.0.0.1:18510", &format!("http://{}", server.address));
    let file = std::env::temp_dir().join(format!("kept-logins-{}", std::process::id()));
    fs::write(&file, kept).unwrap();
    fs::set_permissions(&file, Permissions::from_mode(0o600)).unwrap();
    let login = person().store(FileTokenStore::new(&file));
    client().connect(server.http().authorize(login)).await.unwrap();
    let asked = paths(&server);
    assert!(asked.iter().all(|path| path == "/mcp"), "{asked:?}");
    fs::remove_file(file).unwrap();
}
