//! Resources whose value is watched: who subscribes is told when it changes.

use std::time::Duration;

use mcp_test_support::asking::asking;
use mcp_test_support::http::{Client, Response, called, text as text_of};
use mcp_test_support::peer::Peer;
use tokio::time::sleep;

use super::*;

const METER: &str = "test://meter";
const UPDATED: &str = "notifications/resources/updated";
const LEGACY: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

fn turn(to: u64) -> Value {
    called("turn", json!({ "to": to }))
}

fn watched() -> Value {
    called("watched", json!({}))
}

fn filter() -> Value {
    json!({ "resourceSubscriptions": [METER, "test://meters/1", "test://meters/2", "test://x"] })
}

#[tokio::test]
async fn a_legacy_client_is_told_over_standard_output() {
    for version in LEGACY {
        let (mut peer, _process) = Peer::spawn(ASKING);
        let initialized = peer.initialize(version).await;
        let resources = &initialized["result"]["capabilities"]["resources"];
        assert_eq!(resources["subscribe"], true, "{version}");
        for uri in [METER, "test://meters/1"] {
            let done = peer.request("resources/subscribe", json!({ "uri": uri })).await;
            assert_eq!(done["result"], json!({}));
        }
        let missing = peer.request("resources/subscribe", json!({ "uri": "test://meters/2" }));
        assert_eq!(missing.await["error"]["code"], -32002);
        let id = peer.start("tools/call", turn(5)).await;
        let mut told = Vec::new();
        let mut is_done = false;
        while told.len() < 2 || !is_done {
            let message = peer.receive().await;
            if message["id"] == id {
                is_done = true;
            } else {
                assert_eq!(message["method"], UPDATED);
                told.push(message["params"]["uri"].clone());
            }
        }
        assert_eq!(told, [METER, "test://meters/1"]);
        let read = peer.request("resources/read", json!({ "uri": METER })).await;
        assert_eq!(read["result"]["contents"][0]["text"], "5");
        for uri in [METER, "test://meters/1"] {
            peer.request("resources/unsubscribe", json!({ "uri": uri })).await;
        }
        peer.request("tools/call", turn(6)).await;
        peer.close();
        assert_eq!(peer.rest().await, Vec::<Value>::new());
    }
}

#[tokio::test]
async fn a_modern_client_is_told_over_standard_output() {
    let (mut peer, _process) = Peer::spawn(ASKING);
    let params = modern(json!({ "notifications": filter() }));
    let id = peer.start("subscriptions/listen", params).await;
    let acknowledged = peer.receive().await;
    // Of what is not there nobody is told.
    let agreed = json!({ "resourceSubscriptions": [METER, "test://meters/1"] });
    assert_eq!(acknowledged["params"]["notifications"], agreed);
    let call = peer.start("tools/call", modern(turn(5))).await;
    let mut told = Vec::new();
    let mut is_done = false;
    while told.len() < 2 || !is_done {
        let message = peer.receive().await;
        if message["id"] == call {
            is_done = true;
        } else {
            assert_eq!(message["method"], UPDATED);
            let meta = &message["params"]["_meta"];
            assert_eq!(meta["io.modelcontextprotocol/subscriptionId"], id);
            told.push(message["params"]["uri"].clone());
        }
    }
    assert_eq!(told, [METER, "test://meters/1"]);
}

/// The stream of a client of each era over HTTP, on which it is told of the meter.
async fn streams(client: Client) -> [Response; 2] {
    let session = client.initialize("2025-11-25").await;
    let subscribed = session.request("resources/subscribe", json!({ "uri": METER })).await;
    assert_eq!(subscribed["result"], json!({}));
    let legacy = session.listen().await;
    let params = json!({ "notifications": { "resourceSubscriptions": [METER] } });
    let mut listen = client.modern("subscriptions/listen", params).await;
    assert_eq!(listen.message().await.unwrap()["params"]["notifications"], params_of());
    [legacy, listen]
}

fn params_of() -> Value {
    json!({ "resourceSubscriptions": [METER] })
}

#[tokio::test]
async fn clients_of_both_eras_are_told_over_http() {
    let (client, _process) = Client::spawn(ASKING, &[]).await;
    for mut stream in streams(client).await {
        client.modern("tools/call", turn(5)).await.answer().await;
        let told = stream.message().await.unwrap();
        assert_eq!((&told["method"], &told["params"]["uri"]), (&json!(UPDATED), &json!(METER)));
    }
}

#[tokio::test]
async fn nothing_looks_out_when_nobody_listens() {
    let (client, _process) = Client::spawn(ASKING, &[]).await;
    let count = async || text_of(&client.modern("tools/call", watched()).await.answer().await);
    assert_eq!(count().await, "0");
    let session = client.initialize("2025-11-25").await;
    session.request("resources/subscribe", json!({ "uri": METER })).await;
    let streams = streams(client).await;
    assert_eq!(count().await, "3");
    drop(streams);
    session.request("resources/unsubscribe", json!({ "uri": METER })).await;
    // The session of one stream is still there, and may come back to it.
    while count().await != "1" {
        sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn changes_that_come_together_are_told_once() {
    let mut person = Person::connect(asking(), "2025-11-25").await;
    person.round("resources/subscribe", json!({ "uri": METER })).await;
    let peer = person.peer();
    let calls = 1000;
    for to in 1..=calls {
        peer.send(request(format!("turn {to}"), "tools/call", turn(to))).await;
    }
    let mut told = 0;
    let mut done = 0;
    while done < calls || told == 0 {
        match peer.receive().await.get("method") {
            Some(_) => told += 1,
            None => done += 1,
        }
    }
    assert!(told < calls / 2, "{told} of {calls}");
}
