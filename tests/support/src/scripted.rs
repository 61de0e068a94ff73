//! A server that answers as a test says.

#![expect(clippy::unwrap_used, reason = "a helper of a test fails the test")]

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream};

/// A server in a script: answers each request with what `answer` makes of it.
///
/// # Panics
///
/// When the client sends something that is not JSON as compact as it can be.
pub fn scripted(
    mut answer: impl FnMut(&Value) -> Option<String> + Send + 'static,
) -> (tokio::io::ReadHalf<DuplexStream>, tokio::io::WriteHalf<DuplexStream>) {
    let (ours, theirs) = tokio::io::duplex(64 * 1024);
    let (input, mut output) = tokio::io::split(theirs);
    tokio::spawn(async move {
        let mut lines = BufReader::new(input).lines();
        while let Ok(Some(line)) = lines.next_line().await {
            let message: Value = serde_json::from_str(&line).unwrap();
            assert_eq!(message.to_string(), line, "nothing is said twice");
            if let Some(text) = answer(&message)
                && output.write_all(text.as_bytes()).await.is_err()
            {
                return;
            }
        }
    });
    tokio::io::split(ours)
}

/// A line that answers a request.
pub fn result(request: &Value, result: &Value) -> Option<String> {
    Some(json!({ "jsonrpc": "2.0", "id": request["id"], "result": result }).to_string() + "\n")
}

/// A line that refuses a request.
pub fn refusal(request: &Value, error: &Value) -> Option<String> {
    Some(json!({ "jsonrpc": "2.0", "id": request["id"], "error": error }).to_string() + "\n")
}

/// What a legacy server answers to `initialize`.
pub fn initialized(version: &str) -> Value {
    let info = json!({ "name": "scripted", "version": "1" });
    json!({ "protocolVersion": version, "capabilities": {}, "serverInfo": info })
}
