//! Whatever standard input and output are, only messages are on the wire.

use std::fs::File;
use std::io::{Seek as _, Write as _};
use std::process::Stdio;

use mcp_test_support::peer::{Peer, Process, initialize, request};
use serde_json::{Value, json};
use tokio::process::Command;

use super::{SERVER, connect, socket};

/// A tool that prints, where that does not go to the wire.
fn print() -> (&'static str, Value) {
    if cfg!(mcp_portable) { ("echo", json!({"text": "nothing"})) } else { ("print", json!({})) }
}

/// A session as the lines of a file: a handshake, a call and a call that prints.
fn script() -> String {
    let call = |id, name, arguments: Value| {
        request(id, "tools/call", json!({"name": name, "arguments": arguments}))
    };
    let (name, arguments) = print();
    let lines = [
        request(1, "initialize", initialize("2025-06-18")),
        call(2, "echo", json!({"text": "hello"})),
        call(3, name, arguments),
        call(4, "slow", json!({"ms": 50})),
    ];
    lines.map(|line| line.to_string() + "\n").concat()
}

/// The answers to [`script`], of which the last is the slow call's.
fn check(output: &str) {
    let answers = output.lines().map(|line| {
        let answer: Value = serde_json::from_str(line).expect("a line is a message");
        answer["id"].as_u64().expect("an answer has an id")
    });
    assert_eq!(answers.collect::<Vec<_>>(), [1, 2, 3, 4], "{output}");
    assert!(!output.contains("stray"), "{output}");
}

fn file(content: &str) -> File {
    let mut file = tempfile();
    file.write_all(content.as_bytes()).unwrap();
    file.rewind().unwrap();
    file
}

/// A file that nobody else can open.
fn tempfile() -> File {
    let name = format!("mcp-tests-{}-{:?}", std::process::id(), std::thread::current().id());
    let path = std::env::temp_dir().join(name);
    let file = File::options().read(true).write(true).create(true).truncate(true).open(&path);
    std::fs::remove_file(&path).unwrap();
    file.unwrap()
}

fn read(mut file: File) -> String {
    file.rewind().unwrap();
    std::io::read_to_string(file).unwrap()
}

#[tokio::test]
#[cfg_attr(mcp_portable, ignore = "the descriptors belong to the process")]
async fn what_is_printed_does_not_reach_the_wire() {
    let (mut peer, mut process) = connect().await;
    peer.call("print", json!({})).await;
    peer.close();
    assert_eq!(peer.rest().await, [] as [Value; 0]);
    assert!(process.exit().await.success());
    let printed = process.stderr().await;
    for stray in ["println", "descriptor 1", "child", "input is empty"] {
        assert!(printed.contains(&format!("stray: {stray}")), "{stray}: {printed}");
    }
}

#[tokio::test]
#[cfg_attr(mcp_portable, ignore = "the descriptors belong to the process")]
async fn a_child_process_does_not_hold_the_wire_open() {
    let (mut peer, mut process) = connect().await;
    let result = peer.call("orphan", json!({})).await;
    peer.close();
    assert_eq!(peer.rest().await, [] as [Value; 0], "the output ends while the child lives");
    assert!(process.exit().await.success());
    let orphan = result["content"][0]["text"].as_str().unwrap();
    let mut kill = Command::new("sh");
    let killed = kill.args(["-c", r#"kill "$0""#, orphan]).status().await.unwrap();
    assert!(killed.success(), "the child lived");
}

#[tokio::test]
async fn input_and_output_may_be_files() {
    let output = tempfile();
    let mut command = Command::new(SERVER);
    command.stdin(file(&script())).stdout(output.try_clone().unwrap()).stderr(Stdio::null());
    assert!(Process::start(command).exit().await.success());
    check(&read(output));
}

#[tokio::test]
async fn input_may_be_empty() {
    let mut command = Command::new(SERVER);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    assert!(Process::start(command).exit().await.success());
}

/// As `server 2>&1` does: the shared pipe must not become non-blocking for the other writers.
#[tokio::test]
async fn output_may_be_shared_with_standard_error() {
    let (output, shared) = std::io::pipe().unwrap();
    let mut command = Command::new(SERVER);
    command.stdin(file(&script())).stdout(shared.try_clone().unwrap()).stderr(shared);
    let mut process = Process::start(command);
    let output = tokio::task::spawn_blocking(|| std::io::read_to_string(output).unwrap());
    assert!(process.exit().await.success());
    let output = output.await.unwrap();
    let answers: Vec<&str> = output.lines().filter(|line| line.starts_with('{')).collect();
    check(&answers.join("\n"));
}

/// As Node starts its children.
#[tokio::test]
async fn input_and_output_may_be_sockets() {
    let ((input, stdin), (output, stdout)) = (socket(), socket());
    let mut command = Command::new(SERVER);
    command.stdin(stdin).stdout(stdout).stderr(Stdio::null());
    let mut process = Process::start(command);
    let mut peer = Peer::new(input, output);
    peer.initialize("2025-11-25").await;
    let (name, arguments) = print();
    peer.call(name, arguments).await;
    let echo = peer.call("echo", json!({"text": "x".repeat(1_000_000)})).await;
    assert_eq!(echo["content"][0]["text"].as_str().map(str::len), Some(1_000_000));
    peer.close();
    assert_eq!(peer.rest().await, [] as [Value; 0]);
    assert!(process.exit().await.success());
}

/// One socket for both directions.
#[tokio::test]
async fn input_and_output_may_be_one_socket() {
    let (ours, theirs) = socket();
    let mut command = Command::new(SERVER);
    command.stdin(theirs.try_clone().unwrap());
    command.stdout(theirs).stderr(Stdio::null());
    let mut process = Process::start(command);
    let (output, mut input) = ours.into_split();
    tokio::io::AsyncWriteExt::write_all(&mut input, script().as_bytes()).await.unwrap();
    let mut peer = Peer::new(input, output);
    for id in 1..=4 {
        peer.answer(id).await;
    }
    peer.close();
    assert!(process.exit().await.success());
}
