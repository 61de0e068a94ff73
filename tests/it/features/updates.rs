//! Resources that clients subscribe to, and who is told when one of them is updated.

use mcp_runtime::protocol::{ProtocolVersion, Resource};
use mcp_runtime::{Changes, Error, Result, Server, resource, server};
use mcp_runtime_client::{Change, Client};
use mcp_runtime_testing as testing;
use mcp_runtime_testing::json;
use serde_json::Value;
use tokio::sync::mpsc;

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

/// A page.
#[resource("test://pages/{name}")]
fn page(name: &str) -> String {
    name.to_owned()
}

fn watched() -> Result<Server> {
    server!()
        .resource::<clock>()
        .resource::<other>()
        .changes(Changes::new().resource_updates())
        .build()
}

fn legacy() -> impl Iterator<Item = ProtocolVersion> {
    ProtocolVersion::ALL.iter().copied().filter(|version| !version.is_modern())
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
    let telling = async {
        let granted = client.next_notification().await?;
        assert_eq!(granted.method, "notifications/subscriptions/acknowledged");
        assert_eq!(granted.params["notifications"], json!({ "resourceSubscriptions": [CLOCK] }));
        server.resource_updated("test://other");
        server.resource_updated(CLOCK);
        client.next_notification().await
    };
    let told = tokio::select! {
        ended = listening => panic!("{ended:?}"),
        told = telling => told?,
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
    let server = server!()
        .resource::<clock>()
        .resource::<page>()
        .changes(Changes::new().resource_updates())
        .build()?;
    let client = testing::connect_as(server, ProtocolVersion::LATEST_LEGACY).await?;
    for number in 0..1000 {
        let uri = format!("test://pages/{number}");
        client.request("resources/subscribe", json!({ "uri": uri })).await?;
    }
    let refused = client.request("resources/subscribe", json!({ "uri": CLOCK })).await;
    assert_eq!(code(&refused.unwrap_err()), Some(-32602));
    client.request("resources/subscribe", json!({ "uri": "test://pages/7" })).await?;
    client.request("resources/unsubscribe", json!({ "uri": "test://pages/7" })).await?;
    client.request("resources/subscribe", json!({ "uri": CLOCK })).await?;
    Ok(())
}

#[tokio::test]
async fn nobody_subscribes_to_what_is_known_not_to_be_there() -> Result<()> {
    let client = testing::connect_as(watched()?, ProtocolVersion::LATEST_LEGACY).await?;
    let refused = client.request("resources/subscribe", json!({ "uri": "test://no" })).await;
    let error = refused.unwrap_err();
    assert_eq!(code(&error), Some(-32002), "{error}");
    // Where resources come and go, it may come; who may read it is known then.
    let server = server!().changes(Changes::new().resources().resource_updates()).build()?;
    let client = testing::connect_as(server.clone(), ProtocolVersion::LATEST_LEGACY).await?;
    let subscribe = || client.request("resources/subscribe", json!({ "uri": "test://no" }));
    assert_eq!(code(&subscribe().await.unwrap_err()), Some(-32002));
    server.add_resource(Resource::new("test://no", "no"), || async { "here" })?;
    subscribe().await?;
    Ok(())
}

/// A note, of which there are two.
#[resource("test://notes/{name}")]
fn note(name: &str) -> Option<String> {
    ["a", "ä"].contains(&name).then(|| name.to_owned())
}

/// What nobody may read now.
#[resource("test://locked")]
fn locked() -> std::result::Result<String, String> {
    Err("the key is gone".to_owned())
}

/// Which of these a client is subscribed to, by either way.
async fn granted(client: &Client, uris: &[&str]) -> Result<Vec<String>> {
    let changes = uris.iter().map(|uri| Change::Resource((*uri).to_owned()));
    if client.version().is_modern() {
        let subscription = client.listen(changes.clone()).await?;
        let granted = changes.filter(|change| subscription.is_granted(change));
        return Ok(granted
            .map(|change| match change {
                Change::Resource(uri) => uri,
                other => format!("{other:?}"),
            })
            .collect());
    }
    let mut granted = Vec::new();
    for uri in uris {
        if client.subscribe(*uri).await.is_ok() {
            granted.push((*uri).to_owned());
        }
    }
    Ok(granted)
}

#[tokio::test]
async fn who_cannot_read_a_resource_is_not_told_of_its_changes() -> Result<()> {
    let server = || {
        let server = server!().resource::<note>().resource::<locked>().resource::<clock>();
        server.changes(Changes::new().resources())
    };
    for version in [ProtocolVersion::LATEST_LEGACY, ProtocolVersion::LATEST] {
        for server in [
            server().changes(Changes::new().resource_updates()),
            server().on_subscribe(|_, _| async { Ok(()) }),
        ] {
            let client =
                Client::builder("agent", "1.0").version(version).connect(server.build()?).await?;
            let all = [
                "test://notes/a",
                "test://notes/b",
                "test://locked",
                "test://notes/%C3%A4",
                "test://no",
                CLOCK,
            ];
            let expected = ["test://notes/a", "test://notes/%C3%A4", CLOCK];
            assert_eq!(granted(&client, &all).await?, expected, "{version}");
        }
    }
    Ok(())
}

/// Each client as it spelled the URI itself.
#[tokio::test]
async fn an_update_is_told_however_its_uri_is_spelled() -> Result<()> {
    for version in [ProtocolVersion::LATEST_LEGACY, ProtocolVersion::LATEST] {
        let server =
            server!().resource::<note>().changes(Changes::new().resource_updates()).build()?;
        let client =
            Client::builder("agent", "1.0").version(version).connect(server.clone()).await?;
        for (subscribed, updated) in [
            ("test://notes/%C3%A4", "test://notes/ä"),
            ("test://notes/ä", "test://notes/%c3%a4"),
            ("TEST://notes/a", "test://notes/%61"),
        ] {
            let mut subscription = client.subscribe(subscribed).await?;
            server.resource_updated("test://notes/b");
            server.resource_updated(updated);
            let told = subscription.next().await;
            assert_eq!(told, Some(Change::Resource(subscribed.to_owned())), "{version}");
        }
    }
    Ok(())
}

/// What cannot be looked out for.
#[resource("test://nothing")]
fn nothing() -> &'static str {
    "nothing"
}

