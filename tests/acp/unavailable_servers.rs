//! MCP servers of a session that cannot be used, whatever is wrong with them, and what they learn of
//! their agent.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::fixture::{Editor, answered, update};

/// Servers that cannot be used, by what is wrong with them.
fn broken() -> Vec<Value> {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = directory.join("no-program");
    fs::write(&file, "#!/bin/sh\n").expect("a file");
    let shell = |name: &str, script: &str| json!({ "name": name, "command": "/bin/sh", "args": ["-c", script], "env": [] });
    let program =
        |name: &str, path: &Path| json!({ "name": name, "command": path, "args": [], "env": [] });
    let answer = |answer: &str| format!("read line; echo '{answer}'; sleep 60");
    vec![
        program("is not there", Path::new("/nowhere")),
        program("is a directory", directory),
        program("is no program", &file),
        shell("exits", "exit 3"),
        shell("exits after a message", "read line; exit 0"),
        shell("is killed", "kill -9 $$"),
        shell("writes no JSON", "echo hello; read line; exit 0"),
        shell("writes half a message", "read line; printf '{\"jsonrpc\"'; exit 0"),
        shell("closes its output", "exec >&-; sleep 60"),
        shell("says nothing", "sleep 60"),
        shell("reads nothing and writes a lot", "exec <&-; yes"),
        shell(
            "refuses",
            &answer(r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"not today"}}"#),
        ),
        shell("answers with nothing", &answer(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#)),
        shell("answers something else", &answer(r#"{"jsonrpc":"2.0","id":99,"result":{}}"#)),
        json!({ "type": "http", "name": "does not listen", "url": "http://127.0.0.1:1/mcp", "headers": [] }),
        json!({ "type": "http", "name": "has no host", "url": "http://nowhere.invalid/mcp", "headers": [] }),
    ]
}

#[tokio::test]
async fn a_session_works_without_servers_that_fail_in_any_way() {
    let mut servers = broken();
    let names: BTreeSet<String> =
        servers.iter().map(|server| server["name"].as_str().expect("a name").to_owned()).collect();
    servers.push(
        json!({ "name": "good", "command": env!("CARGO_BIN_EXE_agent-server"), "args": ["stdio"] }),
    );
    let mut editor = Editor::open_with(json!({ "session": { "notices": {} } })).await;
    let params = json!({ "cwd": "/", "mcpServers": servers });
    let id = editor.peer.start("session/new", params).await;
    // One that says nothing has 30 s.
    let (before, mut answer) = editor.until(id).await;
    assert!(before.is_empty(), "{before:?}");
    let value = answer["result"]["sessionId"].take();
    let session = value.as_str().expect("a session");
    let mut told = BTreeSet::new();
    while told.len() < names.len() {
        let notice = update(&editor.peer.receive().await, session);
        assert_eq!(notice["severity"], "warning", "{notice}");
        let title = notice["title"].as_str().unwrap();
        let name = title.split('`').nth(1).expect("the name of the server");
        assert!(notice["description"].as_str().is_some_and(|text| !text.is_empty()), "{notice}");
        told.insert(name.to_owned());
    }
    assert_eq!(told, names);
    let tools = answered(&mut editor, session, "tools").await;
    assert!(tools.contains("good__add"), "{tools}");
    assert_eq!(answered(&mut editor, session, "call good__add {\"a\":1,\"b\":2}").await, "got 3");
}

/// A variable that cargo sets for tests stands for the secrets of an agent, such as its key for a model.
#[tokio::test]
async fn a_server_of_a_session_gets_only_the_environment_that_programs_need() {
    assert!(std::env::var_os("CARGO_MANIFEST_DIR").is_some());
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("environment-of-a-server");
    let script = format!("env > '{}'; exit 1", file.display());
    let server = json!({
        "name": "shell", "command": "/bin/sh", "args": ["-c", script],
        "env": [{ "name": "GIVEN", "value": "1" }],
    });
    let mut editor = Editor::open_with(json!({ "session": { "notices": {} } })).await;
    let params = json!({ "cwd": "/", "mcpServers": [server] });
    let id = editor.peer.start("session/new", params).await;
    let (_, mut answer) = editor.until(id).await;
    let session = answer["result"]["sessionId"].take();
    let notice = update(&editor.peer.receive().await, session.as_str().expect("a session"));
    assert_eq!(notice["severity"], "warning", "{notice}");
    let usual = [
        "HOME", "LANG", "LC_ALL", "LC_CTYPE", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "TZ",
        "USER", "GIVEN", // What a shell sets:
        "PWD", "SHLVL", "_", "OLDPWD",
    ];
    let got = fs::read_to_string(file).expect("it was started");
    let names: Vec<&str> =
        got.lines().filter_map(|line| line.split_once('=')).map(|(name, _)| name).collect();
    assert!(names.contains(&"PATH") && names.contains(&"GIVEN"), "{names:?}");
    for name in names {
        assert!(usual.contains(&name), "{name}");
    }
}
