//! Messages that no decoder reads: who waits for one learns it at once, and nobody else.

use std::time::Duration;

use mcp_runtime::protocol::ProtocolVersion;
use mcp_runtime_client::{Client, ClientBuilder};
use mcp_runtime_testing::json;
use serde_json::Value;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, split};
use tokio::sync::mpsc::unbounded_channel;
use tokio::time::timeout;

use mcp_test_support::scripted::{initialized, result, scripted};

fn client() -> ClientBuilder {
    Client::builder("agent", "1.0").version(ProtocolVersion::LATEST_LEGACY)
}

/// A legacy server that answers requests of the user with what is made of their ids.
async fn saying(line: impl Fn(&Value) -> String + Send + 'static) -> Client {
    let server = scripted(move |message| match message["method"].as_str() {
        Some("initialize") => result(message, &initialized("2025-11-25")),
        Some("tools/call") if message["params"]["name"] == "well" => {
            result(message, &json!({ "content": [] }))
        }
        Some("tools/call") => Some(line(&message["id"]) + "\n"),
        _ => None,
    });
    client().connect(server).await.unwrap()
}

/// What is wrong with it, and an answer around it.
fn unreadable() -> Vec<(&'static str, String)> {
    let deep = "[".repeat(200) + &"]".repeat(200);
    let answers = [
        r#"{"jsonrpc":"2.0","id":ID,"result":{"content":[{"type":"text","text":"cut \ud83d off"}]}}"#,
        r#"{"result":{"content":[{"type":"text","text":"\ude00 first"}]},"jsonrpc":"2.0","id":ID}"#,
        r#"{"jsonrpc":"2.0","id":ID,"result":{"content":[],"structuredContent":{"a":NaN}}}"#,
        r#"{"jsonrpc":"2.0","id":ID,"result":{"content":[],"structuredContent":{"a":-Infinity}}}"#,
        r#"{"result":{"content":[],"structuredContent":{"a":DEEP}},"jsonrpc":"2.0","id":ID}"#,
        r#"{"jsonrpc":"2.0","id":ID,"error":{"code":1,"message":"\x41"}}"#,
        "{\"jsonrpc\":\"2.0\",\"id\":ID,\"error\":{\"code\":1,\"message\":\"a\tb\"}}",
        r#"{"jsonrpc":"2.0","id":ID,"result":{"content":[{"type":"text","text":"to the en"#,
        r#"{"jsonrpc":"2.0","id":ID,"result":{"content":[]},"result":{"content":[]}}"#,
        r#"[{"jsonrpc":"2.0","id":ID,"result":{"content":[],"a":NaN}}]"#,
    ];
    answers.map(|answer| (answer, answer.replace("DEEP", &deep))).to_vec()
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_no_decoder_reads_fails_its_request_at_once() {
    for (what, answer) in unreadable() {
        let client = saying(move |id| answer.replace("ID", &id.to_string())).await;
        let other = client.call_tool("well", ()).await;
        assert!(other.is_ok(), "{what}: {other:?}");
        let error = client.call_tool("any", ()).await.unwrap_err();
        let said = error.to_string();
        assert!(said.starts_with("the server's answer cannot be read: "), "{what}: {said}");
        client.call_tool("well", ()).await.unwrap();
    }
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_is_not_utf8_fails_its_request_at_once() {
    let (ours, theirs) = tokio::io::duplex(64 * 1024);
    let (input, mut output) = split(theirs);
    tokio::spawn(async move {
        let mut lines = BufReader::new(input).lines();
        while let Ok(Some(line)) = lines.next_line().await {
            let message: Value = serde_json::from_str(&line).unwrap();
            let answer = match message["method"].as_str() {
                Some("initialize") => result(&message, &initialized("2025-11-25")).map(Into::into),
                Some("tools/call") => Some(
                    [
                        br#"{"result":{"content":[{"type":"text","text":"caf"#.as_slice(),
                        b"\xe9",
                        format!("\"}}]}},\"jsonrpc\":\"2.0\",\"id\":{}}}\n", message["id"])
                            .as_bytes(),
                    ]
                    .concat(),
                ),
                _ => None,
            };
            output.write_all(&answer.unwrap_or_default()).await.unwrap();
        }
    });
    let client = client().connect(split(ours)).await.unwrap();
    let error = client.call_tool("any", ()).await.unwrap_err().to_string();
    assert!(error.contains("cannot be read: it is not UTF-8"), "{error}");
}

/// Of two calls that wait, the other one goes on.
#[tokio::test(start_paused = true)]
async fn an_unreadable_answer_without_an_id_fails_nothing() {
    for line in [
        r#"{"jsonrpc":"2.0","id":{"a":ID},"result":{"a":NaN}}"#,
        r#"{"jsonrpc":"2.0","id":ID,"id":ID,"result":{"a":NaN}}"#,
        r#"sending {"jsonrpc":"2.0","id":ID,"result":{}}"#,
        r#"{"jsonrpc":"2.0","id":ID"#,
    ] {
        let client = saying(move |id| line.replace("ID", &id.to_string())).await;
        let error = client.call_tool("any", ()).timeout(Duration::from_secs(1)).await.unwrap_err();
        assert!(error.is_timeout(), "{line}: {error}");
    }
}

/// Its id is one of the server, which the client may use for a request of its own.
#[tokio::test(start_paused = true)]
async fn a_question_that_no_decoder_reads_is_refused_with_its_id() {
    for question in [
        r#"{"jsonrpc":"2.0","id":ID,"method":"elicitation/create","params":{"message":"\ud83d"}}"#,
        r#"{"method":"elicitation/create","params":{"message":"\ud83d"},"jsonrpc":"2.0","id":ID}"#,
        r#"{"jsonrpc":"2.0","id":ID,"method":"sampling/createMessage","params":{"temperature":NaN"#,
        r#"{"jsonrpc":"2.0","id":ID,"method":"roots/list","params":{"a":Infinity}}"#,
    ] {
        let (sender, mut refusals) = unbounded_channel();
        let mut call = Value::Null;
        let server = scripted(move |message| match message["method"].as_str() {
            Some("initialize") => result(message, &initialized("2025-11-25")),
            Some("tools/call") => {
                call = message["id"].clone();
                Some(question.replace("ID", &call.to_string()) + "\n")
            }
            Some(_) => None,
            None => {
                sender.send(message.clone()).unwrap();
                Some(result(&json!({ "id": call }), &json!({ "content": [] })).unwrap())
            }
        });
        let client = client().connect(server).await.unwrap();
        let answer = timeout(Duration::from_secs(1), client.call_tool("any", ()))
            .await
            .unwrap_or_else(|_| panic!("{question} is not answered"));
        assert!(answer.is_ok(), "{question}: {answer:?}");
        let refused = refusals.recv().await.unwrap();
        assert_eq!(refused["error"]["code"], -32700, "{question}: {refused}");
        assert!(refused["id"].is_u64(), "{refused}");
    }
}
