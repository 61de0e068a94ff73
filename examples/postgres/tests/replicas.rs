//! Two servers that share what they know in PostgreSQL.

#![expect(deprecated, reason = "what MCP has deprecated is tested, too")]

mod server;

use std::process::Command;

use mcp_example_postgres::Postgres;
use mcp_runtime::store::{Store as _, StoreError, StoreKey};
use mcp_runtime::{Changes, Context, Elicit, Log, Result, resource, tool};
use mcp_test_support::http::{Client, called, serve, text};
use serde_json::{Value, json};
use server::Server;

#[derive(Elicit)]
struct Sure {
    ok: bool,
}

/// Asks before it continues.
#[tool]
async fn confirm(elicit: Elicit) -> Result<&'static str> {
    let answer = elicit.form::<Sure>("Sure?").await?;
    Ok(if answer.accepted().is_some_and(|sure| sure.ok) { "done" } else { "left" })
}

/// Logs on two levels.
#[tool]
async fn log(log: Log) {
    log.info("info").await;
    log.error("error").await;
}

/// A page.
#[resource("test://page")]
fn page() -> &'static str {
    "page"
}

/// Changes the page.
#[tool]
fn change(context: &Context) {
    context.server().resource_updated("test://page");
}

async fn replica(database: &Server) -> Client {
    let store = Postgres::connect(&database.url).await.expect("the server answers");
    let server = mcp_runtime::server!()
        .tool::<confirm>()
        .tool::<log>()
        .tool::<change>()
        .changes(Changes::new().resource_updates())
        .resource::<page>()
        .state_keys([[7; 32]])
        .store(store)
        .build()
        .expect("it is sound");
    serve(server.into_http()).await
}

async fn confirm_at(replica: Client, mut params: Value) -> Value {
    params["name"] = "confirm".into();
    params["arguments"] = json!({});
    params["_meta"] = json!({
        "io.modelcontextprotocol/clientCapabilities": { "elicitation": { "form": {} } },
    });
    replica.modern("tools/call", params).await.answer().await
}

#[tokio::test]
#[ignore = "needs PostgreSQL: .ci/services"]
async fn a_session_a_question_and_a_change_are_known_to_both() {
    let database = Server::start();
    let a = replica(&database).await;
    let b = replica(&database).await;

    let here = a.initialize("2025-11-25").await;
    let mut there = here.clone();
    there.client = b;
    let level = json!({ "level": "error" });
    assert_eq!(here.request("logging/setLevel", level).await["result"], json!({}));
    let logged = there.start(2, "tools/call", called("log", json!({}))).await.rest().await;
    assert_eq!(logged.len(), 2, "one message and the result: {logged:?}");
    assert_eq!(logged[0]["params"]["level"], "error");

    let asked = confirm_at(a, json!({})).await;
    let state = asked["result"]["requestState"].as_str().unwrap_or_else(|| panic!("{asked}"));
    let answer = json!({ "action": "accept", "content": { "ok": true } });
    let retry = json!({ "requestState": state, "inputResponses": { "question-1": answer } });
    assert_eq!(text(&confirm_at(b, retry.clone()).await), "done");
    assert_eq!(confirm_at(a, retry).await["error"]["code"], -32602, "it was used at the other one");

    let wanted = json!({ "notifications": { "resourceSubscriptions": ["test://page"] } });
    let mut stream = a.modern("subscriptions/listen", wanted).await;
    let mut method = async || stream.message().await.expect("there is one")["method"].clone();
    assert_eq!(method().await, "notifications/subscriptions/acknowledged");
    assert_eq!(b.modern("tools/call", called("change", json!({}))).await.status, 200);
    assert_eq!(method().await, "notifications/resources/updated");
}

#[tokio::test]
#[ignore = "needs PostgreSQL: .ci/services"]
async fn a_server_that_does_not_answer_fails_operations_in_time_and_serves_later() {
    let database = Server::start();
    let store = Postgres::connect(&database.url).await.expect("the server answers");
    let key = StoreKey::new("held", "one");
    assert!(store.get(&key, &[]).await.expect("it answers").is_none());
    let signal = |signal: &str| {
        let script = format!("kill -{signal} {0} && pkill -{signal} -P {0}", database.process);
        let sent = Command::new("sh").args(["-c", &script]).status();
        assert!(sent.expect("there is a shell").success());
    };
    signal("STOP");
    for _ in 0..2 {
        let failed = store.get(&key, &[]).await.expect_err("nobody answers");
        assert!(matches!(failed, StoreError::Timeout | StoreError::Down(_)), "{failed}");
    }
    signal("CONT");
    while store.get(&key, &[]).await.is_err() {}
}
