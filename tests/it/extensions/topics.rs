//! Notifications of extensions that clients listen to.

use mcp_runtime::{Server, server};
use mcp_test_support::http::{self, Request};
use mcp_test_support::peer::{Peer, initialize_with, modern, notification};
use serde_json::{Value, json};

use super::batch::{Batch, Progress, Stopped};

fn server() -> Server {
    server!().extension(Batch::default()).build().unwrap()
}

fn progress(batch: &str) -> Progress {
    Progress { batch_id: batch.to_owned(), done: 1 }
}

fn listen(extensions: &Value, filter: &Value) -> Value {
    let capabilities = json!({ "extensions": extensions });
    let meta = json!({ "io.modelcontextprotocol/clientCapabilities": capabilities });
    modern(json!({ "notifications": filter, "_meta": meta }))
}

#[tokio::test]
async fn a_client_hears_what_it_listens_to() {
    let server = server();
    let mut peer = Peer::memory(server.clone());
    let filter = json!({ "batchIds": ["a", "b"], "moonPhases": true, "batchesStopped": true });
    let params = listen(&json!({ "com.example/batch": {} }), &filter);
    let id = peer.start("subscriptions/listen", params).await;
    let acknowledged = peer.receive().await;
    // What nobody knows is left out.
    let agreed = json!({ "batchIds": ["a", "b"], "batchesStopped": true });
    assert_eq!(acknowledged["params"]["notifications"], agreed);
    server.notify(progress("c")).unwrap();
    server.notify(progress("b")).unwrap();
    server.notify(Stopped {}).unwrap();
    for (method, id_of) in [("progress", json!("b")), ("stopped", Value::Null)] {
        let told = peer.receive().await;
        assert_eq!(told["method"], format!("notifications/batch/{method}"));
        assert_eq!(told["params"]["batchId"], id_of);
        assert_eq!(told["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"], id);
    }
}

#[tokio::test]
async fn a_client_hears_it_over_http() {
    let server = server();
    let client = http::serve(server.clone().into_http()).await;
    let params = listen(&json!({ "com.example/batch": {} }), &json!({ "batchIds": ["a"] }));
    let mut stream = client.send(Request::modern("subscriptions/listen", params)).await;
    let acknowledged = stream.message().await.unwrap();
    assert_eq!(acknowledged["params"]["notifications"], json!({ "batchIds": ["a"] }));
    server.notify(progress("a")).unwrap();
    assert_eq!(stream.message().await.unwrap()["params"]["batchId"], "a");
}

#[tokio::test]
async fn who_did_not_declare_the_extension_cannot_listen() {
    let params = listen(&json!({}), &json!({ "batchIds": ["a"] }));
    let answer = Peer::memory(server()).request("subscriptions/listen", params.clone()).await;
    assert_eq!(answer["error"]["code"], -32021, "{answer}");
    let client = http::serve(server().into_http()).await;
    let response = client.send(Request::modern("subscriptions/listen", params)).await;
    assert_eq!(response.status, 400);
}

#[tokio::test]
async fn a_topic_has_the_form_that_it_was_given_and_so_many_keys() {
    let declared = json!({ "com.example/batch": {} });
    let many: Vec<String> = (0..1001).map(|number| number.to_string()).collect();
    for (filter, said) in [
        (json!({ "batchIds": true }), "a list of strings"),
        (json!({ "batchIds": [1] }), "a list of strings"),
        (json!({ "batchesStopped": ["a"] }), "a boolean"),
        (json!({ "batchIds": many }), "1000 keys, not 1001"),
    ] {
        let params = listen(&declared, &filter);
        let answer = Peer::memory(server()).request("subscriptions/listen", params).await;
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
        assert!(answer["error"]["message"].as_str().unwrap().contains(said), "{answer}");
    }
}

#[tokio::test]
async fn a_session_that_declared_it_hears_all() {
    for (declared, hears) in [(json!({ "com.example/batch": {} }), true), (json!({}), false)] {
        let server = server();
        let mut peer = Peer::memory(server.clone());
        let capabilities = json!({ "extensions": declared });
        peer.request("initialize", initialize_with("2025-11-25", &capabilities)).await;
        peer.send(notification("notifications/initialized", json!({}))).await;
        peer.request("ping", json!({})).await;
        server.notify(progress("x")).unwrap();
        if hears {
            let told = peer.receive().await;
            assert_eq!(told["params"], json!({ "batchId": "x", "done": 1 }));
        }
        // Nothing else comes before the answer.
        peer.request("ping", json!({})).await;
    }
}

#[tokio::test]
async fn a_client_that_does_not_read_misses_the_oldest() {
    let server = server();
    let mut peer = Peer::memory(server.clone());
    let params = listen(&json!({ "com.example/batch": {} }), &json!({ "batchIds": ["a"] }));
    peer.start("subscriptions/listen", params).await;
    peer.receive().await;
    for done in 0..1000 {
        server.notify(Progress { batch_id: "a".to_owned(), done }).unwrap();
    }
    let first = peer.receive().await["params"]["done"].as_u64().unwrap();
    assert_eq!(first, 1000 - 256);
}
