//! Extensions that add more than handlers to a server.

use mcp_runtime::protocol::{ExtensionId, Resource};
use mcp_runtime::{Changes, IntoExtension, Server, ServerBuilder, server};
use mcp_test_support::peer::{Peer, initialize, notification};
use serde_json::{Value, json};

const MANUAL: ExtensionId = ExtensionId::new("com.example/manual");

/// A manual with these chapters.
struct Manual(Vec<&'static str>);

impl IntoExtension for Manual {
    #[track_caller]
    fn add_to(self, mut server: ServerBuilder) -> ServerBuilder {
        if self.0.is_empty() {
            server = server.mistake("the manual has no chapters");
        }
        for name in self.0 {
            server =
                server.add_resource(chapter(name), move || async move { format!("About {name}.") });
        }
        server.changes(Changes::new().resources()).extension(MANUAL)
    }
}

fn chapter(name: &str) -> Resource {
    Resource::new(format!("manual://{name}"), name)
}

fn manual() -> Server {
    server!().extension(Manual(vec!["start", "errors", "end"])).build().unwrap()
}

async fn session(server: &Server) -> Peer {
    let mut peer = Peer::memory(server.clone());
    let answer = peer.request("initialize", initialize("2025-11-25")).await;
    assert_eq!(answer["result"]["capabilities"]["resources"]["listChanged"], true, "{answer}");
    peer.send(notification("notifications/initialized", json!({}))).await;
    peer.request("ping", json!({})).await;
    peer
}

async fn text(peer: &mut Peer, uri: &str) -> Value {
    let answer = peer.request("resources/read", json!({ "uri": uri })).await;
    answer["result"]["contents"][0]["text"].clone()
}

/// The URIs in `resources/list`, and how many notifications came before its answer.
async fn listed(peer: &mut Peer) -> (Vec<String>, usize) {
    let id = peer.start("resources/list", json!({})).await;
    let mut heard = 0;
    loop {
        let message = peer.receive().await;
        if message["id"] == id {
            let resources = message["result"]["resources"].as_array().unwrap().iter();
            let uris = resources.map(|resource| resource["uri"].as_str().unwrap().to_owned());
            return (uris.collect(), heard);
        }
        heard += 1;
    }
}

#[tokio::test]
async fn resources_are_added_that_are_known_only_then() {
    let mut peer = session(&manual()).await;
    let (uris, _) = listed(&mut peer).await;
    assert_eq!(uris, ["manual://start", "manual://errors", "manual://end"]);
    assert_eq!(text(&mut peer, "manual://errors").await, "About errors.");
}

#[tokio::test]
async fn several_resources_change_at_once() {
    let server = manual();
    let mut peer = session(&server).await;
    let change = server.change_resources(|resources| {
        resources.set(chapter("errors"), async || "There are none.")?;
        resources.set(chapter("more"), async || "There is more.")?;
        assert!(resources.remove("manual://end"));
        assert!(!resources.remove("manual://end"));
        Ok(())
    });
    change.unwrap();
    let (uris, heard) = listed(&mut peer).await;
    assert_eq!(uris, ["manual://start", "manual://errors", "manual://more"]);
    assert_eq!(heard, 1);
    assert_eq!(text(&mut peer, "manual://errors").await, "There are none.");
    assert_eq!(text(&mut peer, "manual://end").await, Value::Null);
}

#[tokio::test]
async fn a_change_that_fails_changes_nothing() {
    let server = manual();
    let mut peer = session(&server).await;
    let change = server.change_resources(|resources| {
        resources.remove("manual://start");
        resources.set(chapter("{any}"), async || "")
    });
    let error = change.unwrap_err().to_string();
    assert!(error.contains("template"), "{error}");
    let (uris, heard) = listed(&mut peer).await;
    assert_eq!((uris.len(), heard), (3, 0));

    let rigid = server!().build().unwrap();
    let error = rigid.change_resources(|_| Ok(())).unwrap_err().to_string();
    assert!(error.contains(".changes(Changes::new().resources())"), "{error}");
}

#[test]
fn a_mistake_is_reported_where_the_extension_is_added() {
    let line = line!() + 1;
    let server = server!().extension(Manual(Vec::new()));
    let error = server.build().unwrap_err().to_string();
    let place = format!("the manual has no chapters ({}:{line}:", file!());
    assert!(error.contains(&place), "{error}");

    let line = line!() + 1;
    let server = server!().extension(Manual(vec!["a", "a", "{b}"]));
    let error = server.build().unwrap_err().to_string();
    let place = format!("{}:{line}:", file!());
    assert!(error.contains("two resources are called `manual://a`"), "{error}");
    assert!(error.contains("is a template"), "{error}");
    assert_eq!(error.matches(&place).count(), 3, "{error}");
}
