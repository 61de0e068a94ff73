//! Questions of a legacy server that become tasks of the client.

use std::future::pending;
use std::time::Duration;

use mcp_runtime::protocol::{CreateMessageResult, ProtocolVersion};
use mcp_runtime::{Accepted, Error};
use mcp_runtime_client::{Client, ClientBuilder};
use mcp_runtime_testing::json;
use mcp_test_support::peer::{Peer, notification};
use serde_json::Value;
use tokio::io::{duplex, split};
use tokio::time::sleep;

use mcp_test_support::fits::assert_fits;
use mcp_test_support::scripted::{initialized, result, scripted};

/// How long the person takes.
const THINKS: Duration = Duration::from_secs(5);

fn bare() -> ClientBuilder {
    Client::builder("agent", "1.0").tasks()
}

/// A client whose person takes a while, and whose model is fast.
fn receiver() -> ClientBuilder {
    bare()
        .on_elicit(|_| async {
            sleep(THINKS).await;
            Ok(Accepted(json!({})))
        })
        .on_sample(|_| async { Ok(CreateMessageResult::new("model", "short")) })
}

/// A client of a server that a test speaks for, and what it said of itself.
async fn connected(client: ClientBuilder, version: ProtocolVersion) -> (Client, Peer, Value) {
    let (ours, theirs) = duplex(1024 * 1024);
    let (input, output) = split(theirs);
    let mut server = Peer::new(output, input);
    let greet = async {
        let hello = server.receive().await;
        let answer = initialized(version.as_str());
        server.send(json!({ "jsonrpc": "2.0", "id": hello["id"], "result": answer })).await;
        assert_eq!(server.receive().await["method"], "notifications/initialized");
        hello["params"]["capabilities"].clone()
    };
    let (client, said) = tokio::join!(client.version(version).connect(split(ours)), greet);
    (client.unwrap(), server, said)
}

async fn legacy(client: ClientBuilder) -> (Client, Peer) {
    let (client, server, _) = connected(client, ProtocolVersion::V2025_11_25).await;
    (client, server)
}

fn form(task: Value) -> Value {
    let schema = json!({ "type": "object", "properties": {} });
    json!({ "message": "?", "requestedSchema": schema, "task": task })
}

fn sample(task: Value) -> Value {
    let message = json!({ "role": "user", "content": { "type": "text", "text": "?" } });
    json!({ "messages": [message], "maxTokens": 10, "task": task })
}

fn about(id: &str) -> Value {
    json!({ "taskId": id })
}

/// The id of a task that a question became.
async fn asked(server: &mut Peer, method: &str, params: Value) -> String {
    let made = server.request(method, params).await;
    let id = made["result"]["task"]["taskId"].as_str();
    id.unwrap_or_else(|| panic!("{made}")).to_owned()
}

/// Reads the news that a task ended.
async fn ended(server: &mut Peer, id: &str, status: &str) {
    let news = server.receive().await;
    assert_eq!(news["method"], "notifications/tasks/status", "{news}");
    assert_fits(&news["params"], json!({ "taskId": id, "status": status, "ttl": "$positive" }));
}

/// Case: O05.
#[tokio::test(start_paused = true)]
async fn a_question_is_answered_with_a_task_and_later_with_a_result() {
    let (_client, mut server) = legacy(receiver()).await;
    let made = server.request("elicitation/create", form(json!({}))).await;
    assert_fits(
        &made,
        json!({
            "result": {
                "task": {
                    "taskId": "$string", "status": "working", "createdAt": "$iso",
                    "lastUpdatedAt": "$iso", "ttl": "$positive_or_null", "pollInterval?": "$positive",
                    "ttlMs": "$absent", "pollIntervalMs": "$absent",
                },
                "resultType": "$absent",
            },
        }),
    );
    let id = made["result"]["task"]["taskId"].as_str().unwrap().to_owned();
    let related = json!({ "io.modelcontextprotocol/related-task": { "taskId": id } });
    assert_eq!(made["result"]["_meta"], related);
    let looked = server.request("tasks/get", about(&id)).await;
    assert_eq!(looked["result"], made["result"]["task"]);
    // Waits until the person has answered.
    let waits = server.start("tasks/result", about(&id)).await;
    ended(&mut server, &id, "completed").await;
    let expected = json!({ "action": "accept", "content": {}, "_meta": related });
    assert_eq!(server.answer(waits).await["result"], expected);
    let again = server.request("tasks/result", about(&id)).await;
    assert_eq!(again["result"], expected);
    let listed = server.request("tasks/list", json!({})).await;
    assert_fits(
        &listed["result"],
        json!({ "tasks": [{ "taskId": id, "status": "completed" }], "nextCursor": "$absent" }),
    );
}

