//! Handshakes of both eras on one connection, in whatever order they come.

use std::collections::BTreeMap;

use mcp_runtime::protocol::ProtocolVersion;
use mcp_runtime::{server, tool};
use mcp_test_support::peer::{Peer, initialize, modern, notification, request};
use serde_json::{Value, json};

/// Adds two numbers.
#[tool]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// Waits until the other calls have been looked at.
#[tool]
async fn later() -> &'static str {
    tokio::task::yield_now().await;
    "later"
}

fn connect() -> Peer {
    let server = server!().tool::<add>().tool::<later>().build();
    Peer::memory(server.expect("the server is sound"))
}

/// One message of a client that may come at any time.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Step {
    Initialize,
    Initialized,
    Discover,
    LegacyList,
    ModernList,
    SetLevel,
}

const STEPS: [Step; 6] = [
    Step::Initialize,
    Step::Initialized,
    Step::Discover,
    Step::LegacyList,
    Step::ModernList,
    Step::SetLevel,
];

impl Step {
    fn message(self, id: usize) -> Value {
        match self {
            Self::Initialize => request(id, "initialize", initialize("2025-11-25")),
            Self::Initialized => notification("notifications/initialized", json!({})),
            Self::Discover => request(id, "server/discover", modern(json!({}))),
            Self::LegacyList => request(id, "tools/list", json!({})),
            Self::ModernList => request(id, "tools/list", modern(json!({}))),
            Self::SetLevel => request(id, "logging/setLevel", json!({"level": "error"})),
        }
    }

    /// What is answered after these steps: an error code, or none for a result.
    fn answer(self, before: &[Self]) -> Option<Option<i64>> {
        let open = before.contains(&Self::Initialize);
        match self {
            Self::Initialized => None,
            Self::Initialize | Self::Discover | Self::ModernList => Some(None),
            Self::LegacyList | Self::SetLevel => Some((!open).then_some(-32602)),
        }
    }
}

/// Every order of the steps.
fn orders(steps: &[Step]) -> Vec<Vec<Step>> {
    if steps.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (index, first) in steps.iter().enumerate() {
        let mut others = steps.to_vec();
        others.remove(index);
        for mut order in orders(&others) {
            order.insert(0, *first);
            all.push(order);
        }
    }
    all
}

#[tokio::test]
async fn handshakes_may_come_in_any_order_without_waiting() {
    let server = server!().tool::<add>().build().unwrap();
    for order in orders(&STEPS) {
        let mut peer = Peer::memory(server.clone());
        let lines = order.iter().enumerate().map(|(id, step)| step.message(id).to_string() + "\n");
        peer.send_bytes(lines.collect::<String>().as_bytes()).await;
        for (id, step) in order.iter().enumerate() {
            let Some(expected) = step.answer(&order[..id]) else {
                continue;
            };
            let answer = peer.receive().await;
            assert_eq!(answer["id"], id, "{order:?}: {answer}");
            let code = answer["error"]["code"].as_i64();
            assert_eq!(code, expected, "{step:?} in {order:?}: {answer}");
        }
    }
}

/// One client asks in every revision at once, and nothing of one answer is in another.
#[tokio::test]
async fn a_modern_request_says_nothing_about_the_session() {
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let mut peer = connect();
        peer.request("server/discover", modern(json!({}))).await;
        let initialized = peer.initialize(version).await;
        assert_eq!(initialized["result"]["protocolVersion"], version);
        let legacy = peer.request("tools/list", json!({})).await;
        let newest = peer.request("tools/list", modern(json!({}))).await;
        assert_eq!(newest["result"]["resultType"], "complete");
        let again = peer.request("tools/list", json!({})).await;
        assert_eq!(again["result"], legacy["result"], "{version}");
        assert_eq!(legacy["result"].get("resultType"), None, "{version}");
    }
}

#[tokio::test]
async fn discover_tells_all_versions_the_newest_first() {
    let server = server!().instructions("Add.").build().unwrap();
    let mut peer = Peer::memory(server);
    let result = peer.request("server/discover", modern(json!({}))).await["result"].take();
    let mut all: Vec<&str> = ProtocolVersion::ALL.iter().map(|version| version.as_str()).collect();
    all.reverse();
    assert_eq!(result["supportedVersions"], json!(all));
    assert_eq!(result["instructions"], "Add.");
    let info = &result["_meta"]["io.modelcontextprotocol/serverInfo"];
    assert_eq!(info["name"], "mcp-tests", "the name of the crate that calls server!()");
}

