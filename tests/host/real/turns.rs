//! The example `turns`: a host of three servers in less than sixty lines, one of them from npm.

use std::path::PathBuf;
use std::process::Stdio;

use axum::Router;
use mcp_runtime_testing::json;
use serde_json::Value;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, Lines};
use tokio::net::TcpListener;
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::time::timeout;

use crate::DEADLINE;

/// The example, which is given turns.
struct Turns {
    process: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

impl Turns {
    async fn start() -> Self {
        let folder = |variable| PathBuf::from(std::env::var_os(variable).expect(variable));
        let real = folder("REAL");
        let servers = folder("SERVERS");
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/mcp", listener.local_addr().unwrap());
        let http = mcp_test_support::interaction::interaction().build().unwrap().into_http();
        let router = Router::new().fallback_service(http);
        tokio::spawn(async move { axum::serve(listener, router).await });
        let mut command = Command::new(servers.canonicalize().unwrap().join("turns"));
        command.args([&url, "@modelcontextprotocol/server-memory"]);
        let notes = real.join("data/turns");
        let _ = std::fs::remove_dir_all(&notes);
        std::fs::create_dir_all(&notes).unwrap();
        // npx takes what is installed where it runs.
        command.arg(env!("CARGO_BIN_EXE_faulty-server")).arg(notes.canonicalize().unwrap());
        command.current_dir(&real).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.kill_on_drop(true).spawn().unwrap();
        let input = process.stdin.take().unwrap();
        let output = BufReader::new(process.stdout.take().unwrap()).lines();
        Self { process, input, output }
    }

    /// The results of a turn, as the model gets them.
    async fn turn(&mut self, calls: &Value) -> String {
        self.input.write_all(format!("{calls}\n").as_bytes()).await.unwrap();
        let line = timeout(2 * DEADLINE, self.output.next_line()).await.expect("a line");
        line.unwrap().unwrap()
    }
}

/// A call as Anthropic has it.
fn tool_use(name: &str, input: &Value) -> Value {
    json!({ "type": "tool_use", "id": name, "name": name, "input": input })
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "`.ci/hosts` runs it"]
async fn a_small_host_survives_a_death_and_a_hang_and_serves_two_providers() {
    let mut turns = Turns::start().await;
    let echo = tool_use("program__echo", &json!({}));
    let said = turns
        .turn(&json!([
            tool_use("web__confirm", &json!({ "what": "this" })),
            tool_use("npm__read_graph", &json!({})),
            echo,
        ]))
        .await;
    for expected in ["confirmed this", "entities", "echo"] {
        assert!(said.contains(expected), "{said}");
    }
    let said = turns.turn(&json!([tool_use("program__die", &json!({})), echo])).await;
    assert!(said.contains("check before you call it again"), "{said}");
    assert!(turns.turn(&json!([echo])).await.contains("\"text\":\"echo\""));
    let said = turns.turn(&json!([tool_use("program__deaf", &json!({}))])).await;
    assert!(said.contains("took too long"), "{said}");
    let call = json!({ "type": "function_call", "call_id": "1", "name": "program__echo", "arguments": "{}" });
    // What hangs is found by pings, and started again.
    while !turns.turn(&json!([call])).await.contains("\"output\":\"echo\"") {}
    drop(turns.input);
    let status = timeout(DEADLINE, turns.process.wait()).await.unwrap().unwrap();
    assert!(status.success(), "{status}");
}
