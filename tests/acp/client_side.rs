//! What a turn asks its client for: files, terminals, forms. A client is asked for nothing that it has
//! not advertised.

use serde_json::{Value, json};

use super::fixture::{Editor, kinds, said};

/// What an agent says that asks its client once, what it asks, and the updates meanwhile.
async fn asked_once(prompt: &str, method: &str, answer: Value) -> (Value, String) {
    let (mut editor, session) = open().await;
    let prompt = editor.prompt(&session, prompt).await;
    let (id, mut asked) = editor.asked(method).await;
    assert_eq!(asked["sessionId"].take(), json!(session));
    editor.reply(&id, answer).await;
    (asked, end(&mut editor, prompt).await.1)
}

/// The updates to the end of a turn, and what its agent says.
async fn end(editor: &mut Editor, prompt: u64) -> (Vec<Value>, String) {
    let (messages, answer) = editor.until(prompt).await;
    assert_eq!(answer["result"]["stopReason"], "end_turn", "{answer}");
    let updates: Vec<Value> = messages
        .into_iter()
        .map(|mut message| message["params"]["update"].take())
        .filter(|update| !update.is_null())
        .collect();
    let said = said(&updates);
    (updates, said)
}

fn capable() -> Value {
    json!({
        "fs": { "readTextFile": true, "writeTextFile": true },
        "terminal": true,
        "elicitation": { "form": {} },
        "_meta": { "example.com/lamps": 2 },
    })
}

async fn open() -> (Editor, String) {
    let (mut editor, _) = Editor::open_workbench(&[], capable()).await;
    let (session, _) = editor.session_with_commands().await;
    (editor, session)
}

#[tokio::test]
async fn a_file_is_read_by_the_client() {
    let answer = json!({ "content": "# Title" });
    let (asked, said) = asked_once("read notes.md", "fs/read_text_file", answer.clone()).await;
    assert_eq!(asked, json!({ "sessionId": null, "path": "/work/notes.md" }));
    assert_eq!(said, "# Title");
    let (asked, _) = asked_once("read /etc/hosts 3 20", "fs/read_text_file", answer).await;
    let expected = json!({ "sessionId": null, "path": "/etc/hosts", "line": 3, "limit": 20 });
    assert_eq!(asked, expected);
    let (_, said) = asked_once("read a", "fs/read_text_file", json!({ "text": "a" })).await;
    assert!(said.starts_with("failed: the client's answer to `fs/read_text_file`"), "{said}");
}

#[tokio::test]
async fn a_file_is_written_by_the_client() {
    let (asked, said) = asked_once("write a.txt hello", "fs/write_text_file", json!({})).await;
    assert_eq!(asked, json!({ "sessionId": null, "path": "/work/a.txt", "content": "hello" }));
    assert_eq!(said, "written");
}

#[tokio::test]
async fn what_the_client_refuses_fails_and_the_agent_goes_on() {
    let (mut editor, session) = open().await;
    let prompt = editor.prompt(&session, "read secret").await;
    let (id, _) = editor.asked("fs/read_text_file").await;
    let error = json!({ "code": -32002, "message": "no such file" });
    editor.peer.send(json!({ "jsonrpc": "2.0", "id": id, "error": error })).await;
    let (_, said) = end(&mut editor, prompt).await;
    assert!(said.starts_with("failed: ") && said.contains("no such file"), "{said}");
}

#[tokio::test]
async fn a_command_runs_in_a_terminal_of_the_client_in_a_call_of_its_own() {
    for (code, status) in [(0, "completed"), (2, "failed")] {
        let (mut editor, session) = open().await;
        let prompt = editor.prompt(&session, "run make all").await;
        let (id, mut asked) = editor.asked("terminal/create").await;
        asked["sessionId"].take();
        let expected = json!({
            "sessionId": null, "command": "make", "args": ["all"], "cwd": "/work/src",
            "env": [{ "name": "A", "value": "b" }], "outputByteLimit": 100,
        });
        assert_eq!(asked, expected);
        editor.reply(&id, json!({ "terminalId": "t1" })).await;
        let call = editor.peer.receive().await["params"]["update"].take();
        assert_eq!(kinds(std::slice::from_ref(&call)), ["tool_call in_progress"]);
        assert_eq!([&call["title"], &call["kind"]], ["make all", "execute"]);
        assert_eq!(call["content"], json!([{ "type": "terminal", "terminalId": "t1" }]));
        let (id, asked) = editor.asked("terminal/wait_for_exit").await;
        assert_eq!(asked, json!({ "sessionId": session, "terminalId": "t1" }));
        editor.reply(&id, json!({ "exitCode": code, "signal": null })).await;
        let ended = editor.peer.receive().await["params"]["update"].take();
        assert_eq!(kinds(std::slice::from_ref(&ended)), [format!("tool_call_update {status}")]);
        assert_eq!(ended["toolCallId"], call["toolCallId"]);
        let (id, asked) = editor.asked("terminal/release").await;
        assert_eq!(asked, json!({ "sessionId": session, "terminalId": "t1" }));
        editor.reply(&id, json!({})).await;
        assert_eq!(end(&mut editor, prompt).await.1, format!("Some({code})"));
    }
}

#[tokio::test]
async fn a_command_is_killed_and_what_it_has_written_read() {
    let (mut editor, session) = open().await;
    let prompt = editor.prompt(&session, "kill yes").await;
    let (id, _) = editor.asked("terminal/create").await;
    editor.reply(&id, json!({ "terminalId": "t1" })).await;
    editor.peer.receive().await;
    let (id, _) = editor.asked("terminal/kill").await;
    editor.reply(&id, json!({})).await;
    let (id, _) = editor.asked("terminal/output").await;
    let exit = json!({ "signal": "SIGKILL" });
    let output = json!({ "output": "y\n", "truncated": true, "exitStatus": exit });
    editor.reply(&id, output).await;
    let said = end(&mut editor, prompt).await.1;
    for part in ["\"y\\n\"", "truncated: true", "SIGKILL"] {
        assert!(said.contains(part), "{said}");
    }
}