#[tokio::test]
async fn a_refused_handshake_can_be_repeated() {
    let mut peer = connect();
    for params in [
        json!({}),
        json!([]),
        json!({"protocolVersion": 1}),
        json!({"protocolVersion": "2025-06-18"}),
    ] {
        let answer = peer.request("initialize", params.clone()).await;
        assert_eq!(answer["error"]["code"], -32602, "{params}");
    }
    let answer = peer.initialize("2025-06-18").await;
    assert_eq!(answer["result"]["protocolVersion"], "2025-06-18");
}

#[tokio::test]
async fn a_second_handshake_is_refused_and_changes_nothing() {
    let mut peer = connect();
    peer.initialize("2025-03-26").await;
    let answer = peer.request("initialize", initialize("2025-11-25")).await;
    assert_eq!(answer["error"]["code"], -32600, "{answer}");
    let message = "already initialized with version 2025-03-26";
    assert_eq!(answer["error"]["message"], message);
    peer.send(json!([request(1, "ping", json!({}))])).await;
    assert!(peer.receive().await.is_array(), "the revision still has batches");
}

#[tokio::test]
async fn whatever_comes_first_does_not_end_the_connection() {
    for first in [
        request(1, "no/such/method", json!({})),
        request(1, "tools/call", json!({"name": "add"})),
        request(1, "resources/list", json!({})),
        request(1, "logging/setLevel", json!({"level": "debug"})),
        notification("notifications/initialized", json!({})),
        notification("no/such/notification", json!({})),
        json!({"jsonrpc": "2.0", "id": 5, "result": {}}),
        json!({"jsonrpc": "1.0", "id": 1, "method": "ping"}),
        json!("ping"),
        json!(null),
    ] {
        let mut peer = connect();
        peer.send(&first).await;
        peer.send(request("ping", "ping", json!({}))).await;
        while peer.receive().await["id"] != "ping" {}
        let id = peer.start("initialize", initialize("2025-11-25")).await;
        assert!(peer.answer(id).await["result"].is_object(), "after {first}");
    }
}

/// What says nothing of an era is of the one in which it may come first.
#[tokio::test]
async fn a_ping_before_the_handshake_is_answered_with_nothing() {
    let mut peer = connect();
    assert_eq!(peer.request("ping", json!({})).await["result"], json!({}));
    peer.request("server/discover", modern(json!({}))).await;
    assert_eq!(peer.request("ping", json!({})).await["result"], json!({}));
    peer.initialize("2025-11-25").await;
    assert_eq!(peer.request("ping", json!({})).await["result"], json!({}));
}

/// Text that is not JSON says nothing, not even in the part that could be read.
#[tokio::test]
async fn what_is_not_json_to_its_end_has_no_id() {
    let mut peer = connect();
    for line in [
        r#"{"jsonrpc":"2.0","id":1}x"#,
        r#"{"jsonrpc":"2.0","id":1,"method":7}{}"#,
        r#"{"jsonrpc":"1.0","id":1,"method":"ping"}]"#,
        r#"{"jsonrpc":"2.0","id":1,"id":1} ,"#,
        r#""ping" 1"#,
    ] {
        peer.send_bytes(format!("{line}\n").as_bytes()).await;
        let answer = peer.receive().await;
        assert_eq!(answer["error"]["code"], -32700, "{line}: {answer}");
        assert_eq!(answer["id"], Value::Null, "{line}: {answer}");
    }
}

/// Whoever waits for the answer is answered; the messages are those of clients in other languages.
#[tokio::test]
async fn a_request_that_is_not_json_is_refused_with_its_id() {
    let deep = "[".repeat(200) + &"]".repeat(200);
    for line in [
        r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"cut \ud83d off"}}"#,
        r#"{"method":"tools/call","params":{"name":"\udc00"},"jsonrpc":"2.0","id":7}"#,
        r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"arguments":{"a":NaN}}}"#,
        r#"{"jsonrpc":"2.0","params":{"arguments":{"a":-Infinity}},"id":7,"method":"a"}"#,
        r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"arguments":{"a":DEEP}}}"#,
        r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"cu"#,
        r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"\x41"},}"#,
        "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"a\tb\"}",
    ] {
        let mut peer = connect();
        for discovers in [false, true] {
            if discovers {
                peer.request("server/discover", modern(json!({}))).await;
            }
            peer.send(line.replace("DEEP", &deep)).await;
            let answer = peer.receive().await;
            assert_eq!(answer["error"]["code"], -32700, "{line}: {answer}");
            assert_eq!(answer["id"], 7, "{line}: {answer}");
        }
    }
    let mut peer = connect();
    peer.send_bytes(b"{\"method\":\"caf\xe9\",\"jsonrpc\":\"2.0\",\"id\":\"x\"}\n").await;
    let answer = peer.receive().await;
    assert_eq!([&answer["error"]["code"], &answer["id"]], [&json!(-32700), &json!("x")]);
    let twice = r#"{"jsonrpc":"2.0","id":7,"method":"ping","method":"ping"}"#;
    peer.send(twice).await;
    let answer = peer.receive().await;
    assert_eq!([&answer["error"]["code"], &answer["id"]], [&json!(-32600), &json!(7)]);
}

