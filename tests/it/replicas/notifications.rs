//! Changes: whoever listens at one replica hears of those at others.

use std::time::Duration;

use mcp_runtime::{Changes, ServerBuilder, resource};
use mcp_test_support::http::{Client, Response};
use serde_json::{Value, json};

use super::{Replica, replicas, shared};

const TOOLS: &str = "notifications/tools/list_changed";
const UPDATED: &str = "notifications/resources/updated";

/// What is updated.
#[resource("test://{name}")]
fn anything(name: &str) -> String {
    name.to_owned()
}

fn changing() -> ServerBuilder {
    shared().resource::<anything>().changes(Changes::new().tools().resources().resource_updates())
}

/// Listens with a modern request, once that is acknowledged.
async fn listen(client: Client) -> Response {
    let wanted = json!({ "toolsListChanged": true, "resourceSubscriptions": ["test://a"] });
    let params = json!({ "notifications": wanted });
    let mut stream = client.modern("subscriptions/listen", params).await;
    let acknowledged = stream.message().await.unwrap();
    assert_eq!(acknowledged["method"], "notifications/subscriptions/acknowledged");
    stream
}

async fn method(stream: &mut Response) -> Value {
    stream.message().await.unwrap()["method"].clone()
}

#[tokio::test]
async fn f42_a_change_at_one_replica_is_told_to_those_who_listen_at_another() {
    let [a, b, c]: [Replica; 3] = replicas(changing).await;
    let mut modern = listen(*b).await;
    let session = c.initialize("2025-11-25").await;
    let mut legacy = session.listen().await;
    a.add_tool("one");
    assert_eq!(method(&mut modern).await, TOOLS);
    assert_eq!(method(&mut legacy).await, TOOLS);
    a.server.resource_updated("test://b");
    a.server.resource_updated("test://a");
    let updated = modern.message().await.unwrap();
    assert_eq!(
        (&updated["method"], &updated["params"]["uri"]),
        (&json!(UPDATED), &json!("test://a"))
    );
    // It is told once, and its own replica does not tell itself.
    let mut own = listen(*a).await;
    a.add_tool("two");
    for stream in [&mut own, &mut modern] {
        assert_eq!(method(stream).await, TOOLS);
    }
    a.server.resource_updated("test://a");
    for stream in [&mut own, &mut modern] {
        assert_eq!(method(stream).await, UPDATED);
    }
}

#[tokio::test]
async fn f42_many_changes_are_told_together() {
    let [a, b]: [Replica; 2] = replicas(changing).await;
    let mut stream = listen(*b).await;
    let before = a.store.operations_of("publish");
    for number in 0..200 {
        a.add_tool(&number.to_string());
    }
    assert_eq!(method(&mut stream).await, TOOLS);
    assert!(a.store.operations_of("publish") - before < 20);
}

#[tokio::test]
async fn f24_after_hints_were_lost_all_is_told_that_may_have_changed() {
    let [a, b]: [Replica; 2] = replicas(changing).await;
    let mut stream = listen(*b).await;
    b.store.drop_hints(true);
    a.add_tool("one");
    a.server.resource_updated("test://a");
    // Plain calls continue meanwhile, here and there.
    let listed = b.modern("tools/list", json!({})).await.answer().await;
    assert!(listed["result"]["tools"].is_array());
    b.store.drop_hints(false);
    let mut told = [method(&mut stream).await, method(&mut stream).await];
    told.sort_by_key(ToString::to_string);
    assert_eq!(told, [UPDATED, TOOLS]);
}

#[tokio::test]
async fn what_cannot_be_told_while_the_store_is_down_is_told_later() {
    let [a, b]: [Replica; 2] = replicas(changing).await;
    let mut here = listen(*a).await;
    let mut there = listen(*b).await;
    a.store.down(true);
    a.add_tool("one");
    assert_eq!(method(&mut here).await, TOOLS);
    while a.store.operations_of("publish") == 0 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    a.store.down(false);
    assert_eq!(method(&mut there).await, TOOLS);
}
