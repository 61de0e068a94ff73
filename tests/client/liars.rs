//! Servers that lie: what they say costs their own answers, never the client.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use mcp_runtime::protocol::{ProtocolVersion, Root};
use mcp_runtime_client::{Client, ClientBuilder};
use mcp_runtime_testing::json;
use serde_json::Value;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::time::{sleep, timeout};

use mcp_test_support::scripted::{result, scripted};

fn client() -> ClientBuilder {
    Client::builder("agent", "1.0").timeout(Duration::from_secs(5))
}

/// What a modern server says of itself.
fn discovered(message: &Value) -> Option<String> {
    result(message, &json!({ "supportedVersions": ["2026-07-28"], "capabilities": {} }))
}

/// A modern server that answers `tools/call` with a line of its choice.
async fn connect(call: impl Fn(&Value) -> String + Send + 'static) -> Client {
    let server = scripted(move |message| match message["method"].as_str().unwrap() {
        "server/discover" => discovered(message),
        "tools/call" if message["params"]["name"] == "honest" => {
            result(message, &json!({ "content": [{ "type": "text", "text": "true" }] }))
        }
        "tools/call" => Some(call(message)),
        _ => None,
    });
    client().max_message_size(1024 * 1024).connect(server).await.unwrap()
}

async fn is_well(client: &Client) {
    assert!(client.call::<bool>("honest", ()).await.unwrap());
}

/// Guards against buffers without a limit at the client, as in PHP mcp/sdk CVE-2026-53965.
#[tokio::test]
async fn an_endless_line_ends_the_connection() {
    let client = connect(|_| "x".repeat(2 * 1024 * 1024)).await;
    let error = client.call_tool("liar", ()).await.unwrap_err();
    assert!(error.to_string().contains("more than 1048576 bytes"), "{error}");
    let error = client.call_tool("honest", ()).await.unwrap_err();
    assert!(error.to_string().contains("more than 1048576 bytes"), "{error}");
}

#[tokio::test]
async fn what_is_printed_is_no_message() {
    let client = connect(|message| {
        let id = &message["id"];
        format!("starting up\n[]\n{{}}\n\"text\"\n{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{\"content\":[]}}}}\n")
    })
    .await;
    assert!(client.call_tool("liar", ()).await.unwrap().content.is_empty());
    is_well(&client).await;
}

#[tokio::test]
async fn a_line_that_is_not_json_to_its_end_fails_nothing() {
    let client = connect(|message| {
        let id = &message["id"];
        let result = result(message, &json!({ "content": [] })).unwrap();
        format!("{{\"jsonrpc\":\"2.0\",\"id\":{id}}}x\n{{\"id\":{id},\"method\":1}} ok\n{result}")
    })
    .await;
    assert!(client.call_tool("liar", ()).await.unwrap().content.is_empty());
    is_well(&client).await;
}

#[tokio::test]
async fn an_answer_with_another_id_answers_nothing() {
    let client = connect(|message| {
        let id = message["id"].as_u64().unwrap();
        let wrong = [json!(id + 1), json!(id.to_string()), json!(null), json!(-1), json!(1e300)];
        let lines = wrong.map(|id| json!({ "jsonrpc": "2.0", "id": id, "result": {} }).to_string());
        lines.join("\n") + "\n"
    })
    .await;
    let call = client.call_tool("liar", ()).timeout(Duration::from_millis(50));
    assert!(call.await.unwrap_err().is_timeout());
    is_well(&client).await;
}

/// A server that cannot read a message cannot say whose it was.
#[tokio::test]
async fn an_error_without_an_id_is_the_answer_where_only_one_waits() {
    let client = connect(|_| {
        let error = json!({ "code": -32700, "message": "too long" });
        json!({ "jsonrpc": "2.0", "id": null, "error": error }).to_string() + "\n"
    })
    .await;
    let error = client.call_tool("liar", ()).await.unwrap_err();
    assert_eq!(error.rpc().unwrap().message, "too long");
    let call = || client.call_tool("liar", ()).timeout(Duration::from_millis(50));
    let (one, two) = tokio::join!(call(), call());
    assert!(one.unwrap_err().is_timeout() && two.unwrap_err().is_timeout());
    is_well(&client).await;
}

/// Of two calls, the second is answered first, and twice.
#[tokio::test]
async fn the_first_answer_counts() {
    let client = connect(|message| {
        let id = message["id"].as_u64().unwrap();
        if message["params"]["name"] == "first" {
            return String::new();
        }
        let line = |id: u64, text: &str| {
            let content = json!([{ "type": "text", "text": text }]);
            json!({ "jsonrpc": "2.0", "id": id, "result": { "content": content } }).to_string()
        };
        [line(id, "one"), line(id, "two"), line(id - 1, "late"), String::new()].join("\n")
    })
    .await;
    let first = client.call_tool("first", ());
    let (first, second) = tokio::join!(first, client.call_tool("second", ()));
    assert_eq!(second.unwrap().text(), "one");
    assert_eq!(first.unwrap().text(), "late");
}

