//! The process ends when it should, cleanly and soon.

use std::fs::File;
use std::process::Stdio;
use std::time::Duration;

use mcp_test_support::peer::{Peer, Process, initialize, request};
use serde_json::{Value, json};
use tokio::process::Command;
use tokio::time::timeout;

use super::{SERVER, connect, socket};

/// The signals that end a process.
const SIGNALS: &[&str] = if cfg!(mcp_portable) { &["INT"] } else { &["TERM", "INT"] };

#[tokio::test]
async fn at_the_end_of_the_input_running_calls_are_still_answered() {
    let (mut peer, mut process) = connect().await;
    let id = peer.start_call("slow", json!({"ms": 100})).await;
    peer.close();
    assert_eq!(peer.answer(id).await["result"]["content"][0]["text"], "slept");
    assert_eq!(peer.rest().await, [] as [Value; 0]);
    assert!(process.exit().await.success());
}

#[tokio::test]
async fn calls_that_never_end_do_not_keep_the_process() {
    for tool in ["wait", "hold", "watch"] {
        let (mut peer, mut process) = connect().await;
        let id = peer.start_call(tool, json!({})).await;
        peer.close();
        let answers = peer.rest().await;
        let [answer] = &answers[..] else { panic!("{tool}: {answers:?}") };
        let message = "the request failed: the server is shutting down";
        assert_eq!((&answer["id"], &answer["error"]["message"]), (&json!(id), &json!(message)));
        assert!(process.exit().await.success(), "{tool}");
    }
}

/// The clients of the Python and TypeScript SDKs kill a server two seconds after they have closed
/// its input, rmcp's after three.
#[tokio::test]
async fn a_call_that_is_cut_off_is_answered_before_clients_give_up() {
    const TIMEOUT: Duration = Duration::from_secs(2);
    let (mut peer, mut process) = Peer::spawn(env!("CARGO_BIN_EXE_badinput-server"));
    peer.initialize("2025-11-25").await;
    let id = peer.start_call("slow", json!({"ms": 3_600_000})).await;
    peer.request("ping", json!({})).await;
    peer.close();
    let ended = timeout(TIMEOUT, process.exit()).await;
    assert!(ended.expect("it would have been killed").success());
    assert_eq!(peer.answer(id).await["error"]["code"], -32603);
}

#[tokio::test]
async fn the_input_may_end_before_or_during_the_handshake() {
    for lines in [
        "".to_owned(),
        "\n".to_owned(),
        "{\"jsonrpc\":".to_owned(),
        request(1, "initialize", initialize("2025-11-25")).to_string() + "\n",
    ] {
        let (mut peer, mut process) = Peer::spawn(SERVER);
        peer.send_bytes(lines.as_bytes()).await;
        peer.close();
        peer.rest().await;
        assert!(process.exit().await.success(), "{lines}");
    }
}

#[tokio::test]
async fn the_last_line_needs_no_line_end() {
    let (mut peer, mut process) = Peer::spawn(SERVER);
    let line = request(7, "initialize", initialize("2025-11-25")).to_string();
    peer.send_bytes(line.as_bytes()).await;
    peer.close();
    peer.answer(7).await;
    assert!(process.exit().await.success());
}

#[tokio::test]
async fn signals_end_the_process_as_the_end_of_the_input_does() {
    for &signal in SIGNALS {
        let (mut peer, mut process) = connect().await;
        let id = peer.start_call("slow", json!({"ms": 100})).await;
        peer.start_call("wait", json!({})).await;
        peer.start("ping", json!({})).await;
        // An answer means that the calls run; on a busy machine it may be that of the first.
        let mut answers = vec![peer.receive().await];
        process.signal(signal).await;
        answers.extend(peer.rest().await);
        let is_answered = answers.iter().any(|answer| answer["id"] == id);
        assert!(is_answered, "{signal}: {answers:?}");
        assert!(process.exit().await.success(), "{signal}");
    }
}

#[tokio::test]
async fn a_signal_ends_a_process_that_was_never_spoken_to() {
    let (mut peer, mut process) = Peer::spawn(SERVER);
    // Signals are listened for before anything is read, so an answer means that they are.
    peer.request("ping", json!({})).await;
    process.signal(SIGNALS[0]).await;
    assert!(process.exit().await.success());
}

/// A thread reads what cannot be waited for, and the process does not wait for the thread.
#[tokio::test]
async fn a_file_that_never_ends_does_not_keep_the_process() {
    let (output, stdout) = socket();
    let mut command = Command::new(SERVER);
    command.stdin(File::open("/dev/zero").unwrap());
    command.stdout(stdout).stderr(Stdio::null());
    let mut process = Process::start(command);
    let mut peer = Peer::new(tokio::io::sink(), output);
    // The line of zeros has become too long: the server is at work.
    assert_eq!(peer.receive().await["error"]["code"], -32600);
    process.signal(SIGNALS[0]).await;
    assert!(process.exit().await.success());
}

#[tokio::test]
async fn a_reader_that_went_away_ends_the_process() {
    let (mut peer, mut process) = connect().await;
    peer.hang_up();
    peer.start("ping", json!({})).await;
    assert!(process.exit().await.success());
}