/// What the tool shows later is shown beside the terminal.
#[tokio::test]
async fn a_terminal_of_a_tool_is_shown_in_its_call() {
    let (mut editor, session) = open().await;
    let prompt = editor.prompt(&session, "test").await;
    for _ in 0..2 {
        editor.peer.receive().await;
    }
    let (id, _) = editor.asked("terminal/create").await;
    editor.reply(&id, json!({ "terminalId": "t1" })).await;
    let shown = editor.peer.receive().await["params"]["update"]["content"].take();
    let terminal = json!({ "type": "terminal", "terminalId": "t1" });
    let text = |text| json!({ "type": "content", "content": { "type": "text", "text": text } });
    assert_eq!(shown, json!([terminal]));
    let shown = editor.peer.receive().await["params"]["update"]["content"].take();
    assert_eq!(shown, json!([terminal, text("testing")]));
    let (id, _) = editor.asked("terminal/wait_for_exit").await;
    editor.reply(&id, json!({ "exitCode": 0 })).await;
    let (id, _) = editor.asked("terminal/output").await;
    editor.reply(&id, json!({ "output": "all pass", "truncated": false })).await;
    editor.asked("terminal/release").await;
    let (updates, said) = end(&mut editor, prompt).await;
    assert_eq!(kinds(&updates), ["tool_call_update completed", "agent_message_chunk"]);
    assert_eq!(updates[0]["content"], json!([terminal, text("all pass")]));
    assert_eq!(said, "all pass");
}

#[tokio::test]
async fn a_terminal_is_released_when_its_turn_is_cancelled() {
    let (mut editor, session) = open().await;
    let prompt = editor.prompt(&session, "run sleep").await;
    let (id, _) = editor.asked("terminal/create").await;
    editor.reply(&id, json!({ "terminalId": "t1" })).await;
    editor.peer.receive().await;
    let (waiting, _) = editor.asked("terminal/wait_for_exit").await;
    editor.cancel(&session).await;
    let (messages, answer) = editor.until(prompt).await;
    assert_eq!(answer["result"]["stopReason"], "cancelled");
    let methods: Vec<&Value> = messages.iter().map(|message| &message["method"]).collect();
    assert_eq!(methods, ["$/cancel_request", "session/update", "terminal/release"]);
    assert_eq!(messages[0]["params"]["requestId"], waiting);
    assert_eq!(messages[1]["params"]["update"]["status"], "failed");
}

#[tokio::test]
async fn a_turn_asks_the_person_to_fill_in_a_form() {
    let answer = json!({ "action": "accept", "content": { "name": "Ada" } });
    let (asked, said) = asked_once("name", "elicitation/create", answer).await;
    assert_eq!([&asked["mode"], &asked["message"]], ["form", "Who are you?"]);
    assert_eq!(said, "Ada");
    let answer = json!({ "action": "decline" });
    assert_eq!(asked_once("name", "elicitation/create", answer).await.1, "nobody");
}

/// For each capability: left out, null, or of a wrong type, it is not there.
#[tokio::test]
async fn a_client_is_not_asked_for_what_it_does_not_advertise() {
    let cases = [
        ("read a", "/fs/readTextFile"),
        ("write a b", "/fs/writeTextFile"),
        ("run make", "/terminal"),
        ("name", "/elicitation/form"),
    ];
    for (prompt, capability) in cases {
        for wrong in
            [None, Some(json!(null)), Some(json!("yes")), Some(json!(1)), Some(json!(false))]
        {
            let mut capabilities = capable();
            let place = capabilities.pointer_mut(capability).expect("it is there");
            *place = wrong.clone().unwrap_or_default();
            if wrong.is_none() {
                let (parent, name) = capability.rsplit_once('/').expect("a path");
                let parent = capabilities.pointer_mut(parent).expect("it is there");
                parent.as_object_mut().expect("an object").remove(name);
            }
            let (mut editor, _) = Editor::open_workbench(&[], capabilities).await;
            let (session, _) = editor.session_with_commands().await;
            let said = editor.said(&session, prompt).await;
            let name = capability[1..].replace('/', ".");
            assert_eq!(
                said,
                format!("failed: the client does not advertise `{name}`"),
                "{wrong:?}"
            );
        }
    }
}

#[tokio::test]
async fn custom_capabilities_are_told_both_ways() {
    let (mut editor, told) = Editor::open_workbench(&[], capable()).await;
    let custom = json!({ "com.example/desks": {}, "example.com/desks": { "count": 1 } });
    assert_eq!(told["agentCapabilities"]["_meta"], custom);
    let (session, _) = editor.session_with_commands().await;
    assert_eq!(editor.said(&session, "custom").await, "{\"example.com/lamps\":2}");
}

/// It does not know of them, whatever its client says.
#[tokio::test]
async fn version_2_has_no_files_and_terminals_of_the_client() {
    let (mut editor, _) = Editor::open_workbench_v2(&[]).await;
    let (session, _) = editor.session_with_commands().await;
    for prompt in ["read a", "write a b", "run make"] {
        let (_, updates, _) = editor.turn_v2(&session, prompt).await;
        assert!(said(&updates).starts_with("failed: the client does not advertise"), "{updates:?}");
    }
}
