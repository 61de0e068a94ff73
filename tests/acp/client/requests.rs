//! What agents of version 1 ask of a client that offers everything.

use std::sync::{Arc, Mutex};

use mcp_runtime::{Answer, Result, json};
use mcp_runtime_acp::StopReason;
use mcp_runtime_acp::client::{
    CreateTerminal, TerminalExit, TerminalOutput, TerminalRef, Terminals,
};
use serde_json::Value;

use super::any_editor;
use mcp_test_support::scripted::{result, scripted};

/// Terminals that write down what they are told.
#[derive(Clone, Default)]
struct RecordingTerminals(Arc<Mutex<Vec<String>>>);

impl RecordingTerminals {
    fn note(&self, what: impl Into<String>) {
        self.0.lock().unwrap().push(what.into());
    }
}

impl Terminals for RecordingTerminals {
    async fn create(&self, command: CreateTerminal) -> Result<String> {
        self.note(format!("{} {:?} {:?}", command.command, command.args, command.env));
        Ok("t1".to_owned())
    }

    async fn output(&self, terminal: TerminalRef) -> Result<TerminalOutput> {
        assert_eq!(terminal.terminal_id, "t1");
        Ok(TerminalOutput::new("hi\n").truncated())
    }

    async fn wait_for_exit(&self, _: TerminalRef) -> Result<TerminalExit> {
        Ok(TerminalExit::code(3))
    }

    async fn kill(&self, _: TerminalRef) -> Result<()> {
        self.note("kill");
        Ok(())
    }

    async fn release(&self, terminal: TerminalRef) -> Result<()> {
        Err(format!("there is no terminal {}", terminal.terminal_id).into())
    }
}

