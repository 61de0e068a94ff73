//! Which version is spoken, and what is refused: the records of the version vectors that concern
//! a server over HTTP.

use mcp_runtime::http::Http;
use mcp_runtime::protocol::ProtocolVersion;
use mcp_test_support::http::{Request, Response, Session, serve};
use mcp_test_support::peer::{initialize, request};
use serde_json::{Value, json};

use mcp_test_support::vectors::negotiation;

use super::negotiation::{check_error, server_of};
use super::{records, text};

/// A server of all versions.
fn http() -> Http {
    let all = ProtocolVersion::ALL.iter().map(ToString::to_string).collect::<Vec<_>>();
    server_of(&json!({ "server_supports": all })).into_http()
}

/// The request of a record, with no headers of MCP but its own.
fn posted(record: &Value) -> Request {
    let headers = record["http_headers"].as_object().unwrap().iter();
    headers.fold(Request::post(&record["request"]), |request, (name, value)| {
        request.header(name, value.as_str().unwrap())
    })
}

#[tokio::test]
async fn modern_requests_are_answered_as_recorded() {
    let file = negotiation();
    let records = records(&file, "modern_per_request");
    assert_eq!(records.len(), 33);
    for record in records {
        let response = serve(server_of(record).into_http()).await.send(posted(record)).await;
        assert_expected(record, response).await;
    }
}

async fn assert_expected(record: &Value, response: Response) {
    let expect = &record["expect"];
    let expected = expect.get("any_of").map_or(expect, |any| &any[0]);
    assert_eq!(response.status, expected["status"], "{record}");
    assert_eq!(response.header("mcp-session-id"), None, "{record}");
    if expected["status"] == 202 {
        return assert_eq!(response.text().await, "", "{record}");
    }
    let answer = response.json().await;
    assert_eq!(answer.get("result").is_some(), expected["result"] == true, "{record}: {answer}");
    if let Some(error) = expected.get("error") {
        check_error(record, &answer["error"], error);
    }
    if expected["any_non_modern_error"] == true {
        let code = answer["error"]["code"].as_i64().unwrap();
        assert!(!(-32022..=-32020).contains(&code), "{record}: {answer}");
    }
}

#[tokio::test]
async fn other_modern_requests_are_answered_as_recorded() {
    let file = negotiation();
    let records = records(&file, "modern_http_other");
    assert_eq!(records.len(), 5);
    let list = || Request::modern("tools/list", json!({}));
    for record in records {
        let request = match text(record, "id") {
            "http-get" => Request::get(),
            "http-delete" => Request::new("DELETE"),
            "http-session-header" => list().header("Mcp-Session-Id", "0"),
            "http-last-event-id" => list().header("Last-Event-ID", "1-0"),
            "http-origin" => list().header("Origin", "http://evil.example"),
            id => panic!("{id} is new"),
        };
        let status = match text(record, "id") {
            "http-origin" => 403,
            _ => record.get("status").and_then(Value::as_u64).unwrap_or(200),
        };
        let modern_only = server_of(&json!({ "server_supports": ["2026-07-28"] })).into_http();
        let also_both = record.get("when").is_none().then(http);
        for http in [Some(modern_only), also_both].into_iter().flatten() {
            let response = serve(http).await.send(request.clone()).await;
            assert_eq!(u64::from(response.status), status, "{record}");
            assert_eq!(response.header("mcp-session-id"), None, "{record}");
        }
    }
}

/// Adds the header of a record, if it has one.
fn with_version(request: Request, record: &Value) -> Request {
    let request = request.without("MCP-Protocol-Version");
    let version = record["header"].as_str().into_iter();
    version.fold(request, |request, version| request.header("MCP-Protocol-Version", version))
}