#[tokio::test]
async fn an_answer_after_the_cancellation_is_dropped() {
    let client = connect(|_| String::new()).await;
    for _ in 0..3 {
        let call = client.call_tool("liar", ()).timeout(Duration::from_millis(10));
        assert!(call.await.unwrap_err().is_timeout());
    }
    is_well(&client).await;
}

#[tokio::test]
async fn a_list_without_an_end_is_given_up() {
    let pages = AtomicU32::new(0);
    let server = scripted(move |message| match message["method"].as_str().unwrap() {
        "server/discover" => discovered(message),
        _ => {
            let next = pages.fetch_add(1, Ordering::Relaxed).to_string();
            result(message, &json!({ "tools": [], "nextCursor": next }))
        }
    });
    let client = client().connect(server).await.unwrap();
    let error = client.list_tools().await.unwrap_err();
    assert!(error.to_string().contains("more than 1000 pages"), "{error}");
    let error = client.tools().next().await.unwrap_err();
    assert!(error.to_string().contains("more than 1000 pages"), "{error}");
}

#[tokio::test]
async fn questions_without_an_end_are_given_up() {
    let asks = json!({
        "resultType": "input_required",
        "inputRequests": { "roots": { "method": "roots/list" } },
    });
    let server = scripted(move |message| match message["method"].as_str().unwrap() {
        "server/discover" => discovered(message),
        _ => result(message, &asks),
    });
    let client = client().roots([]).max_rounds(4).connect(server).await.unwrap();
    let error = client.call_tool("liar", ()).await.unwrap_err();
    assert!(error.to_string().contains("required input more than 4 times"), "{error}");
}

#[tokio::test]
async fn a_server_that_only_puts_off_is_given_up() {
    let asks = json!({ "resultType": "input_required", "requestState": "later" });
    let server = scripted(move |message| match message["method"].as_str().unwrap() {
        "server/discover" => discovered(message),
        _ => result(message, &asks),
    });
    let client = client().connect(server).await.unwrap();
    let error = client.call_tool("liar", ()).await.unwrap_err();
    assert!(error.to_string().contains("repeatedly, without any input requests"), "{error}");
}

/// A modern server asks in results; a legacy question gets a refusal, and no handler runs.
#[tokio::test]
async fn a_question_of_the_other_era_is_refused() {
    let (sender, mut refusals) = tokio::sync::mpsc::unbounded_channel();
    let server = scripted(move |message| match message["method"].as_str() {
        Some("server/discover") => discovered(message),
        Some("tools/call") => {
            let params = json!({ "messages": [], "maxTokens": 1 });
            let method = "sampling/createMessage";
            let asked = json!({ "jsonrpc": "2.0", "id": "q", "method": method, "params": params });
            let answer = result(message, &json!({ "content": [] })).unwrap();
            Some(format!("{asked}\n{answer}"))
        }
        _ => {
            sender.send(message.clone()).unwrap();
            None
        }
    });
    let client =
        client().on_sample(|_| async { panic!("nobody may ask") }).connect(server).await.unwrap();
    client.call_tool("liar", ()).await.unwrap();
    assert_eq!(refusals.recv().await.unwrap()["error"]["code"], -32601);
}

#[tokio::test]
async fn a_flood_of_questions_is_refused_above_a_limit() {
    let (sender, mut answers) = tokio::sync::mpsc::unbounded_channel();
    let server = scripted(move |message| match message["method"].as_str() {
        Some("initialize") => {
            let ask = |id| {
                json!({ "jsonrpc": "2.0", "id": id, "method": "sampling/createMessage",
                "params": { "messages": [], "maxTokens": 1 } })
            };
            let flood: String = (0..100).map(|id| ask(id).to_string() + "\n").collect();
            let version = mcp_test_support::scripted::initialized("2025-11-25");
            Some(result(message, &version).unwrap() + &flood)
        }
        Some(_) => None,
        None => {
            sender.send(message.clone()).unwrap();
            None
        }
    });
    let client = client()
        .version(ProtocolVersion::V2025_11_25)
        .on_sample(|_| std::future::pending())
        .connect(server)
        .await
        .unwrap();
    for _ in 64..100 {
        let answer = answers.recv().await.unwrap();
        assert_eq!(answer["error"]["code"], -32603, "{answer}");
    }
    drop(client);
}