/// What the client answers to these requests, in their order.
async fn answers(requests: Vec<(&'static str, Value)>) -> (Vec<Value>, RecordingTerminals) {
    let recorded = RecordingTerminals::default();
    let answers = Arc::new(Mutex::new(Vec::new()));
    let heard = Arc::clone(&answers);
    let all = requests.len();
    let mut prompt = Value::Null;
    let agent = scripted(move |message| match message["method"].as_str() {
        Some("initialize") => {
            let offered = &message["params"]["clientCapabilities"];
            assert_eq!(offered["fs"], json!({ "readTextFile": true, "writeTextFile": true }));
            assert_eq!(offered["terminal"], true);
            assert_eq!(offered["elicitation"], json!({ "form": {}, "url": {} }));
            result(message, &json!({ "protocolVersion": 1 }))
        }
        Some("session/new") => result(message, &json!({ "sessionId": "one" })),
        Some(_) => {
            prompt = message.clone();
            let ask = |(id, (method, params)): (usize, &(&str, Value))| {
                let mut params = params.clone();
                params["sessionId"] = json!("one");
                let ask = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
                ask.to_string() + "\n"
            };
            Some(requests.iter().enumerate().map(ask).collect())
        }
        None => {
            let mut answers = heard.lock().unwrap();
            answers.push(message.clone());
            let is_last = answers.len() == all;
            is_last.then(|| result(&prompt, &json!({ "stopReason": "end_turn" })).unwrap())
        }
    });
    let written = recorded.clone();
    let client = any_editor()
        .on_read_text_file(|file| async move { Ok(file.cut("one\ntwo\nthree\n")) })
        .on_write_text_file(move |file| {
            written.note(format!("{}: {}", file.path.display(), file.content));
            async { Ok(()) }
        })
        .terminals(recorded.clone())
        .on_elicit(|_| async { Ok(Answer::<()>::Cancelled) })
        .on_elicit_url(|asked| async move {
            assert_eq!(asked.url, "https://example.com");
            Ok(Answer::Accepted(()))
        })
        .on_request(|method, params| async move { Ok(json!({ method: params["n"] })) })
        .connect(agent)
        .await
        .unwrap();
    let session = client.new_session("/work").await.unwrap();
    let turn = session.prompt("work").await.unwrap();
    assert_eq!(turn.finish().await.unwrap(), StopReason::EndTurn);
    let mut answers = std::mem::take(&mut *answers.lock().unwrap());
    answers.sort_by_key(|answer| answer["id"].as_u64());
    (answers, recorded)
}

#[tokio::test]
async fn files_are_read_and_written_by_handlers() {
    let (answers, recorded) = answers(vec![
        ("fs/read_text_file", json!({ "path": "/a" })),
        ("fs/read_text_file", json!({ "path": "/a", "line": 2, "limit": 1 })),
        ("fs/write_text_file", json!({ "path": "/b", "content": "new" })),
        ("fs/read_text_file", json!({})),
    ])
    .await;
    assert_eq!(answers[0]["result"], json!({ "content": "one\ntwo\nthree\n" }));
    assert_eq!(answers[1]["result"], json!({ "content": "two\n" }));
    assert_eq!(answers[2]["result"], json!({}));
    assert_eq!(answers[3]["error"]["code"], -32602);
    assert_eq!(*recorded.0.lock().unwrap(), ["/b: new"]);
}

#[tokio::test]
async fn commands_run_in_terminals_of_the_client() {
    let terminal = || json!({ "terminalId": "t1" });
    let (answers, recorded) = answers(vec![
        (
            "terminal/create",
            json!({ "command": "ls", "args": ["-l"], "env": [{ "name": "A", "value": "b" }] }),
        ),
        ("terminal/output", terminal()),
        ("terminal/wait_for_exit", terminal()),
        ("terminal/kill", terminal()),
        ("terminal/release", terminal()),
        ("terminal/paint", terminal()),
    ])
    .await;
    assert_eq!(answers[0]["result"], json!({ "terminalId": "t1" }));
    assert_eq!(answers[1]["result"], json!({ "output": "hi\n", "truncated": true }));
    assert_eq!(answers[2]["result"], json!({ "exitCode": 3, "signal": null }));
    assert_eq!(answers[3]["result"], json!({}));
    assert_eq!(answers[4]["error"]["message"], "there is no terminal t1");
    assert_eq!(answers[5]["error"]["code"], -32601);
    assert_eq!(*recorded.0.lock().unwrap(), ["ls [\"-l\"] [(\"A\", \"b\")]", "kill"]);
}

#[tokio::test]
async fn urls_and_requests_of_extensions_are_answered_by_handlers() {
    let (answers, _) = answers(vec![
        (
            "elicitation/create",
            json!({
                "mode": "url", "message": "Log in", "url": "https://example.com",
                "elicitationId": "e",
            }),
        ),
        ("_example.com/thing", json!({ "n": 1 })),
        ("example.com/thing", json!({ "n": 1 })),
        ("session/request_permission", json!({ "options": [] })),
    ])
    .await;
    assert_eq!(answers[0]["result"], json!({ "action": "accept" }));
    assert_eq!(answers[1]["result"], json!({ "_example.com/thing": 1 }));
    assert_eq!(answers[2]["error"]["code"], -32601);
    assert_eq!(answers[3]["error"]["code"], -32602);
}

/// The question continues for ever, and gets one answer all the same.
#[tokio::test]
async fn a_question_that_the_agent_gives_up_is_answered_so() {
    let mut prompt = Value::Null;
    let agent = scripted(move |message| match message["method"].as_str() {
        Some("initialize") => result(message, &json!({ "protocolVersion": 1 })),
        Some("session/new") => result(message, &json!({ "sessionId": "one" })),
        Some(_) => {
            prompt = message.clone();
            let params =
                json!({ "sessionId": "one", "toolCall": { "toolCallId": "c" }, "options": [] });
            let method = "session/request_permission";
            let ask = json!({ "jsonrpc": "2.0", "id": "q", "method": method, "params": params });
            let params = json!({ "requestId": "q" });
            let cancel =
                json!({ "jsonrpc": "2.0", "method": "$/cancel_request", "params": params });
            Some(format!("{ask}\n{cancel}\n"))
        }
        None => {
            assert_eq!(message["id"], "q");
            assert_eq!(message["error"]["code"], -32800, "{message}");
            result(&prompt, &json!({ "stopReason": "end_turn" }))
        }
    });
    let editor = any_editor().on_permission(|_| std::future::pending());
    let session = editor.connect(agent).await.unwrap().new_session("/").await.unwrap();
    let turn = session.prompt("work").await.unwrap();
    assert_eq!(turn.finish().await.unwrap(), StopReason::EndTurn);
}
