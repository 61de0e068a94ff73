//! Waiting for answers: limits of time, servers that do not read, and the end of all that runs.

use std::time::Duration;

use mcp_runtime::Accepted;
use mcp_runtime::protocol::ProtocolVersion;
use mcp_runtime_client::{Change, Client, ClientBuilder};
use mcp_runtime_testing::json;
use serde_json::Value;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, split};
use tokio::time::{Instant, sleep, timeout};

use mcp_test_support::scripted::{initialized, result, scripted};

fn client() -> ClientBuilder {
    Client::builder("agent", "1.0")
}

/// What a modern server says of itself.
fn discovered(message: &Value) -> Option<String> {
    result(message, &json!({ "supportedVersions": ["2026-07-28"], "capabilities": {} }))
}

/// A client of a server that reads its first message and nothing more, and the server's output.
async fn deaf() -> (Client, tokio::io::WriteHalf<DuplexStream>, BufReader<impl Sized>) {
    let (ours, theirs) = tokio::io::duplex(64 * 1024);
    let (input, mut output) = split(theirs);
    let mut input = BufReader::new(input);
    let greet = async {
        let mut line = String::new();
        input.read_line(&mut line).await.unwrap();
        let answer = discovered(&serde_json::from_str(&line).unwrap()).unwrap();
        output.write_all(answer.as_bytes()).await.unwrap();
    };
    let (client, ()) = tokio::join!(client().connect(split(ours)), greet);
    (client.unwrap(), output, input)
}

/// Calls that together are longer than what waits to be written may be.
fn long_call(client: &Client) -> impl Future<Output = mcp_runtime::Result<Value>> + use<> {
    client.call("any", json!({ "text": "x".repeat(1024 * 1024) })).into_future()
}