/// What happened to the lookouts of a server, in order.
type LookoutEvents = mpsc::UnboundedReceiver<String>;

/// Looks out for something until it is dropped.
struct Lookout(String, mpsc::UnboundedSender<String>);

impl Drop for Lookout {
    fn drop(&mut self) {
        self.1.send(format!("-{}", self.0)).unwrap();
    }
}

/// A server that looks out for what is subscribed to, unless that has the name `nothing`.
fn looking() -> (Server, LookoutEvents) {
    let (sender, seen) = mpsc::unbounded_channel();
    let server = server!().resource::<clock>().resource::<nothing>().on_subscribe(move |_, uri| {
        let sender = sender.clone();
        async move {
            if uri == "test://nothing" {
                return Err(Error::other(format!("{uri} does not exist")));
            }
            // Others come while it is being begun.
            tokio::task::yield_now().await;
            sender.send(format!("+{uri}")).unwrap();
            Ok(Lookout(uri, sender))
        }
    });
    (server.build().unwrap(), seen)
}

/// Two users may see two resources at one URI.
#[tokio::test]
async fn a_resource_is_looked_out_for_once_for_each_principal() -> Result<()> {
    for version in [ProtocolVersion::LATEST_LEGACY, ProtocolVersion::LATEST] {
        let (sender, mut seen) = mpsc::unbounded_channel();
        let server = server!()
            .resource::<clock>()
            .on_subscribe(move |context, uri| {
                let whose = context.caller().principal().unwrap_or("nobody").to_owned();
                let lookout = Lookout(format!("{whose} {uri}"), sender.clone());
                lookout.1.send(format!("+{}", lookout.0)).unwrap();
                async move { Ok(lookout) }
            })
            .build()?;
        let connect = async |name: &'static str| {
            mcp_runtime_testing::connect_as(server.clone(), version).principal(name).await
        };
        let (ada, also_ada, bob) =
            (connect("ada").await?, connect("ada").await?, connect("bob").await?);
        let first = ada.subscribe(CLOCK).await?;
        let second = also_ada.subscribe(CLOCK).await?;
        let other = bob.subscribe(CLOCK).await?;
        assert_eq!(seen.recv().await.unwrap(), "+ada test://clock", "{version}");
        assert_eq!(seen.recv().await.unwrap(), "+bob test://clock", "{version}");
        drop(first);
        ada.ping().await?;
        seen.try_recv().unwrap_err();
        drop(second);
        assert_eq!(seen.recv().await.unwrap(), "-ada test://clock", "{version}");
        drop(other);
        assert_eq!(seen.recv().await.unwrap(), "-bob test://clock", "{version}");
    }
    Ok(())
}

#[tokio::test]
async fn a_resource_is_looked_out_for_while_somebody_listens() -> Result<()> {
    for version in [ProtocolVersion::LATEST_LEGACY, ProtocolVersion::LATEST] {
        let (server, mut seen) = looking();
        let client = || Client::builder("agent", "1.0").version(version).connect(server.clone());
        let one = client().await?;
        let other = client().await?;
        assert!(one.server_capabilities().resources_subscribe, "{version}");
        let (first, second) = tokio::try_join!(one.subscribe(CLOCK), other.subscribe(CLOCK))?;
        assert_eq!(seen.recv().await.unwrap(), "+test://clock", "{version}");
        drop(first);
        one.ping().await?;
        seen.try_recv().unwrap_err();
        let mut second = second;
        server.resource_updated(CLOCK);
        assert_eq!(second.next().await, Some(Change::Resource(CLOCK.to_owned())), "{version}");
        drop(second);
        assert_eq!(seen.recv().await.unwrap(), "-test://clock", "{version}");
        // Again, and gone with the connection.
        let again = one.subscribe(CLOCK).await?;
        assert_eq!(seen.recv().await.unwrap(), "+test://clock", "{version}");
        drop((again, one));
        assert_eq!(seen.recv().await.unwrap(), "-test://clock", "{version}");
        seen.try_recv().unwrap_err();
    }
    Ok(())
}

#[tokio::test]
async fn what_cannot_be_looked_out_for_is_refused() -> Result<()> {
    for version in [ProtocolVersion::LATEST_LEGACY, ProtocolVersion::LATEST] {
        let (server, mut seen) = looking();
        let client = Client::builder("agent", "1.0").version(version).connect(server).await?;
        let refused = client.subscribe("test://nothing").await.unwrap_err();
        assert!(refused.to_string().contains("test://nothing"), "{version}: {refused}");
        seen.try_recv().unwrap_err();
    }
    Ok(())
}