/// A legacy server that says this once it is connected; who takes its answers.
async fn flooding(client: ClientBuilder, flood: String) -> (Client, UnboundedReceiver<Value>) {
    let (sender, answers) = unbounded_channel();
    let server = scripted(move |message| match message["method"].as_str() {
        Some("initialize") => {
            result(message, &mcp_test_support::scripted::initialized("2025-11-25"))
        }
        Some("notifications/initialized") => Some(flood.clone()),
        Some(_) => result(message, &json!({})),
        None => {
            sender.send(message.clone()).unwrap();
            None
        }
    });
    let client = client.version(ProtocolVersion::V2025_11_25).connect(server).await.unwrap();
    (client, answers)
}

/// Counts the questions that are open, and answers none.
fn never_answering(client: ClientBuilder) -> (ClientBuilder, Arc<AtomicU32>) {
    let open = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&open);
    let client = client.on_sample(move |_| {
        count.fetch_add(1, Ordering::Relaxed);
        std::future::pending()
    });
    (client, open)
}

#[tokio::test]
async fn questions_under_one_id_are_one_question() {
    let params = json!({ "messages": [], "maxTokens": 1 });
    let method = "sampling/createMessage";
    let ask = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
    let (client, open) = never_answering(client());
    let (client, _answers) = flooding(client, format!("{ask}\n").repeat(100)).await;
    client.ping().await.unwrap();
    assert_eq!(open.load(Ordering::Relaxed), 1);
}

#[tokio::test]
async fn a_result_that_asks_too_much_is_refused() {
    let params = json!({ "messages": [], "maxTokens": 1 });
    let ask = json!({ "method": "sampling/createMessage", "params": params });
    let requests: serde_json::Map<_, _> =
        (0..100).map(|key| (key.to_string(), ask.clone())).collect();
    let asks = json!({ "resultType": "input_required", "inputRequests": requests });
    let server = scripted(move |message| match message["method"].as_str().unwrap() {
        "server/discover" => discovered(message),
        _ => result(message, &asks),
    });
    let (client, open) = never_answering(client());
    let client = client.connect(server).await.unwrap();
    let error = client.call_tool("liar", ()).await.unwrap_err();
    assert!(error.to_string().contains("100 input requests"), "{error}");
    assert_eq!(open.load(Ordering::Relaxed), 0);
}

/// More answers than may wait: nothing more is taken of the server until it has read them.
#[tokio::test]
async fn a_server_that_does_not_read_its_answers_is_not_read() {
    let ask = |id| json!({ "jsonrpc": "2.0", "id": id, "method": "roots/list" }).to_string() + "\n";
    let flood: String = (0..100).map(ask).collect();
    let root = Root::new(format!("file:///{}", "x".repeat(2 * 1024 * 1024)));
    let (ours, theirs) = tokio::io::duplex(64 * 1024);
    let (input, mut output) = tokio::io::split(theirs);
    let server = async {
        let mut lines = BufReader::new(input).lines();
        let initialize = serde_json::from_str(&lines.next_line().await.unwrap().unwrap()).unwrap();
        let answer =
            result(&initialize, &mcp_test_support::scripted::initialized("2025-11-25")).unwrap();
        output.write_all((answer + &flood).as_bytes()).await.unwrap();
        sleep(Duration::from_secs(1)).await;
        let mut answers = 0;
        while answers < 100
            && let Ok(Ok(Some(_))) = timeout(Duration::from_secs(20), lines.next_line()).await
        {
            answers += 1;
        }
        answers
    };
    let client = client().version(ProtocolVersion::V2025_11_25).roots([root]);
    let (client, answers) = tokio::join!(client.connect(tokio::io::split(ours)), server);
    client.unwrap();
    assert_eq!(answers, 100, "none is lost");
}

/// A schema that refers to itself without an end is data to a client; nothing follows it.
#[tokio::test]
async fn a_schema_bomb_is_only_data() {
    let mut schema = json!({ "type": "object" });
    for _ in 0..60 {
        schema = json!({ "type": "object", "properties": { "a": schema.clone() }, "$ref": "#" });
    }
    let server = scripted(move |message| match message["method"].as_str().unwrap() {
        "server/discover" => discovered(message),
        _ => {
            let tools = json!([{ "name": "bomb", "inputSchema": schema }]);
            result(message, &json!({ "tools": tools }))
        }
    });
    let client = client().connect(server).await.unwrap();
    assert_eq!(client.list_tools().await.unwrap()[0].name, "bomb");
}

/// Deeper than any reader follows: the answer is lost, the connection is not.
#[tokio::test]
async fn nesting_without_an_end_costs_its_own_answer() {
    let client = connect(|message| {
        let id = &message["id"];
        let deep = "[".repeat(100_000);
        let end = "]".repeat(100_000);
        format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{deep}{end}}}\n")
    })
    .await;
    let call = client.call_tool("liar", ()).timeout(Duration::from_millis(500));
    call.await.unwrap_err();
    is_well(&client).await;
}
