//! No line of input ends an agent, or makes it hang.

use mcp_test_support::peer::{Peer, Process, request};
use mcp_test_support::random::Random;
use serde_json::{Map, Value, json};

use super::fixture::Editor;

/// So many lines an agent is given.
const LINES: usize = 3000;

#[tokio::test]
async fn no_line_ends_an_agent() {
    let Editor { mut peer, process } = Editor::open().await;
    pelt(&mut peer, "version 1").await;
    let session = session(&mut peer).await;
    let prompt = json!([{ "type": "text", "text": "say still here" }]);
    let params = json!({ "sessionId": session, "prompt": prompt });
    let answer = answered(&mut peer, "session/prompt", params).await;
    assert_eq!(answer["result"]["stopReason"], "end_turn");
    ends(peer, process).await;
}

#[tokio::test]
async fn no_line_ends_an_agent_of_version_2() {
    let Editor { mut peer, process } = Editor::open_v2().await;
    pelt(&mut peer, "version 2").await;
    let session = session(&mut peer).await;
    let prompt = json!([{ "type": "text", "text": "say still here" }]);
    let params = json!({ "sessionId": session, "prompt": prompt });
    let answer = answered(&mut peer, "session/prompt", params).await;
    assert!(answer["result"]["messageId"].is_string(), "{answer}");
    ends(peer, process).await;
}

#[tokio::test]
async fn no_line_ends_a_program_that_speaks_both_protocols() {
    let Editor { mut peer, process } = Editor::start();
    pelt(&mut peer, "not initialized").await;
    ends(peer, process).await;
}

/// Sends lines of which most are broken, and reads what comes in between.
async fn pelt(peer: &mut Peer, seed: &str) {
    let mut random = Random::of(seed);
    let messages = messages();
    let mut id = String::new();
    for number in 0..LINES {
        // It is closed again and again.
        if number % 100 == 0 {
            id = session(peer).await;
        }
        let line = line(&mut random, &messages, &id);
        peer.send_bytes(&line).await;
        peer.send_bytes(b"\n").await;
        // Nobody may have to keep more than this of what nobody reads.
        if number % 20 == 0 {
            answered(peer, "session/list", json!({})).await;
        }
    }
}

/// The id of a new session, or of none where the agent makes none.
async fn session(peer: &mut Peer) -> String {
    let answer = answered(peer, "session/new", json!({ "cwd": "/", "mcpServers": [] })).await;
    answer["result"]["sessionId"].as_str().unwrap_or("none").to_owned()
}

/// The answer to a request, whatever comes before.
async fn answered(peer: &mut Peer, method: &str, params: Value) -> Value {
    let id = format!("answered {method}");
    peer.send(request(id.clone(), method, params)).await;
    loop {
        let message = peer.receive().await;
        if message["id"] == id {
            return message;
        }
    }
}

/// The process ends by itself, and those that it has started with it.
async fn ends(mut peer: Peer, mut process: Process) {
    peer.close();
    // All processes hold the standard error of the agent as long as they live.
    let ended = tokio::spawn(async move {
        process.stderr().await;
        process.exit().await
    });
    peer.rest().await;
    assert!(ended.await.expect("it is waited for").success());
}

/// A line that says something of the protocol, or nearly so.
fn line(random: &mut Random, messages: &[Value], session: &str) -> Vec<u8> {
    let mut message = random.pick(messages).clone();
    if !random.once_in(6) {
        for _ in 0..=random.below(3) {
            mutate(random, &mut message);
        }
    }
    let session = if random.once_in(8) { "none" } else { session };
    let mut line = message.to_string().replace("\"none\"", &format!("\"{session}\"")).into_bytes();
    match random.below(12) {
        0 => line.truncate(random.below(line.len())),
        1 => line.insert(random.below(line.len()), *random.pick(b"{}[]\",:\\\0\x7f\xff ")),
        2 => line = [&line[..], &line[..]].concat(),
        3 => line = [b"[", &line[..], b"]"].concat(),
        4 => line = [&b"[".repeat(200)[..], &line[..]].concat(),
        _ => {}
    }
    // It is one line, whatever has become of it.
    line.retain(|byte| *byte != b'\n');
    line
}