#[tokio::test(start_paused = true)]
async fn a_request_that_cannot_be_written_has_its_limit() {
    let (client, _output, _input) = deaf().await;
    let calls = async { tokio::join!(long_call(&client), long_call(&client), long_call(&client)) };
    let (one, two, three) = timeout(Duration::from_secs(70), calls).await.unwrap();
    for answer in [one, two, three] {
        let error = answer.unwrap_err();
        assert!(error.is_timeout(), "{error}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_request_that_cannot_be_written_ends_with_the_connection() {
    let (client, output, input) = deaf().await;
    let calls = async { tokio::join!(long_call(&client), long_call(&client), long_call(&client)) };
    let end = async move {
        sleep(Duration::from_secs(1)).await;
        drop((output, input));
    };
    let both = async { tokio::join!(calls, end).0 };
    let (one, two, three) = timeout(Duration::from_secs(10), both).await.unwrap();
    for answer in [one, two, three] {
        let error = answer.unwrap_err();
        assert!(error.is_closed(), "{error}");
    }
}

/// As where several tests share a client, each with a runtime of its own.
#[test]
fn a_connection_ends_with_the_runtime_that_it_was_made_in() {
    let runtime = || tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let first = runtime();
    let client = first.block_on(async {
        let server = scripted(|message| match message["method"].as_str().unwrap() {
            "server/discover" => discovered(message),
            _ => None,
        });
        client().connect(server).await.unwrap()
    });
    let before = Box::pin(client.call_tool("any", ()).into_future());
    drop(first);
    runtime().block_on(async {
        let answer = timeout(Duration::from_secs(5), before).await.expect("an end");
        let error = answer.unwrap_err();
        assert!(error.to_string().contains("runtime"), "{error}");
    });
}

/// The longest time is like no limit.
#[tokio::test]
async fn the_longest_time_is_no_limit() {
    let client =
        || client().timeout(Duration::MAX).max_time(Duration::MAX).probe_timeout(Duration::MAX);
    let (server, old) = [("server/discover", ""), ("initialize", "2025-11-25")]
        .map(|(method, version)| {
            scripted(move |message| match message["method"].as_str().unwrap() {
                "initialize" => result(message, &initialized(version)),
                "subscriptions/listen" => Some(granted(message)),
                "tools/call" => result(message, &json!({ "content": [] })),
                asked if asked == method => discovered(message),
                _ => None,
            })
        })
        .into();
    let client_of_old = client().version(ProtocolVersion::V2025_11_25).connect(old).await.unwrap();
    client_of_old.call_tool("any", ()).await.unwrap();
    let client = client().connect(server).await.unwrap();
    client.call_tool("any", ()).await.unwrap();
    drop(client.listen([Change::Tools]).await.unwrap());
}

/// What a server says that grants a subscription to tools.
fn granted(listen: &Value) -> String {
    let id = json!({ "io.modelcontextprotocol/subscriptionId": listen["id"] });
    let params = json!({ "notifications": { "toolsListChanged": true }, "_meta": id });
    let method = "notifications/subscriptions/acknowledged";
    json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string() + "\n"
}

/// Whoever does other things meanwhile finds it granted, and in force.
#[tokio::test(start_paused = true)]
async fn a_subscription_that_is_granted_in_time_goes_on() {
    let server = scripted(|message| match message["method"].as_str().unwrap() {
        "server/discover" => discovered(message),
        "subscriptions/listen" => Some(granted(message)),
        _ => None,
    });
    let client = client().connect(server).await.unwrap();
    let mut listen = Box::pin(client.listen([Change::Tools]));
    timeout(Duration::ZERO, &mut listen).await.err().unwrap();
    sleep(Duration::from_secs(3600)).await;
    let mut subscription = listen.await.unwrap();
    let news = timeout(Duration::from_secs(3600), subscription.next()).await;
    assert!(news.is_err(), "the server has not ended it: {news:?}");
}

/// A message that the server could not read was not the one that the subscription began with.
#[tokio::test]
async fn an_error_without_an_id_ends_no_subscription() {
    let server = scripted(|message| match message["method"].as_str().unwrap() {
        "server/discover" => discovered(message),
        "subscriptions/listen" => Some(granted(message)),
        _ => {
            let error = json!({ "code": -32700, "message": "too long" });
            Some(json!({ "jsonrpc": "2.0", "id": null, "error": error }).to_string() + "\n")
        }
    });
    let client = client().connect(server).await.unwrap();
    let mut subscription = client.listen([Change::Tools]).await.unwrap();
    let error = client.call_tool("long", ()).await.unwrap_err();
    assert_eq!(error.rpc().unwrap().message, "too long");
    client.notify("notifications/long", json!({}));
    let news = timeout(Duration::from_millis(50), subscription.next()).await;
    assert!(news.is_err(), "the server has not ended it: {news:?}");
}

/// A server that takes a second after a person took all of the time.
#[tokio::test(start_paused = true)]
async fn the_time_that_a_person_takes_does_not_count() {
    let (ours, theirs) = tokio::io::duplex(64 * 1024);
    let (input, mut output) = split(theirs);
    tokio::spawn(async move {
        let mut lines = BufReader::new(input).lines();
        let mut call = Value::Null;
        while let Ok(Some(line)) = lines.next_line().await {
            let message: Value = serde_json::from_str(&line).unwrap();
            let answer = match message["method"].as_str() {
                Some("initialize") => result(&message, &initialized("2025-11-25")),
                Some("tools/call") => {
                    call = message;
                    let form = json!({ "type": "object", "properties": {} });
                    let params = json!({ "message": "?", "requestedSchema": form });
                    let method = "elicitation/create";
                    let asked =
                        json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
                    Some(asked.to_string() + "\n")
                }
                Some(_) => None,
                None => {
                    sleep(Duration::from_secs(1)).await;
                    result(&call, &json!({ "content": [] }))
                }
            };
            output.write_all(answer.unwrap_or_default().as_bytes()).await.unwrap();
        }
    });
    let client = client()
        .version(ProtocolVersion::V2025_11_25)
        .on_elicit(|_| async {
            sleep(Duration::from_millis(59_500)).await;
            Ok(Accepted(json!({})))
        })
        .connect(split(ours))
        .await
        .unwrap();
    let started = Instant::now();
    client.call_tool("ask", ()).await.unwrap();
    assert_eq!(started.elapsed().as_millis(), 60_500);
    // Later on it counts for nothing.
    let silent = async {
        let started = Instant::now();
        let error = client.request("x", json!({})).await.unwrap_err();
        (error.is_timeout(), started.elapsed().as_secs())
    };
    sleep(Duration::from_secs(60)).await;
    assert_eq!(silent.await, (true, 60));
}
