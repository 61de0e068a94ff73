//! What a server can make a client keep, each bound in bytes.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use mcp_runtime::protocol::ProtocolVersion;
use mcp_runtime_client::{Change, Client, ClientBuilder};
use mcp_runtime_testing::json;
use serde_json::Value;
use tokio::sync::mpsc::unbounded_channel;

use mcp_test_support::scripted::{initialized, result, scripted};

const MIB: usize = 1024 * 1024;

fn client() -> ClientBuilder {
    Client::builder("agent", "1.0").timeout(Duration::from_secs(10))
}

/// A client of a modern server that answers all but `server/discover` with this result.
async fn answered(client: ClientBuilder, say: impl Fn(&Value) -> Value + Send + 'static) -> Client {
    let server = scripted(move |message| match message["method"].as_str().unwrap() {
        "server/discover" => discovered(message),
        "notifications/cancelled" => None,
        _ => result(message, &say(message)),
    });
    client.connect(server).await.unwrap()
}

fn discovered(message: &Value) -> Option<String> {
    result(message, &json!({ "supportedVersions": ["2026-07-28"], "capabilities": {} }))
}

/// A line that tells a modern client something.
fn news(request: &Value, method: &str, mut params: Value) -> String {
    params["_meta"] = json!({ "io.modelcontextprotocol/subscriptionId": request["id"] });
    let method = format!("notifications/{method}");
    json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string() + "\n"
}

#[tokio::test]
async fn the_pages_of_a_list_have_one_bound_together() {
    let pages = Arc::<AtomicU32>::default();
    let count = Arc::clone(&pages);
    let client = answered(client().max_result(4 * MIB), move |_| {
        let page = count.fetch_add(1, Ordering::Relaxed);
        let schema = json!({ "type": "object", "title": "x".repeat(100_000) });
        let tools = json!([{ "name": page.to_string(), "inputSchema": schema }]);
        json!({ "tools": tools, "nextCursor": page.to_string() })
    })
    .await;
    let error = client.list_tools().await.unwrap_err().to_string();
    assert!(error.contains("4194304 bytes") && error.contains("max_result"), "{error}");
    let pages = pages.load(Ordering::Relaxed);
    assert!((20..45).contains(&pages), "{pages}");
}

/// Twenty times as much as its text.
#[tokio::test]
async fn a_result_that_is_short_and_takes_much_memory_is_refused() {
    let numbers = vec![0; 400_000];
    let client =
        answered(client().max_result(16 * MIB), move |message| match message["method"].as_str() {
            Some("tools/call") => json!({ "content": [], "structuredContent": { "a": numbers } }),
            _ => json!({ "tools": [{ "name": "t", "inputSchema": { "enum": numbers } }] }),
        })
        .await;
    for error in [
        client.request("tools/call", json!({ "name": "any" })).await.unwrap_err().to_string(),
        client.list_tools().await.unwrap_err().to_string(),
    ] {
        assert!(error.contains("16777216 bytes") && error.contains("max_result"), "{error}");
    }
    // It is kept as text, and who knows what is to come reads it without that.
    client.call_tool("any", ()).await.unwrap();
    #[derive(serde::Deserialize)]
    struct Numbers {
        a: Vec<u8>,
    }
    assert_eq!(client.call::<Numbers>("any", ()).await.unwrap().a.len(), 400_000);
}