/// Puts something else in the place of some part.
fn mutate(random: &mut Random, value: &mut Value) {
    match value {
        Value::Object(members) if !members.is_empty() && !random.once_in(8) => {
            let keys: Vec<String> = members.keys().cloned().collect();
            let key = random.pick(&keys);
            match random.below(6) {
                0 => drop(members.remove(key)),
                1 => drop(members.insert(format!("{key}é"), Value::Null)),
                _ => mutate(random, &mut members[key.as_str()]),
            }
        }
        Value::Array(items) if !items.is_empty() && !random.once_in(8) => {
            let index = random.below(items.len());
            mutate(random, &mut items[index]);
        }
        _ => *value = other(random),
    }
}

fn other(random: &mut Random) -> Value {
    match random.below(14) {
        0 => json!(null),
        1 => json!(true),
        2 => json!(-1),
        3 => json!(1.5),
        4 => json!(i64::MAX),
        5 => json!(1e300),
        6 => json!(""),
        7 => json!("\u{0}\u{feff}\"\\"),
        8 => json!("é".repeat(500)),
        9 => json!([]),
        10 => json!([[], {}, null]),
        11 => json!({}),
        12 => {
            let nest = |inner| Value::Object(Map::from_iter([("a".to_owned(), inner)]));
            (0..100).fold(Value::Null, |inner, _| nest(inner))
        }
        _ => (0..50).map(|key| (key.to_string(), json!(key))).collect(),
    }
}

/// Messages of a client, with ids of their own kind: no answer to one is taken for another's.
fn messages() -> Vec<Value> {
    let server = json!({
        "name": "other", "command": env!("CARGO_BIN_EXE_agent-server"), "args": [], "env": [],
    });
    let prompt = |text: &str| json!([{ "type": "text", "text": text }]);
    let mut requests = vec![
        (
            "initialize",
            json!({ "protocolVersion": 1, "clientCapabilities": { "elicitation": { "form": {} } } }),
        ),
        ("session/new", json!({ "cwd": "/", "mcpServers": [] })),
        ("session/load", json!({ "sessionId": "none", "cwd": "/", "mcpServers": [server] })),
        ("session/list", json!({ "cwd": "/", "cursor": "a" })),
        (
            "session/resume",
            json!({ "sessionId": "none", "cwd": "/", "replayFrom": { "type": "start" } }),
        ),
        ("session/close", json!({ "sessionId": "none" })),
        ("session/delete", json!({ "sessionId": "none" })),
        ("session/set_mode", json!({ "sessionId": "none", "modeId": "ask" })),
        (
            "session/set_config_option",
            json!({ "sessionId": "none", "configId": "a", "value": "b" }),
        ),
        ("tool_call/cancel", json!({ "sessionId": "none", "toolCallId": "a" })),
        ("authenticate", json!({ "methodId": "none" })),
        ("logout", json!({})),
        ("_example.com/method", json!({ "a": 1 })),
        ("tools/call", json!({ "name": "add", "arguments": { "a": 1, "b": 2 } })),
    ];
    for text in ["say hello", "call wipe", "call greet", "call add {\"a\":1}", "tools", "ask why"] {
        requests.push(("session/prompt", json!({ "sessionId": "none", "prompt": prompt(text) })));
    }
    let mut messages: Vec<Value> = requests
        .into_iter()
        .enumerate()
        .map(|(id, (method, params))| request(id, method, params))
        .collect();
    messages.push(request("new", "session/new", json!({ "cwd": "/", "mcpServers": [server] })));
    let outcome = json!({ "outcome": { "outcome": "selected", "optionId": "allow_once" } });
    for id in 0..4 {
        messages.push(json!({ "jsonrpc": "2.0", "id": id, "result": outcome }));
        messages
            .push(json!({ "jsonrpc": "2.0", "id": id, "error": { "code": 1, "message": "no" } }));
    }
    for (method, params) in [
        ("session/cancel", json!({ "sessionId": "none" })),
        ("$/cancel_request", json!({ "requestId": 1 })),
        ("_example.com/news", json!([1])),
    ] {
        messages.push(json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }
    messages
}
