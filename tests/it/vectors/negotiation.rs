//! Which version is spoken, and what is refused: the records that concern a server on stdio.

use mcp_runtime::middleware::Request;
use mcp_runtime::protocol::ProtocolVersion;
use mcp_runtime::{Elicit, Server, resource, server, tool};
use mcp_test_support::peer::{Peer, initialize, modern, request};
use mcp_test_support::vectors::negotiation;
use serde_json::{Value, json};
use tower::util::MapRequestLayer;

use super::{records, same, text};

/// A tool that the records call.
#[tool]
fn a() -> &'static str {
    "called"
}

/// A tool of the records that asks.
#[tool]
fn needs_elicit(_elicit: Elicit) {}

/// A resource that the records read.
#[resource("file:///a")]
fn file() -> &'static str {
    "read"
}

pub(super) fn server_of(record: &Value) -> Server {
    let versions: Vec<ProtocolVersion> = records(record, "server_supports")
        .iter()
        .map(|version| version.as_str().unwrap().parse().unwrap())
        .collect();
    let server = server!().tool::<a>().tool::<needs_elicit>().resource::<file>();
    server.versions(versions).layer(MapRequestLayer::new(renamed)).build().unwrap()
}

/// The records call a tool by a name that ours cannot have.
fn renamed(mut request: Request) -> Request {
    request.params = request.params.map(|params| params.replace("世界", "a"));
    request
}

#[tokio::test]
async fn initialize_is_answered_as_recorded() {
    for record in records(&negotiation(), "legacy_initialize") {
        let mut peer = Peer::memory(server_of(record));
        let mut params = initialize("");
        match &record["offered"] {
            Value::Null => drop(params.as_object_mut().unwrap().remove("protocolVersion")),
            offered => params["protocolVersion"] = offered.clone(),
        }
        let answer = peer.request("initialize", params).await;
        match record.get("answered") {
            Some(expected) => {
                assert_eq!(answer["result"]["protocolVersion"], *expected, "{record}");
            }
            None => check_error(record, &answer["error"], &record["error"]),
        }
    }
}

/// Rules for headers, which stdio does not have.
const NOT_HERE: [&str; 7] = [
    "mod-08-header-missing",
    "mod-09-header-body-differ",
    "mod-15-method-header-missing",
    "mod-16-method-header-differs",
    "mod-17-method-header-case",
    "mod-18-name-missing",
    "mod-20-name-differs",
];

#[tokio::test]
async fn modern_requests_are_answered_as_recorded() {
    let file = negotiation();
    let records = records(&file, "modern_per_request").iter();
    let here = records.filter(|record| !NOT_HERE.contains(&text(record, "id")));
    for record in here {
        let mut peer = Peer::memory(server_of(record));
        peer.send(&record["request"]).await;
        peer.send(request("last", "ping", json!({}))).await;
        let answer = peer.receive().await;
        let expected = &record["expect"];
        match text(record, "id") {
            "mod-30-batch" => assert_eq!(answer["error"]["code"], -32600, "{record}"),
            // On stdio there is nothing to say to these.
            "mod-31-client-response" | "mod-32-notification" => assert_eq!(answer["id"], "last"),
            _ if expected["result"] == true => {
                assert!(answer["result"].is_object(), "{record}: {answer}");
            }
            _ if expected["any_non_modern_error"] == true => {
                let code = answer["error"]["code"].as_i64().unwrap();
                assert!(!(-32022..=-32020).contains(&code), "{record}: {answer}");
            }
            _ => {
                let expected = expected.get("any_of").map_or(expected, |any| &any[0]);
                check_error(record, &answer["error"], &expected["error"]);
            }
        }
    }
}

pub(super) fn check_error(record: &Value, error: &Value, expected: &Value) {
    let code = &error["code"];
    match expected.get("code_any_of") {
        Some(codes) => assert!(codes.as_array().unwrap().contains(code), "{record}: {error}"),
        None => assert_eq!(*code, expected["code"], "{record}: {error}"),
    }
    if let Some(data) = expected.get("data") {
        // As its note allows, the way of asking is named, too.
        let with_form = json!({ "requiredCapabilities": { "elicitation": { "form": {} } } });
        let is_asking = record["id"] == "mod-29-undeclared-capability";
        let data = if is_asking { &with_form } else { data };
        assert!(same(&error["data"], data), "{record}: {error}");
    }
    for version in expected["must_name_versions"].as_array().into_iter().flatten() {
        assert!(error.to_string().contains(version.as_str().unwrap()), "{record}: {error}");
    }
}

/// The records of `server_era_selection`, which are prose.
#[tokio::test]
async fn the_era_is_that_of_each_request() {
    assert_eq!(records(&negotiation(), "server_era_selection").len(), 5);
    let server = server!().tool::<a>().build().unwrap();
    let mut peer = Peer::memory(server);
    let list = || ("tools/list", json!({}));

    let (method, params) = list();
    let early = peer.request(method, params).await;
    assert_eq!(early["error"]["code"], -32602, "se-2: {early}");
    let discover = peer.request("server/discover", json!({})).await;
    assert_eq!(discover["error"]["code"], -32602, "se-4, no session: {discover}");
    let (method, params) = list();
    let stateless = peer.request(method, modern(params)).await;
    assert_eq!(stateless["result"]["resultType"], "complete", "se-0: {stateless}");

    let initialized = peer.initialize("2025-06-18").await;
    assert_eq!(initialized["result"]["protocolVersion"], "2025-06-18", "se-1");
    let (method, params) = list();
    let legacy = peer.request(method, params).await;
    assert_eq!(legacy["result"].get("resultType"), None, "se-1: {legacy}");
    let (method, params) = list();
    let beside = peer.request(method, modern(params)).await;
    assert_eq!(beside["result"]["resultType"], "complete", "se-3: {beside}");
    let discover = peer.request("server/discover", json!({})).await;
    assert_eq!(discover["error"]["code"], -32601, "se-4, in a session: {discover}");
}
