//! Resources that clients subscribe to, and who is told when one of them is updated.

use mcp_runtime::protocol::ProtocolVersion;
use mcp_runtime::testing::{self, json};
use mcp_runtime::{Result, Server, resource, server};
use serde_json::Value;

use super::code;

const CLOCK: &str = "test://clock";

/// The time.
#[resource("test://clock")]
fn clock() -> &'static str {
    "12:00"
}

/// Something else.
#[resource("test://other")]
fn other() -> &'static str {
    "other"
}

fn watched() -> Result<Server> {
    server!().resource::<clock>().resource::<other>().resource_updates().build()
}

fn legacy() -> impl Iterator<Item = ProtocolVersion> {
    ProtocolVersion::ALL.into_iter().filter(|version| !version.is_modern())
}

#[tokio::test]
async fn a_legacy_client_is_told_of_what_it_subscribed_to() -> Result<()> {
    for version in legacy() {
        let server = watched()?;
        let client = testing::connect_as(server.clone(), version).await?;
        assert!(client.server_capabilities().resources_subscribe, "{version}");
        let done = client.request("resources/subscribe", json!({ "uri": CLOCK })).await?;
        assert_eq!(done, json!({}), "{version}");
        server.resource_updated("test://other");
        server.resource_updated(CLOCK);
        let told = client.next_notification().await?;
        assert_eq!(told.method, "notifications/resources/updated", "{version}");
        assert_eq!(told.params["uri"], CLOCK, "{version}");
        client.request("resources/unsubscribe", json!({ "uri": CLOCK })).await?;
        server.resource_updated(CLOCK);
        client.request("ping", json!({})).await?;
        assert!(client.notifications().is_empty(), "{version}");
    }
    Ok(())
}

#[tokio::test]
async fn updates_that_come_together_are_told_once() -> Result<()> {
    let server = watched()?;
    let client = testing::connect_as(server.clone(), ProtocolVersion::LATEST_LEGACY).await?;
    client.request("resources/subscribe", json!({ "uri": CLOCK })).await?;
    for _ in 0..10_000 {
        server.resource_updated(CLOCK);
    }
    client.next_notification().await?;
    client.request("ping", json!({})).await?;
    assert!(client.notifications().is_empty());
    Ok(())
}

#[tokio::test]
async fn a_modern_client_is_told_where_it_listens() -> Result<()> {
    let server = watched()?;
    let client = testing::connect(server.clone()).await?;
    let listening = async {
        let filter = json!({ "notifications": { "resourceSubscriptions": [CLOCK] } });
        client.request("subscriptions/listen", filter).await
    };
    let told = async {
        let granted = client.next_notification().await?;
        assert_eq!(granted.method, "notifications/subscriptions/acknowledged");
        assert_eq!(granted.params["notifications"], json!({ "resourceSubscriptions": [CLOCK] }));
        server.resource_updated("test://other");
        server.resource_updated(CLOCK);
        client.next_notification().await
    };
    let told = tokio::select! {
        ended = listening => panic!("{ended:?}"),
        told = told => told?,
    };
    assert_eq!(told.method, "notifications/resources/updated");
    assert_eq!(told.params["uri"], CLOCK);
    assert_ne!(told.params["_meta"]["io.modelcontextprotocol/subscriptionId"], Value::Null);
    Ok(())
}

#[tokio::test]
async fn nobody_subscribes_where_nothing_is_updated() -> Result<()> {
    for version in legacy() {
        let server = server!().resource::<clock>().build()?;
        let client = testing::connect_as(server, version).await?;
        assert!(!client.server_capabilities().resources_subscribe, "{version}");
        let refused = client.request("resources/subscribe", json!({ "uri": CLOCK })).await;
        assert_eq!(code(&refused.unwrap_err()), Some(-32601), "{version}");
    }
    Ok(())
}

#[tokio::test]
async fn subscriptions_are_bounded() -> Result<()> {
    let client = testing::connect_as(watched()?, ProtocolVersion::LATEST_LEGACY).await?;
    for number in 0..1000 {
        let uri = format!("test://{number}");
        client.request("resources/subscribe", json!({ "uri": uri })).await?;
    }
    let refused = client.request("resources/subscribe", json!({ "uri": CLOCK })).await;
    assert_eq!(code(&refused.unwrap_err()), Some(-32602));
    client.request("resources/subscribe", json!({ "uri": "test://7" })).await?;
    client.request("resources/unsubscribe", json!({ "uri": "test://7" })).await?;
    client.request("resources/subscribe", json!({ "uri": CLOCK })).await?;
    Ok(())
}