#[tokio::test(start_paused = true)]
async fn what_a_model_is_asked_may_become_a_task() {
    let (_client, mut server) = legacy(receiver()).await;
    let id = asked(&mut server, "sampling/createMessage", sample(json!({ "ttl": 60_000 }))).await;
    ended(&mut server, &id, "completed").await;
    let result = server.request("tasks/result", about(&id)).await;
    assert_fits(
        &result["result"],
        json!({ "model": "model", "content": { "type": "text", "text": "short" } }),
    );
}

#[tokio::test(start_paused = true)]
async fn a_handler_that_fails_fails_its_task() {
    let client = bare().on_sample(|_| async { Err(Error::other("the model is away")) });
    let (_client, mut server) = legacy(client).await;
    let id = asked(&mut server, "sampling/createMessage", sample(json!({}))).await;
    ended(&mut server, &id, "failed").await;
    let failed = server.request("tasks/get", about(&id)).await;
    let result = server.request("tasks/result", about(&id)).await;
    let why = result["error"]["message"].as_str().unwrap();
    assert_eq!(failed["result"]["statusMessage"], why);
}

#[tokio::test(start_paused = true)]
async fn a_task_that_is_cancelled_ends_its_handler() {
    struct DropSignal(tokio::sync::mpsc::UnboundedSender<()>);
    impl Drop for DropSignal {
        fn drop(&mut self) {
            let _ = self.0.send(());
        }
    }
    let (sender, mut dropped) = tokio::sync::mpsc::unbounded_channel();
    let client = receiver().on_elicit(move |_| {
        let dropped = DropSignal(sender.clone());
        async move {
            let _dropped = dropped;
            pending::<mcp_runtime::Result<mcp_runtime::Answer<Value>>>().await
        }
    });
    let (_client, mut server) = legacy(client).await;
    let id = asked(&mut server, "elicitation/create", form(json!({}))).await;
    let waits = server.start("tasks/result", about(&id)).await;
    let cancels = server.start("tasks/cancel", about(&id)).await;
    ended(&mut server, &id, "cancelled").await;
    assert_fits(
        &server.answer(cancels).await,
        json!({ "result": { "taskId": id, "status": "cancelled" } }),
    );
    assert_fits(&server.answer(waits).await, json!({ "error": { "code": -32603 } }));
    dropped.recv().await.unwrap();
    let again = server.request("tasks/cancel", about(&id)).await;
    assert_fits(&again, json!({ "error": { "code": -32602 } }));
}

#[tokio::test(start_paused = true)]
async fn a_wait_that_is_cancelled_ends_no_task() {
    let (_client, mut server) = legacy(receiver()).await;
    let question = server.start("elicitation/create", form(json!({}))).await;
    let made = server.answer(question).await;
    let id = made["result"]["task"]["taskId"].as_str().unwrap();
    let waits = server.start("tasks/result", about(id)).await;
    for request in [waits, question] {
        let cancelled = notification("notifications/cancelled", json!({ "requestId": request }));
        server.send(cancelled).await;
    }
    ended(&mut server, id, "completed").await;
    let result = server.request("tasks/result", about(id)).await;
    assert_eq!(result["result"]["action"], "accept");
}

#[tokio::test(start_paused = true)]
async fn a_task_ends_and_is_forgotten_when_its_time_is_over() {
    let client =
        receiver().on_elicit(|_| pending::<mcp_runtime::Result<mcp_runtime::Answer<Value>>>());
    let (_client, mut server) = legacy(client).await;
    // Ten seconds is the least.
    let id = asked(&mut server, "elicitation/create", form(json!({ "ttl": 1 }))).await;
    assert_eq!(server.request("tasks/get", about(&id)).await["result"]["ttl"], 10_000);
    let waits = server.start("tasks/result", about(&id)).await;
    ended(&mut server, &id, "failed").await;
    assert_fits(&server.answer(waits).await, json!({ "error": { "code": -32602 } }));
    let sampled = sample(json!({ "ttl": 10_000 }));
    let answered = asked(&mut server, "sampling/createMessage", sampled).await;
    ended(&mut server, &answered, "completed").await;
    sleep(Duration::from_secs(11)).await;
    for id in [id, answered, "nothing".to_owned()] {
        for method in ["tasks/get", "tasks/result", "tasks/cancel"] {
            let refused = server.request(method, about(&id)).await;
            assert_fits(&refused, json!({ "error": { "code": -32602, "message": "$string" } }));
        }
    }
    let listed = server.request("tasks/list", json!({})).await;
    assert_eq!(listed["result"]["tasks"], json!([]));
}