#[tokio::test]
async fn news_and_batches_that_take_much_memory_cost_only_themselves() {
    let heard = Arc::<AtomicU32>::default();
    let count = Arc::clone(&heard);
    let client = client().max_result(16 * MIB).on_notification(move |_, _| {
        count.fetch_add(1, Ordering::Relaxed);
    });
    let many = || format!("[{}0]", "0,".repeat(400_000));
    let server = scripted(move |message| match message["method"].as_str().unwrap() {
        "server/discover" => discovered(message),
        _ => {
            let params = format!(r#"{{"data":{}}}"#, many());
            let log =
                format!(r#"{{"jsonrpc":"2.0","method":"notifications/x","params":{params}}}"#);
            let details = format!(r#"{{"code":1,"message":"","data":{}}}"#, many());
            let error = format!(r#"{{"jsonrpc":"2.0","id":{},"error":{details}}}"#, message["id"]);
            Some([log, many(), error, String::new()].join("\n"))
        }
    });
    let client = client.connect(server).await.unwrap();
    let error = client.call_tool("any", ()).await.unwrap_err();
    assert!(error.to_string().contains("returned an invalid error"), "{error}");
    assert_eq!(heard.load(Ordering::Relaxed), 0);
}

#[tokio::test]
async fn what_a_server_says_of_itself_has_a_bound() {
    for version in [ProtocolVersion::LATEST, ProtocolVersion::LATEST_LEGACY] {
        let server = scripted(move |message| {
            let mut said = initialized(version.as_str());
            said["supportedVersions"] = json!([version.as_str()]);
            said["instructions"] = "x".repeat(2 * MIB).into();
            result(message, &said)
        });
        let error = client().version(version).connect(server).await.unwrap_err().to_string();
        assert!(
            error.contains("the instructions of the server take more than 1048576 bytes"),
            "{error}"
        );
    }
}

#[tokio::test]
async fn a_cursor_has_a_bound() {
    let client =
        answered(client(), |_| json!({ "tools": [], "nextCursor": "x".repeat(100_000) })).await;
    let error = client.list_tools().await.unwrap_err().to_string();
    assert!(error.contains("cursor of more than 65536 bytes"), "{error}");
}

/// A modern server that grants and tells what nobody asked for, before it answers a call.
async fn telling(
    client: ClientBuilder,
    granted: Value,
    told: impl Fn(&Value) -> String + Send + 'static,
) -> Client {
    let mut flood = String::new();
    let server = scripted(move |message| match message["method"].as_str().unwrap() {
        "server/discover" => discovered(message),
        "subscriptions/listen" => {
            flood = told(message);
            let granted = json!({ "notifications": granted });
            Some(news(message, "subscriptions/acknowledged", granted))
        }
        "tools/call" => Some(flood.clone() + &result(message, &json!({ "content": [] })).unwrap()),
        _ => None,
    });
    client.connect(server).await.unwrap()
}

#[tokio::test]
async fn a_subscription_takes_only_what_was_asked_for() {
    let (told, mut heard) = unbounded_channel();
    let client = client().on_change(move |change| told.send(change.clone()).unwrap());
    let uris: Vec<_> = (0..1000).map(|number| format!("test://{number}")).collect();
    let granted = json!({ "toolsListChanged": true, "resourceSubscriptions": uris });
    let client = telling(client, granted, |message| {
        let updated = |n: usize| {
            let uri = format!("test://{n}/{}", "x".repeat(10_000));
            news(message, "resources/updated", json!({ "uri": uri }))
        };
        let mut flood: String = (10..500).map(updated).collect();
        for _ in 0..3 {
            flood += &news(message, "tools/list_changed", json!({}));
            flood += &news(message, "resources/updated", json!({ "uri": "test://1" }));
        }
        flood
    })
    .await;
    let mut subscription = client.subscribe("test://1").await.unwrap();
    assert!(!subscription.is_granted(&Change::Tools));
    assert!(!subscription.is_granted(&Change::Resource("test://2".to_owned())));
    client.call_tool("any", ()).await.unwrap();
    let asked = Change::Resource("test://1".to_owned());
    assert_eq!(subscription.next().await.as_ref(), Some(&asked));
    let next = tokio::time::timeout(Duration::from_millis(50), subscription.next());
    assert!(next.await.is_err(), "what changed several times is told once");
    for _ in 0..3 {
        assert_eq!(heard.recv().await.as_ref(), Some(&asked));
    }
    assert!(heard.try_recv().is_err());
}

/// The server chooses how the parts of a resource are called, and how many there are.
#[tokio::test]
async fn the_parts_of_a_resource_wait_only_to_a_bound() {
    let granted = json!({ "resourceSubscriptions": ["test://1"] });
    let client = telling(client(), granted, |message| {
        let updated = |n: usize| {
            let uri = format!("test://1/{n}/{}", "x".repeat(1000));
            news(message, "resources/updated", json!({ "uri": uri }))
        };
        (0..1000).map(updated).collect()
    })
    .await;
    let mut subscription = client.subscribe("test://1").await.unwrap();
    client.call_tool("any", ()).await.unwrap();
    let mut told = Vec::new();
    while let Ok(Some(Change::Resource(uri))) =
        tokio::time::timeout(Duration::from_millis(50), subscription.next()).await
    {
        told.push(uri);
    }
    let bytes: usize = told.iter().map(String::len).sum();
    assert!((32 * 1024..66 * 1024).contains(&bytes), "{bytes}");
    assert_eq!(told.last().unwrap(), "test://1", "the others are told as their whole");
}

#[tokio::test]
async fn questions_have_one_bound_together() {
    let (sender, mut answers) = unbounded_channel();
    let text = "x".repeat(MIB);
    let server = scripted(move |message| match message["method"].as_str() {
        Some("initialize") => result(message, &initialized("2025-11-25")),
        Some("notifications/initialized") => {
            let ask = |id| {
                let content = json!({ "type": "text", "text": text });
                let messages = json!([{ "role": "user", "content": content }]);
                json!({ "jsonrpc": "2.0", "id": id, "method": "sampling/createMessage",
                    "params": { "messages": messages, "maxTokens": 1 } })
            };
            Some((0..20).map(|id| ask(id).to_string() + "\n").collect())
        }
        Some(_) => None,
        None => {
            sender.send(message.clone()).unwrap();
            None
        }
    });
    let client = client()
        .version(ProtocolVersion::V2025_11_25)
        .max_result(8 * MIB)
        .on_sample(|_| std::future::pending())
        .connect(server)
        .await
        .unwrap();
    for _ in 7..20 {
        let refused = answers.recv().await.unwrap()["error"].clone();
        assert_eq!(refused["code"], -32603, "{refused}");
        assert!(refused["message"].as_str().unwrap().contains("8388608 bytes"), "{refused}");
    }
    drop(client);
}

/// What cannot be read is nobody's answer, whatever it begins with.
#[tokio::test]
async fn a_line_that_is_not_json_answers_nobody() {
    let server = scripted(move |message| match message["method"].as_str().unwrap() {
        "server/discover" => discovered(message),
        _ => {
            let id = &message["id"];
            let broken = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{}}}}x\n");
            Some(broken + &result(message, &json!({ "content": [] })).unwrap())
        }
    });
    let client = client().connect(server).await.unwrap();
    assert!(client.call_tool("any", ()).await.unwrap().content.is_empty());
}
