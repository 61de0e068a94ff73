//! What a client does with its tokens: where they go, when it gets new ones, and what it registers for.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use mcp_runtime::{Error, Result};
use mcp_runtime_auth::OAuth;
use mcp_runtime_client::{Client, HttpTransport};
use mcp_runtime_testing::json;
use mcp_test_support::browser::follow;
use serde_json::Value;
use tokio::sync::Notify;

use super::client;
use super::login::{ISSUER, PLACE, agree, at, document, path, paths, person};
use super::scripted::{ReceivedRequest, Say, ScriptedServer, json_body, status};

/// An MCP server that issues the tokens `t1`, `t2` and so on, and takes the last one; `otherwise` is given how many there
/// are, and may say something else.
pub(super) async fn issuing(
    otherwise: impl Fn(&ReceivedRequest, usize) -> Option<Say> + Send + Sync + 'static,
) -> ScriptedServer {
    let issued = AtomicUsize::new(0);
    ScriptedServer::start(move |received| {
        let count = issued.load(Ordering::Relaxed);
        if let Some(said) = otherwise(received, count) {
            return said;
        }
        match path(received) {
            "/token" => {
                issued.fetch_add(1, Ordering::Relaxed);
                json_body(200, &tokens(count + 1, 3600))
            }
            "/authorize" => agree(received),
            "/mcp" if has_token(received, count) => answer(received),
            "/mcp" => status(401),
            _ => document(received).map_or_else(|| status(404), |said| json_body(200, &said)),
        }
    })
    .await
}

pub(super) fn tokens(number: usize, seconds: u64) -> Value {
    json!({
        "access_token": format!("t{number}"), "token_type": "Bearer",
        "expires_in": seconds, "refresh_token": format!("r{number}"),
    })
}

pub(super) fn has_token(received: &ReceivedRequest, number: usize) -> bool {
    received.header("authorization") == Some(&format!("Bearer t{number}"))
}

pub(super) fn answer(received: &ReceivedRequest) -> Say {
    match received.rpc() {
        "server/discover" => {
            received.result(&json!({ "supportedVersions": ["2026-07-28"], "capabilities": {} }))
        }
        _ => json_body(200, &received.text("done")),
    }
}

/// The forms of the token endpoint that are of this grant.
pub(super) fn grants(server: &ScriptedServer, grant: &str) -> Vec<String> {
    let of = format!("grant_type={grant}");
    let forms = server.received().into_iter().filter(|received| path(received) == "/token");
    forms.map(|received| received.body).filter(|form| form.contains(&of)).collect()
}

pub(super) async fn call(client: &Client) -> Result<String> {
    Ok(client.call_tool("any", ()).await?.text())
}

fn elsewhere(other: &ScriptedServer, code: u16) -> Say {
    Say::Body(code, vec![("Location", format!("http://{}/x", other.address))], String::new())
}

/// Neither headers of the user, nor tokens, nor proofs, nor what logging in takes.
#[tokio::test]
async fn no_credential_follows_a_redirect_to_another_origin_before_or_after_a_login() {
    let steps = ["/mcp", PLACE, ISSUER, "/register", "/token", "tools/call"];
    for (step, code) in steps.into_iter().flat_map(|step| [302, 307, 308].map(|code| (step, code)))
    {
        let other = ScriptedServer::start(answer).await;
        let to = other.clone();
        let server = issuing(move |received, _| {
            let is_there = path(received) == step || received.rpc() == step;
            is_there.then(|| elsewhere(&to, code))
        })
        .await;
        let http = at(&server).header("X-Key", "mine");
        // Without metadata of its own, a server is one of 2025-03-26, which authorizes by itself.
        if let Ok(client) = client().connect(http).await {
            assert_eq!(call(&client).await.is_err(), step == "tools/call", "{step}");
        }
        assert_eq!(other.seen(), [""; 0], "{step} {code}");
        if step == "tools/call" {
            let last = server.received().pop().unwrap();
            assert_eq!(last.header("authorization"), Some("Bearer t1"));
            assert_eq!(last.header("x-key"), Some("mine"));
        }
    }
}