#[tokio::test]
async fn any_string_and_any_integer_is_an_id() {
    let mut peer = connect();
    for (sent, answered) in [
        ("0", "0"),
        ("-1", "-1"),
        ("1.0", "1"),
        ("1e3", "1000"),
        ("9007199254740993", "9007199254740993"),
        ("-9223372036854775808", "-9223372036854775808"),
        ("18446744073709551615", "18446744073709551615"),
        (r#""""#, r#""""#),
        (r#""0""#, r#""0""#),
        (r#""é\u0000\"""#, r#""é\u0000\"""#),
    ] {
        peer.send(format!(r#"{{"jsonrpc":"2.0","id":{sent},"method":"ping"}}"#)).await;
        let expected: Value = serde_json::from_str(answered).unwrap();
        assert_eq!(peer.receive().await["id"], expected, "{sent}");
    }
    for sent in ["null", "1.5", "true", "[1]", "{}", "1e300"] {
        peer.send(format!(r#"{{"jsonrpc":"2.0","id":{sent},"method":"ping"}}"#)).await;
        let answer = peer.receive().await;
        assert_eq!(answer["error"]["code"], -32600, "{sent}: {answer}");
        assert_eq!(answer.get("id"), None, "{sent}: {answer}");
    }
}

#[tokio::test]
async fn ids_that_differ_in_type_are_different() {
    let mut peer = connect();
    peer.initialize("2025-11-25").await;
    let call = |id: Value| request(id, "tools/call", json!({"name": "later"}));
    peer.send(call(json!(7))).await;
    peer.send(call(json!("7"))).await;
    peer.send(notification("notifications/cancelled", json!({"requestId": "7"}))).await;
    assert_eq!(peer.receive().await["id"], 7);
    peer.send(request(8, "ping", json!({}))).await;
    assert_eq!(peer.receive().await["id"], 8, "the other call was cancelled");
}

#[tokio::test]
async fn batches_exist_in_one_revision_only() {
    let batch = json!([request("in a batch", "ping", json!({}))]);
    for version in ["2024-11-05", "2025-06-18", "2025-11-25"] {
        let mut peer = connect();
        peer.send(&batch).await;
        assert_eq!(peer.receive().await["error"]["code"], -32600, "before the handshake");
        peer.initialize(version).await;
        peer.send(&batch).await;
        assert_eq!(peer.receive().await["error"]["code"], -32600, "{version}");
        assert!(peer.request("ping", json!({})).await["result"].is_object());
    }
}

#[tokio::test]
async fn a_batch_is_answered_with_a_batch() {
    let mut peer = connect();
    peer.initialize("2025-03-26").await;
    let add = json!({"name": "add", "arguments": {"a": 1, "b": 2}});
    peer.send(json!([
        request("later", "tools/call", json!({"name": "later"})),
        request("add", "tools/call", add),
        notification("notifications/no-such", json!({})),
        request("again", "initialize", initialize("2025-03-26")),
        request("unknown", "no/such", json!({})),
        {"jsonrpc": "2.0", "id": "no method"},
        "no message",
    ]))
    .await;
    let batch = peer.receive().await;
    let mut answers = BTreeMap::new();
    for answer in batch.as_array().expect("the answer to a batch is a batch") {
        let code = answer["error"]["code"].as_i64();
        answers.insert(answer["id"].as_str(), code);
    }
    let expected = [
        (None, Some(-32600)),
        (Some("add"), None),
        (Some("again"), Some(-32600)),
        (Some("later"), None),
        (Some("no method"), Some(-32600)),
        (Some("unknown"), Some(-32601)),
    ];
    assert_eq!(answers, BTreeMap::from(expected), "{batch}");
}

#[tokio::test]
async fn a_batch_of_notifications_has_no_answer_and_an_empty_one_is_an_error() {
    let mut peer = connect();
    peer.initialize("2025-03-26").await;
    peer.send(json!([notification("notifications/no-such", json!({}))])).await;
    peer.send(json!([])).await;
    let answer = peer.receive().await;
    assert_eq!(answer["error"]["code"], -32600);
    assert_eq!(answer["id"], Value::Null, "this revision has null ids: {answer}");
    peer.send(json!([
        request("gone", "tools/call", json!({"name": "later"})),
        notification("notifications/cancelled", json!({"requestId": "gone"}))
    ]))
    .await;
    assert!(peer.request("ping", json!({})).await["result"].is_object());
}
