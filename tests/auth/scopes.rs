//! Scopes of servers and of handlers: what lacks them is not listed, and refused before it runs.

use axum::Router;
use axum::body::Body;
use mcp_runtime::http::{Principal, Scopes};
use mcp_runtime_auth::ProtectedResource;
use mcp_runtime_testing::connect;
use mcp_test_support::authority::Authority;
use mcp_test_support::http::{Client, Request, listener, serve};
use serde_json::{Value, json};
use tower::util::MapRequestLayer;

use super::{METADATA, RESOURCE, call, files, protected, refusal, start, text, token, with_token};

/// The refusal of a token that lacks scopes.
fn lacking(scopes: &str) -> (u16, Option<String>, String) {
    let challenge = format!(
        "Bearer resource_metadata=\"{METADATA}\", error=\"insufficient_scope\", scope=\"{scopes}\", \
         error_description=\"the token lacks a scope that this request needs\""
    );
    (403, Some(challenge), format!("the request needs the scopes: {scopes}"))
}

fn read(uri: &str) -> Request {
    Request::modern("resources/read", json!({"uri": uri}))
}

fn get(prompt: &str) -> Request {
    Request::modern("prompts/get", json!({"name": prompt}))
}

async fn names(client: Client, token: &str, method: &str, list: &str) -> Vec<String> {
    let answer =
        client.send(with_token(Request::modern(method, json!({})), token)).await.answer().await;
    let entries = answer["result"][list].as_array().unwrap().clone();
    let name = |entry: &Value| entry["name"].as_str().unwrap().to_owned();
    entries.iter().map(name).collect()
}

#[tokio::test]
async fn what_a_token_does_not_allow_is_not_listed_and_all_that_it_lacks_is_said_at_once() {
    let (authority, client) = start().await;
    let nothing = token(&authority, "");
    let reads = token(&authority, "files:read");
    let all = token(&authority, "files:write files:read");
    for (token, tools, prompts) in [
        (&nothing, vec!["whoami"], vec![]),
        (&reads, vec!["whoami"], vec!["review"]),
        (&all, vec!["whoami", "write"], vec!["review"]),
    ] {
        assert_eq!(names(client, token, "tools/list", "tools").await, tools);
        assert_eq!(names(client, token, "prompts/list", "prompts").await, prompts);
        let templates = names(client, token, "resources/templates/list", "resourceTemplates").await;
        assert_eq!(templates.len(), prompts.len());
    }
    for token in [&nothing, &reads] {
        let response = client.send(with_token(call("write"), token)).await;
        assert_eq!(refusal(response).await, lacking("files:read files:write"));
    }
    for request in [|| get("review"), || read("files://x")] {
        let response = client.send(with_token(request(), &nothing)).await;
        assert_eq!(refusal(response).await, lacking("files:read"));
        assert_eq!(client.send(with_token(request(), &reads)).await.status, 200);
    }
    let response = client.send(with_token(call("write"), &all)).await;
    assert_eq!(text(&response.answer().await), "written");
    // What is not there at all is not a matter of scopes.
    let response = client.send(with_token(call("wipe"), &nothing)).await;
    assert_eq!(response.status, 400);
}

#[tokio::test]
async fn scopes_of_the_server_and_of_the_handler_are_challenged_together() {
    let authority = Authority::start().await;
    let resource = ProtectedResource::new(RESOURCE)
        .issuer(authority.issuer())
        .require_scopes(["mcp"])
        .implies("admin", ["mcp", "files:write"])
        .implies("files:write", ["files:read"]);
    let client = serve(protected(resource)).await;
    let nothing = token(&authority, "other");
    let send = async |request: Request| client.send(with_token(request, &nothing)).await;
    assert_eq!(refusal(send(call("write")).await).await, lacking("mcp files:read files:write"));
    assert_eq!(refusal(send(call("whoami")).await).await, lacking("mcp"));
    assert_eq!(refusal(send(Request::modern("tools/list", json!({}))).await).await, lacking("mcp"));
    assert_eq!(refusal(send(Request::new("GET")).await).await, lacking("mcp"));
    assert_eq!(refusal(send(Request::post("{")).await).await, lacking("mcp"));
    let broad = token(&authority, "admin");
    let response = client.send(with_token(call("write"), &broad)).await;
    assert_eq!(text(&response.answer().await), "written", "broad scopes imply narrow ones");
}

#[tokio::test]
async fn legacy_sessions_are_refused_in_the_same_way() {
    let (authority, client) = start().await;
    let nothing = token(&authority, "");
    let all = token(&authority, "files:read files:write");
    let initialize = json!({
        "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": {"name": "x", "version": "1"},
        },
    });
    let response = client.send(with_token(Request::post(initialize), &nothing)).await;
    let session = response.header("mcp-session-id").unwrap().to_owned();
    let call = |token: &str| {
        let call = json!({
            "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "write"},
        });
        with_token(Request::post(call), token).header("Mcp-Session-Id", &session)
    };
    let response = client.send(call(&nothing)).await;
    assert_eq!(refusal(response).await, lacking("files:read files:write"));
    // After stepping up, the session continues.
    assert_eq!(text(&client.send(call(&all)).await.answer().await), "written");
}

#[tokio::test]
async fn over_standard_input_there_are_no_scopes_and_no_token() {
    let client = connect(files()).await.unwrap();
    let said: String = client.call("write", json!({})).await.unwrap();
    assert_eq!(said, "written");
    let message = client.call::<String>("whoami", json!({})).await.unwrap_err().to_string();
    assert!(message.contains("only requests over HTTP to a protected server"), "{message}");
}

async fn mount(says: fn(axum::http::Request<Body>) -> axum::http::Request<Body>) -> Client {
    let app = Router::new().route_service("/mcp", files().into_http());
    let (client, listener) = listener().await;
    let app = app.layer(MapRequestLayer::new(says));
    tokio::spawn(async { axum::serve(listener, app).await });
    client
}

#[tokio::test]
async fn where_nothing_tells_the_scopes_of_a_request_it_has_none_and_the_operator_is_told() {
    for client in [serve(files().into_http()).await, mount(|request| request).await] {
        let (status, challenge, message) = refusal(client.send(call("write")).await).await;
        assert_eq!((status, challenge), (403, None));
        assert!(message.contains("`Http::protect`") && message.contains("`Scopes`"), "{message}");
        assert_eq!(client.send(get("review")).await.status, 403);
        let list = Request::modern("tools/list", json!({}));
        let answer = client.send(list).await.answer().await;
        assert_eq!(answer["result"]["tools"].as_array().unwrap().len(), 1);
    }
}

#[tokio::test]
async fn middleware_of_ones_own_says_which_scopes_a_request_has() {
    let client = mount(|mut request| {
        request.extensions_mut().insert(Principal::new("alice"));
        request.extensions_mut().insert(Scopes::new(["files:read"]));
        request
    })
    .await;
    let (status, challenge, _) = refusal(client.send(call("write")).await).await;
    let expected = "Bearer error=\"insufficient_scope\", scope=\"files:read files:write\"";
    assert_eq!((status, challenge.as_deref()), (403, Some(expected)));
    assert_eq!(client.send(get("review")).await.status, 200);
}