/// Also where tokens are bound to a key.
#[tokio::test]
async fn no_proof_follows_a_redirect_to_another_origin() {
    let other = ScriptedServer::start(answer).await;
    let to = other.clone();
    let server = issuing(move |received, _| match path(received) {
        "/token" => Some(json_body(200, &json!({ "access_token": "t1", "token_type": "DPoP" }))),
        "/mcp" if received.header("dpop").is_none() => {
            Some(Say::Body(401, vec![("WWW-Authenticate", "DPoP".to_owned())], String::new()))
        }
        "/mcp" if received.rpc() == "tools/call" => Some(elsewhere(&to, 307)),
        "/mcp" => Some(answer(received)),
        _ => None,
    })
    .await;
    let client = client().connect(at(&server)).await.unwrap();
    call(&client).await.unwrap_err();
    assert_eq!(server.received().pop().unwrap().header("authorization"), Some("DPoP t1"));
    assert_eq!(other.seen(), [""; 0]);
}

/// Requests at the same time, with a token that has expired or that the server takes no more.
#[tokio::test]
async fn tokens_are_refreshed_once_for_all_requests() {
    for seconds in [1, 3600] {
        let issued = AtomicUsize::new(0);
        let server = issuing(move |received, _| match path(received) {
            "/token" => {
                let number = 1 + issued.fetch_add(1, Ordering::Relaxed);
                Some(json_body(200, &tokens(number, if number == 1 { seconds } else { 3600 })))
            }
            "/mcp" if received.rpc() == "tools/call" && !has_token(received, 2) => {
                Some(status(401))
            }
            "/mcp" if received.header("authorization").is_some() => Some(answer(received)),
            _ => None,
        })
        .await;
        let client = client().connect(at(&server)).await.unwrap();
        let (one, two, three, four) =
            tokio::join!(call(&client), call(&client), call(&client), call(&client));
        for said in [one, two, three, four] {
            assert_eq!(said.unwrap(), "done");
        }
        let refreshed = grants(&server, "refresh_token");
        assert_eq!(refreshed.len(), 1, "{refreshed:?}");
        assert!(refreshed[0].contains("refresh_token=r1"), "{refreshed:?}");
        assert_eq!(grants(&server, "authorization_code").len(), 1);
    }
}

#[tokio::test]
async fn a_login_whose_request_is_dropped_leaves_the_next_one_free() {
    let server = issuing(|received, count| {
        let is_open = received.rpc() == "server/discover" && count == 0;
        is_open.then(|| answer(received))
    })
    .await;
    let opened = Arc::new(Notify::new());
    let told = Arc::clone(&opened);
    let times = AtomicUsize::new(0);
    let login = OAuth::login("agent").open_with(move |url| {
        let is_first = times.fetch_add(1, Ordering::Relaxed) == 0;
        let told = Arc::clone(&told);
        async move {
            if is_first {
                told.notify_one();
                return Ok(());
            }
            follow(&url).await.map(drop).map_err(Error::other)
        }
    });
    let client = client().connect(server.http().authorize(login)).await.unwrap();
    tokio::select! {
        said = call(&client) => panic!("nobody has logged in, and it says {said:?}"),
        () = opened.notified() => {}
    }
    assert_eq!(call(&client).await.unwrap(), "done");
    assert_eq!(grants(&server, "authorization_code").len(), 1);
}

/// Issuers refuse scopes that a client did not name when it registered: oidc-provider does.
#[tokio::test]
async fn a_client_registers_again_for_scopes_that_it_did_not_register_for() {
    let server = issuing(|received, count| {
        let lacks = received.rpc() == "tools/call" && count == 1;
        let challenge = "Bearer error=\"insufficient_scope\", scope=\"notes:write\"".to_owned();
        lacks.then(|| Say::Body(403, vec![("WWW-Authenticate", challenge)], String::new()))
    })
    .await;
    let http: HttpTransport = server.http().authorize(person().scopes(["notes:read"]));
    let client = client().connect(http).await.unwrap();
    for _ in 0..2 {
        assert_eq!(call(&client).await.unwrap(), "done");
    }
    let received = server.received();
    let registered: Vec<_> = received
        .iter()
        .filter(|received| path(received) == "/register")
        .map(|received| received.message["scope"].as_str().unwrap_or_default())
        .collect();
    assert_eq!(registered, ["notes:read", "notes:read notes:write"], "{:?}", paths(&server));
}

