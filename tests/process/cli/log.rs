//! `-v` and `RUST_LOG`: what a server says of its requests on standard error.

use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::Ran;

/// What a server logs while a client of 2026-07-28 sends it this, each line without its time.
fn logged(arguments: &[&str], environment: &[(&str, &str)], sent: &[Value]) -> Vec<String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_studio-server"));
    command.args(arguments).env_remove("RUST_LOG").envs(environment.iter().copied());
    logged_by(command, sent)
}

fn logged_by(mut command: Command, sent: &[Value]) -> Vec<String> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut server = command.spawn().unwrap();
    let mut input = server.stdin.take().unwrap();
    for message in sent {
        writeln!(input, "{message}").unwrap();
    }
    drop(input);
    let ran = Ran::from(server.wait_with_output().unwrap());
    let lines = ran.stderr.lines().map(|line| line.split_once(' ').unwrap().1.trim().to_owned());
    lines.collect()
}

fn request(method: &str, mut params: Value) -> Value {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
}

fn print() -> Value {
    request("tools/call", json!({"name": "print", "arguments": {"copies": 1}}))
}

/// A line of a request without its time, which no two runs share.
fn without_time(line: &str) -> &str {
    let (line, time) = line.rsplit_once(' ').unwrap();
    assert!(time.strip_suffix("ms").unwrap().parse::<f64>().unwrap() >= 0.0);
    line
}

#[test]
fn v_gives_a_line_per_request_and_refusal() {
    let wrong = request("tools/call", json!({"name": "print", "arguments": {"copies": "hunter2"}}));
    let sent = [
        wrong,
        request("tools/call", json!({"name": "prnt\n"})),
        request("tools/frob", json!({"secret": "hunter2"})),
        json!("hunter2"),
        request("prompts/get", json!({"name": "ask", "arguments": {"style": "hunter2"}})),
    ];
    let lines = logged(&["-v"], &[], &sent);
    assert_eq!(without_time(&lines[0]), "INFO tools/call print 2026-07-28 tool_error");
    assert_eq!(without_time(&lines[1]), "INFO tools/call prnt\\n 2026-07-28 error -32602");
    let refused = "INFO refused mcp.method.name=tools/frob rpc.response.status_code=-32601";
    assert_eq!(lines[2], refused);
    assert_eq!(lines[3], "INFO refused rpc.response.status_code=-32600");
    assert_eq!(without_time(&lines[4]), "INFO prompts/get ask 2026-07-28 ok");
    assert!(!lines.concat().contains("hunter2"), "{lines:?}");
    assert_eq!(lines.len(), 5);
}

#[test]
fn without_v_nothing_is_logged() {
    assert_eq!(logged(&[], &[], &[print()]), [""; 0]);
}

#[test]
fn what_a_handler_logs_stands_with_its_request() {
    let lines = logged(&["-v"], &[], &[print()]);
    assert_eq!(lines[0], "INFO tools/call print: studio_server: printing copy=1");
}

#[test]
fn what_mcp_has_deprecated_is_warned_of_once() {
    let call = |name: &str, arguments: Value| {
        let mut call = request("tools/call", json!({"name": name, "arguments": arguments}));
        let meta = &mut call["params"]["_meta"];
        meta["io.modelcontextprotocol/clientCapabilities"] = json!({"roots": {}, "sampling": {}});
        meta["io.modelcontextprotocol/logLevel"] = json!("info");
        call
    };
    let calls = [
        call("write_poem", json!({"about": "tea"})),
        call("look", json!({})),
        call("count", json!({"to": 2})),
    ];
    let mut command = Command::new(env!("CARGO_BIN_EXE_page-server"));
    command.arg("-v").env_remove("RUST_LOG");
    let lines = logged_by(command, &[calls.clone(), calls].concat());
    let mut warnings: Vec<&str> = lines
        .iter()
        .filter_map(|line| line.split_once("MCP has deprecated "))
        .map(|(_, it)| it)
        .collect();
    warnings.sort_unstable();
    let expected = [
        "logging to clients: write to standard error, or use OpenTelemetry",
        "roots: take directories as arguments, as resource URIs, or from the configuration",
        "sampling: call the API of a model provider",
    ];
    assert_eq!(warnings, expected, "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("WARN")), "{lines:?}");
}

#[test]
fn rust_log_is_respected() {
    let log = |directives| logged(&[], &[("RUST_LOG", directives)], &[print()]);
    assert_eq!(log("studio_server=info"), ["INFO studio_server: printing copy=1"]);
    assert_eq!(log("studio_server=warn"), [""; 0]);
    assert_eq!(log("info").len(), 2);
    let lines = logged(&["-v"], &[("RUST_LOG", "studio_server=off")], &[print()]);
    assert_eq!(lines.len(), 1, "{lines:?}");
}

#[test]
fn a_subscriber_of_the_program_stays() {
    assert_eq!(logged(&["-v"], &[("OWN_SUBSCRIBER", "1")], &[print()]), [""; 0]);
}

/// How many calls a server answers whose standard error nobody reads, of as many as are sent.
fn answered_unread(arguments: &[&str], calls: usize) -> usize {
    let mut command = Command::new(env!("CARGO_BIN_EXE_studio-server"));
    command.args(arguments).env_remove("RUST_LOG");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut server = command.spawn().unwrap();
    let mut input = server.stdin.take().unwrap();
    let output = server.stdout.take().unwrap();
    // Held, and not read.
    let unread = server.stderr.take().unwrap();
    let sender = std::thread::spawn(move || {
        for _ in 0..calls {
            if writeln!(input, "{}", print()).is_err() {
                return;
            }
        }
    });
    let (line, lines) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        for read in std::io::BufRead::lines(std::io::BufReader::new(output)) {
            let _ = line.send(read);
        }
    });
    let mut answered = 0;
    while answered < calls && lines.recv_timeout(std::time::Duration::from_secs(20)).is_ok() {
        answered += 1;
    }
    server.kill().unwrap();
    server.wait().unwrap();
    drop(unread);
    sender.join().unwrap();
    answered
}

#[test]
fn a_log_that_nobody_reads_holds_no_call() {
    for arguments in [&["-v"][..], &["-vv"], &["-vvv"]] {
        assert_eq!(answered_unread(arguments, 3000), 3000, "{arguments:?}");
    }
}
