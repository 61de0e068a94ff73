//! Clients behind proxies that are trusted to tell who they are.

use std::time::Duration;

use mcp_runtime::http::Http;
use mcp_runtime::{Caller, Limits, Server, Tasks, server, tool};
use mcp_test_support::http::{Client, Request, serve};
use serde_json::{Value, json};

/// Says who calls.
#[tool]
fn who(caller: Caller) -> String {
    format!("{caller:?}")
}

/// Draws.
#[tool(rate = "3/min")]
pub(super) fn draw() -> &'static str {
    "drawn"
}

/// Never ends.
#[tool(task(required))]
pub(super) async fn endless() {
    std::future::pending().await
}

fn offered() -> Server {
    let server = server!().limits(Limits::new().drain_timeout(Duration::ZERO)).tasks(Tasks::new());
    server.tool::<who>().tool::<draw>().tool::<endless>().build().unwrap()
}

fn behind(proxies: &[&str]) -> Http {
    offered().into_http().trusted_proxies(proxies).unwrap()
}

pub(super) async fn call(client: Client, tool: &str, headers: &[(&str, &str)]) -> Value {
    let meta = json!({
        "io.modelcontextprotocol/clientCapabilities": {
            "extensions": { "io.modelcontextprotocol/tasks": {} }
        },
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    });
    let call = json!({ "name": tool, "arguments": {}, "_meta": meta });
    let request = Request::modern("tools/call", call);
    let add = |request: Request, (name, value): &(&str, &str)| request.header(name, value);
    client.send(headers.iter().fold(request, add)).await.answer().await
}

async fn caller(client: Client, headers: &[(&str, &str)]) -> String {
    let answer = call(client, "who", headers).await;
    answer["result"]["content"][0]["text"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_caller_is_whom_a_trusted_proxy_names_and_nobody_else_is_asked() {
    const FROM: &str = "X-Forwarded-For";
    let trusting = serve(behind(&["loopback"])).await;
    for (headers, expected) in [
        (&[(FROM, "9.9.9.9, 203.0.113.7")][..], "Address(203.0.113.7)"),
        (&[(FROM, "203.0.113.7, 127.0.0.1")], "Address(203.0.113.7)"),
        (&[(FROM, "9.9.9.9"), (FROM, "203.0.113.7")], "Address(203.0.113.7)"),
        (&[(FROM, "[2001:db8::1]:443")], "Address(2001:db8::)"),
        (&[(FROM, "203.0.113.7"), ("Forwarded", "for=1.1.1.1")], "Address(203.0.113.7)"),
        (&[(FROM, "unknown")], "Connection("),
        (&[("Forwarded", "for=1.1.1.1"), ("X-Real-IP", "1.1.1.1")], "Connection("),
        (&[], "Connection("),
    ] {
        let caller = caller(trusting, headers).await;
        assert!(caller.starts_with(expected), "{headers:?}: {caller}");
    }
    let http = behind(&["127.0.0.1"]).trusted_proxy_header("Forwarded").unwrap();
    let other = serve(http).await;
    let headers = [("Forwarded", "for=9.9.9.9, for=\"203.0.113.7:80\""), (FROM, "1.1.1.1")];
    assert_eq!(caller(other, &headers).await, "Address(203.0.113.7)");
    for untrusting in [offered().into_http(), behind(&["10.0.0.0/8"]), behind(&[])] {
        let client = serve(untrusting).await;
        let caller = caller(client, &[(FROM, "203.0.113.7")]).await;
        assert!(caller.starts_with("Connection("), "{caller}");
    }
}

/// How many calls of each client are served, over one connection each.
#[tokio::test]
async fn each_client_behind_a_trusted_proxy_has_a_rate_of_its_own() {
    let client = serve(behind(&["loopback"])).await;
    for from in ["203.0.113.7", "203.0.113.8", "2001:db8::1", "2001:db8:0:1::1"] {
        let mut served = 0;
        for _ in 0..20 {
            let answer = call(client, "draw", &[("X-Forwarded-For", from)]).await;
            served += usize::from(answer["result"]["isError"] != true);
        }
        assert_eq!(served, 3, "{from}");
    }
}

/// None is refused for what the others do.
#[tokio::test]
async fn a_thousand_clients_behind_one_trusted_proxy_are_served() {
    let client = serve(behind(&["loopback"])).await;
    for number in 0..1001 {
        let from = format!("198.51.{}.{}", number / 250, number % 250);
        for _ in 0..3 {
            let answer = call(client, "draw", &[("X-Forwarded-For", &from)]).await;
            assert_ne!(answer["result"]["isError"], true, "{from}: {answer}");
        }
    }
}

/// How many tasks are left for another caller, when sixteen have as many as they can.
#[tokio::test]
async fn sixteen_callers_leave_tasks_for_the_next() {
    let client = serve(behind(&["loopback"])).await;
    let kept = async |from: &str| {
        let answer = call(client, "endless", &[("X-Forwarded-For", from)]).await;
        answer["result"]["taskId"].is_string()
    };
    let mut taken = 0;
    for address in 1..=16 {
        for _ in 0..65 {
            taken += usize::from(kept(&format!("203.0.113.{address}")).await);
        }
    }
    assert_eq!(taken, 12 * 64 + 4 * 4);
    for _ in 0..4 {
        assert!(kept("198.51.100.1").await && kept("2001:db8::1").await);
    }
    assert!(!kept("198.51.100.1").await);
}

#[test]
fn a_server_that_would_trust_everybody_is_not_built() {
    for proxy in ["0.0.0.0/0", "::/0", "*", "10.0.0.0/33"] {
        assert!(offered().into_http().trusted_proxies([proxy]).is_err(), "{proxy}");
    }
    assert!(offered().into_http().trusted_proxy_header("X-Real-IP").is_err());
}

/// What a proxy says of the host is not where the server is.
#[tokio::test]
async fn nothing_else_of_a_proxy_is_believed() {
    let resource = mcp_runtime_auth::ProtectedResource::new("https://mcp.example.com/mcp")
        .issuer("https://login.example.com");
    let client = serve(behind(&["loopback"]).protect(resource).unwrap()).await;
    let metadata = || {
        let get = Request::get().at("/.well-known/oauth-protected-resource/mcp");
        get.header("X-Forwarded-For", "203.0.113.7")
    };
    let plain = client.send(metadata()).await.json().await;
    let names = ["X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-Prefix"];
    let told = names.iter().fold(metadata(), |get, name| get.header(name, "evil.example"));
    assert_eq!(client.send(told).await.json().await, plain);
    assert_eq!(plain["resource"], "https://mcp.example.com/mcp");
}