#[tokio::test]
async fn legacy_requests_are_answered_as_recorded() {
    let file = negotiation();
    let records = records(&file, "legacy_http");
    assert_eq!(records.len(), 12);
    for record in records {
        let status = record.get("status").and_then(Value::as_u64).unwrap_or(200);
        let response = legacy(record).await;
        assert_eq!(u64::from(response.status), status, "{record}");
        if let Some(error) = record.get("error") {
            assert_eq!(response.json().await["error"]["code"], error["code"], "{record}");
        }
    }
}

/// Sends what a record describes.
async fn legacy(record: &Value) -> Response {
    let ping = request(1, "ping", json!({}));
    let message = match record["body"].as_str() {
        None => ping,
        Some("batch") => json!([ping]),
        Some("batch with initialize") => {
            json!([ping, request(2, "initialize", initialize("2025-03-26"))])
        }
        Some(body) => panic!("{body} is new"),
    };
    match text(record, "id") {
        // Nothing is known but the header: no session, and nobody who wants one.
        "lh-00" | "lh-04" => {
            let client = serve(http().stateless()).await;
            client.send(with_version(Request::post(message), record)).await
        }
        "lh-06" => serve(http()).await.send(Request::post(message)).await,
        "lh-07" => {
            let request = Request::post(message).header("Mcp-Session-Id", "expired");
            serve(http()).await.send(request).await
        }
        _ => {
            let version = record["session_version"].as_str().or(record["header"].as_str());
            let known = version.and_then(|version| version.parse::<ProtocolVersion>().ok());
            let version = known.unwrap_or(ProtocolVersion::LATEST_LEGACY).to_string();
            let session = serve(http()).await.initialize(&version).await;
            session.client.send(with_version(session.post(message), record)).await
        }
    }
}

/// `assume` in the records: that a revision is assumed shows in what only it has.
#[tokio::test]
async fn the_assumed_revision_is_the_recorded_one() {
    let client = serve(http().stateless()).await;
    let batch = || Request::post(json!([request(1, "ping", json!({}))]));
    assert_eq!(client.send(batch()).await.status, 200, "lh-00: 2025-03-26");
    let oldest = batch().header("MCP-Protocol-Version", "2024-11-05");
    assert_eq!(client.send(oldest).await.status, 400, "lh-04: 2024-11-05");
    let session = session("2025-06-18").await;
    let batch =
        session.post(json!([request(1, "ping", json!({}))])).without("MCP-Protocol-Version");
    assert_eq!(session.client.send(batch).await.status, 400, "lh-01: 2025-06-18");
}

async fn session(version: &str) -> Session {
    serve(http()).await.initialize(version).await
}

/// The records of `server_era_selection`, which are prose.
#[tokio::test]
async fn the_era_is_that_of_each_request() {
    assert_eq!(records(&negotiation(), "server_era_selection").len(), 5);
    let session = session("2025-06-18").await;
    let client = session.client;
    let stateless = client.modern("tools/list", json!({})).await.json().await;
    assert_eq!(stateless["result"]["resultType"], "complete", "se-0");
    let legacy = session.request("tools/list", json!({})).await;
    assert!(legacy["result"]["tools"].is_array(), "se-1: {legacy}");
    assert_eq!(legacy["result"].get("resultType"), None, "se-1: {legacy}");
    let early = client.send(Request::post(request(1, "tools/list", json!({})))).await;
    assert_eq!(early.status, 400, "se-2");
    let list = Request::modern("tools/list", json!({})).header("Mcp-Session-Id", &session.id);
    let beside = client.send(list).await.json().await;
    assert_eq!(beside["result"]["resultType"], "complete", "se-3");
    let discover = session.request("server/discover", json!({})).await;
    assert_eq!(discover["error"]["code"], -32601, "se-4: {discover}");
    let post = Request::post(request(1, "server/discover", json!({})))
        .header("MCP-Protocol-Version", "2026-07-28")
        .header("Mcp-Method", "server/discover");
    let discover = client.send(post).await;
    assert_eq!(discover.status, 400);
    assert_eq!(discover.json().await["error"]["code"], -32602, "se-4, no session");
}
