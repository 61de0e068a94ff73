//! Bearer tokens and API keys that the program knows.

use mcp_runtime::http::Http;
use mcp_runtime::{Caller, Context, Result, Secret, server, tool};
use mcp_test_support::http::{Client, Request, called, serve, text};
use serde_json::json;

/// Says who asks, and whether the key can be read.
#[tool(read_only)]
fn whoami(caller: Caller, context: &Context) -> String {
    let headers = context.http().map(|head| &head.headers);
    let has_header = |name| headers.is_some_and(|headers| headers.contains_key(name));
    let has_key = has_header("authorization") || has_header("x-api-key");
    format!("{} {has_key}", caller.principal().unwrap_or("nobody"))
}

/// Needs a scope, which no key has.
#[tool(scopes("notes:write"))]
fn write() {}

fn http() -> Http {
    server!().tool::<whoami>().tool::<write>().build().unwrap().into_http()
}

fn key(key: &str) -> Secret<String> {
    Secret::new(key.to_owned())
}

fn call(name: &str) -> Request {
    Request::modern("tools/call", called(name, json!({})))
}

/// The status of a call with these headers, and its challenge.
async fn refusal(client: Client, headers: &[(&str, &str)]) -> (u16, String) {
    let call = headers.iter().fold(call("whoami"), |call, (name, value)| call.header(name, value));
    let response = client.send(call).await;
    let challenge = response.header("www-authenticate").unwrap_or_default().to_owned();
    let status = response.status;
    let text = response.text().await;
    assert!(headers.iter().all(|(_, value)| !text.contains(value)), "{text}");
    (status, challenge)
}

#[tokio::test]
async fn a_bearer_token_names_its_principal() {
    let tokens = [("alice", key("t0ken")), ("bob", key("b0b")), ("alice", key("n3w"))];
    let client = serve(http().bearer_tokens(tokens).unwrap()).await;
    for (sent, expected) in [
        ("Bearer t0ken", "alice false"),
        ("bearer  b0b", "bob false"),
        ("Bearer n3w", "alice false"),
    ] {
        let response = client.send(call("whoami").with("Authorization", sent)).await;
        assert_eq!(text(&response.json().await), expected, "{sent}");
    }
    assert_eq!(refusal(client, &[]).await, (401, "Bearer".to_owned()));
    let invalid = (401, r#"Bearer error="invalid_token""#.to_owned());
    for wrong in ["Bearer t0kenX", "Bearer t0ke", "Bearer", "Bearer t0ken b0b", "Basic t0ken"] {
        assert_eq!(refusal(client, &[("Authorization", wrong)]).await, invalid, "{wrong}");
    }
    let two = [("Authorization", "Bearer t0ken"), ("Authorization", "Bearer b0b")];
    let (status, challenge) = refusal(client, &two).await;
    assert_eq!((status, challenge.as_str()), (400, r#"Bearer error="invalid_request""#));
    let lacking = client.send(call("write").with("Authorization", "Bearer t0ken")).await;
    assert_eq!(lacking.status, 403);
    assert!(lacking.header("www-authenticate").unwrap().contains("insufficient_scope"));
}

#[tokio::test]
async fn an_api_key_names_its_principal() {
    let keys = [("alice", "k3y"), ("bob", "b0b")];
    let http = http().allow_origins(["https://app.example.com"]);
    let client = serve(http.api_keys("X-API-Key", keys).unwrap()).await;
    let response = client.send(call("whoami").with("x-api-key", "k3y")).await;
    assert_eq!(text(&response.json().await), "alice false");
    let challenge = r#"ApiKey header="x-api-key""#.to_owned();
    assert_eq!(refusal(client, &[]).await, (401, challenge.clone()));
    for wrong in ["K3Y", "k3", "k3y,b0b", "Bearer k3y"] {
        assert_eq!(refusal(client, &[("X-API-Key", wrong)]).await, (401, challenge.clone()));
    }
    assert_eq!(refusal(client, &[("Authorization", "Bearer k3y")]).await.0, 401);
    assert_eq!(refusal(client, &[("X-API-Key", "k3y"), ("X-API-Key", "b0b")]).await.0, 400);
    let preflight = Request::new("OPTIONS")
        .with("Origin", "https://app.example.com")
        .with("Access-Control-Request-Method", "POST")
        .with("Access-Control-Request-Headers", "x-api-key");
    let allowed = client.send(preflight).await;
    assert_eq!(allowed.header("access-control-allow-headers"), Some("x-api-key"));
}

#[test]
fn keys_that_cannot_work_are_mistakes() {
    let mistake = |keys: &[(&str, &str)]| -> String {
        let keys = keys.iter().map(|(name, text)| (*name, key(text)));
        http().bearer_tokens(keys).map(drop).unwrap_err().to_string()
    };
    assert_eq!(mistake(&[]), "no keys are configured, so nobody could use the server");
    assert_eq!(
        mistake(&[("alice", "k"), ("bob", "k")]),
        "alice and bob have the same key; give each of them another"
    );
    assert_eq!(mistake(&[("", "k3y")]), "the principal of a key has an empty name");
    for wrong in ["", "k3y\n", "k3 y", "schlüssel"] {
        let told = mistake(&[("alice", wrong)]);
        assert!(told.starts_with("the key of alice cannot be sent"), "{told}");
        assert!(wrong.is_empty() || !told.contains(wrong.trim()), "{told}");
    }
    let both = http()
        .bearer_tokens([("alice", key("k3y"))])
        .unwrap()
        .api_keys("X-API-Key", [("bob", key("b0b"))])
        .map(drop)
        .unwrap_err();
    assert_eq!(
        both.to_string(),
        "another way to authorize requests is already configured; keep one of them"
    );
    let refused: Result<_> = http().api_keys("X API Key", [("alice", key("k3y"))]);
    assert_eq!(
        refused.map(drop).unwrap_err().to_string(),
        "\"X API Key\" is not a valid header name"
    );
}
