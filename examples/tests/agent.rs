//! The agent, as an editor starts it.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::program::{Program, objections};

const AGENT: &str = env!("CARGO_BIN_EXE_agent");

#[test]
fn it_answers_a_prompt_with_the_sum() {
    let mut agent =
        Command::new(AGENT).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = agent.stdin.take().unwrap();
    let mut output = BufReader::new(agent.stdout.take().unwrap()).lines();
    let mut ask = |id: u64, method: &str, params: Value| {
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        writeln!(input, "{request}").unwrap();
        let mut said = String::new();
        loop {
            let message: Value = serde_json::from_str(&output.next().unwrap().unwrap()).unwrap();
            if message["id"] == id {
                return (said, message["result"].clone());
            }
            let update = &message["params"]["update"];
            if update["sessionUpdate"] == "agent_message_chunk" {
                said += update["content"]["text"].as_str().unwrap();
            }
        }
    };
    ask(1, "initialize", json!({ "protocolVersion": 1 }));
    let (_, session) = ask(2, "session/new", json!({ "cwd": "/", "mcpServers": [] }));
    let prompt = json!([{ "type": "text", "text": "hello" }]);
    let params = json!({ "sessionId": session["sessionId"], "prompt": prompt });
    let (said, result) = ask(3, "session/prompt", params);
    assert_eq!(said, "You said helloThe sum is 5");
    assert_eq!(result["stopReason"], "end_turn");
    drop(input);
    assert!(agent.wait().unwrap().success());
}

#[test]
fn nobody_objects() {
    assert_eq!(objections(&Program::new(AGENT)), []);
}

#[test]
fn nobody_objects_to_the_tools_of_the_scripted_agent() {
    assert_eq!(objections(&Program::new(env!("CARGO_BIN_EXE_scripted"))), []);
}