/// How often a person was sent to a page.
pub(super) fn windows(server: &ScriptedServer) -> usize {
    paths(server).iter().filter(|path| *path == "/authorize").count()
}

/// The tokens that an issuer gives for so long, with or without a token to refresh them.
fn lasting(seconds: Value, is_refreshed: bool, number: usize) -> Say {
    let mut said = tokens(number, 0);
    said["expires_in"] = seconds;
    if !is_refreshed {
        said.as_object_mut().unwrap().remove("refresh_token");
    }
    json_body(200, &said)
}

#[tokio::test]
async fn a_token_with_no_time_left_is_used_until_it_is_refused() {
    let lifetimes = [json!(0), json!(1), json!(10), json!(null), json!(3600)];
    for (seconds, is_refreshed) in lifetimes.iter().flat_map(|all| [(all, true), (all, false)]) {
        let given = seconds.clone();
        let server = issuing(move |received, _| match path(received) {
            "/token" => Some(lasting(given.clone(), is_refreshed, 1)),
            "/mcp" if has_token(received, 1) => Some(answer(received)),
            _ => None,
        })
        .await;
        let client = client().connect(at(&server)).await.unwrap();
        for _ in 0..3 {
            assert_eq!(call(&client).await.unwrap(), "done", "{seconds}");
        }
        assert_eq!(windows(&server), 1, "{seconds} {is_refreshed}");
        assert_eq!(grants(&server, "refresh_token").len(), 0, "{seconds}");
    }
}

#[tokio::test]
async fn a_server_that_takes_no_token_opens_one_window_for_a_request() {
    for (seconds, is_refreshed) in [(0, true), (0, false), (1, true), (3600, true), (3600, false)] {
        let server = issuing(move |received, count| match path(received) {
            "/token" => Some(lasting(seconds.into(), is_refreshed, count + 1)),
            "/mcp" => Some(status(401)),
            _ => None,
        })
        .await;
        let error = client().connect(at(&server)).await.unwrap_err();
        assert!(error.to_string().contains("was just issued"), "{error}");
        assert_eq!(windows(&server), 1, "{seconds} {is_refreshed}");
    }
}

/// The refusal of a token that lacks a scope.
fn lacking(scope: &str) -> Say {
    let challenge = format!("Bearer error=\"insufficient_scope\", scope=\"{scope}\"");
    Say::Body(403, vec![("WWW-Authenticate", challenge)], String::new())
}

#[tokio::test]
async fn a_server_that_always_wants_more_opens_one_window_for_a_request() {
    for seconds in [0, 3600] {
        let wanted = AtomicUsize::new(0);
        let server = issuing(move |received, _| match path(received) {
            "/token" => Some(lasting(seconds.into(), true, 1)),
            "/mcp" if received.rpc() == "tools/call" => {
                let more = wanted.fetch_add(1, Ordering::Relaxed);
                Some(lacking(&format!("more-{more}")))
            }
            "/mcp" if has_token(received, 1) => Some(answer(received)),
            _ => None,
        })
        .await;
        let client = client().connect(at(&server)).await.unwrap();
        for number in 1..4 {
            let error = call(&client).await.unwrap_err();
            assert_eq!(error.http_status(), Some(403), "{error}");
            assert_eq!(windows(&server), 1 + number, "{seconds}");
        }
    }
}

/// What a first request may take: a login, and one that suffices.
#[tokio::test]
async fn a_login_may_have_to_be_followed_by_one_for_more() {
    let server = issuing(|received, _| match path(received) {
        "/mcp" if has_token(received, 1) => Some(lacking("more")),
        _ => None,
    })
    .await;
    let client = client().connect(at(&server)).await.unwrap();
    assert_eq!(call(&client).await.unwrap(), "done");
    assert_eq!(windows(&server), 2);
}