#[tokio::test(start_paused = true)]
async fn tasks_are_bounded() {
    let client =
        receiver().on_elicit(|_| pending::<mcp_runtime::Result<mcp_runtime::Answer<Value>>>());
    let (_client, mut server) = legacy(client).await;
    let mut ids = Vec::new();
    for _ in 0..64 {
        ids.push(asked(&mut server, "elicitation/create", form(json!({}))).await);
    }
    let refused = server.request("elicitation/create", form(json!({}))).await;
    let why = refused["error"]["message"].as_str().unwrap();
    assert!(why.contains("64 requests at once"), "{why}");
    for id in ids {
        let cancels = server.start("tasks/cancel", about(&id)).await;
        ended(&mut server, &id, "cancelled").await;
        server.answer(cancels).await;
    }
    for _ in 64..256 {
        let id = asked(&mut server, "sampling/createMessage", sample(json!({}))).await;
        ended(&mut server, &id, "completed").await;
    }
    let refused = server.request("sampling/createMessage", sample(json!({}))).await;
    let why = refused["error"]["message"].as_str().unwrap();
    assert!(why.contains("keeps at most 256 tasks"), "{why}");
    // Time gives all of it back.
    sleep(Duration::from_secs(60 * 60)).await;
    asked(&mut server, "sampling/createMessage", sample(json!({}))).await;
}

#[tokio::test(start_paused = true)]
async fn the_memory_of_tasks_is_bounded() {
    let long = "x".repeat(40_000);
    let client = bare().max_result(100_000).on_sample(move |_| {
        let long = long.clone();
        async move { Ok(CreateMessageResult::new("model", &*long)) }
    });
    let (_client, mut server) = legacy(client).await;
    let mut ends = Vec::new();
    for _ in 0..4 {
        let id = asked(&mut server, "sampling/createMessage", sample(json!({}))).await;
        let news = server.receive().await;
        assert_eq!(news["params"]["taskId"], id);
        ends.push(news["params"]["status"].clone());
    }
    assert_eq!(ends, ["completed", "completed", "failed", "failed"]);
}

/// Case: O04, for the side of the client.
#[tokio::test(start_paused = true)]
async fn a_wish_for_a_task_that_was_not_declared_is_ignored() {
    let person = || receiver().on_elicit(|_| async { Ok(Accepted(json!({}))) });
    let without = Client::builder("agent", "1.0").on_elicit(|_| async { Ok(Accepted(json!({}))) });
    let v2025_11_25 = ProtocolVersion::V2025_11_25;
    for (client, version) in [(without, v2025_11_25), (person(), ProtocolVersion::V2025_06_18)] {
        let (_client, mut server, said) = connected(client, version).await;
        assert_eq!(said.get("tasks"), None, "{version}");
        let answer = server.request("elicitation/create", form(json!({}))).await;
        assert_eq!(answer["result"]["action"], "accept", "{version}");
        for method in ["tasks/get", "tasks/result", "tasks/list", "tasks/cancel"] {
            let refused = server.request(method, about("x")).await;
            assert_fits(&refused, json!({ "error": { "code": -32601 } }));
        }
    }
}

#[tokio::test]
async fn the_capability_says_what_has_a_handler() {
    let sampling = || bare().on_sample(|_| async { Ok(CreateMessageResult::new("m", "x")) });
    let both = json!({
        "list": {}, "cancel": {},
        "requests": { "elicitation": { "create": {} }, "sampling": { "createMessage": {} } },
    });
    let one = json!({
        "list": {}, "cancel": {}, "requests": { "sampling": { "createMessage": {} } },
    });
    for (client, expected) in [(bare(), None), (sampling(), Some(&one)), (receiver(), Some(&both))]
    {
        let (_client, _server, said) = connected(client, ProtocolVersion::V2025_11_25).await;
        assert_eq!(said.get("tasks"), expected);
    }
    // What 2026-07-28 has instead is an extension.
    let (sender, mut said) = tokio::sync::mpsc::unbounded_channel();
    let server = scripted(move |message| {
        let meta = &message["params"]["_meta"];
        sender.send(meta["io.modelcontextprotocol/clientCapabilities"].clone()).unwrap();
        let versions = json!(["2026-07-28"]);
        result(message, &json!({ "supportedVersions": versions, "capabilities": {} }))
    });
    let _client = receiver().connect(server).await.unwrap();
    let said = said.recv().await.unwrap();
    assert_eq!(said.get("tasks"), None);
    assert_eq!(said["extensions"], json!({ "io.modelcontextprotocol/tasks": {} }));
}

/// A call whose server waits for a task of the client has the time that the person takes.
#[tokio::test(start_paused = true)]
async fn the_time_that_a_task_takes_is_not_the_servers() {
    let client = receiver().on_elicit(|_| async {
        sleep(Duration::from_secs(600)).await;
        Ok(Accepted(json!({})))
    });
    let (client, mut server) = legacy(client).await;
    let call = tokio::spawn(async move { client.call_tool("any", ()).await });
    let request = server.receive().await;
    let id = asked(&mut server, "elicitation/create", form(json!({}))).await;
    // What is waited for here may take longer than a minute.
    sleep(Duration::from_secs(599)).await;
    ended(&mut server, &id, "completed").await;
    let result = json!({ "content": [] });
    server.send(json!({ "jsonrpc": "2.0", "id": request["id"], "result": result })).await;
    call.await.unwrap().unwrap();
}
