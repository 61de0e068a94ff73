//! Sessions: how they are made, listed, loaded and closed.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::fixture::{Editor, answered, ids, kinds, update};

#[tokio::test]
async fn a_session_works_in_its_directory() {
    let mut editor = Editor::open().await;
    let one = editor.session("/one").await;
    let two = editor.session("/two").await;
    assert_eq!(editor.said(&one, "where").await, "/one");
    assert_eq!(editor.said(&two, "call place").await, "got \"/two\"");
}

/// It has to be absolute, but `yopo` says `.`.
#[tokio::test]
async fn a_relative_directory_begins_where_the_agent_was_started() {
    let mut editor = Editor::open().await;
    let here = std::env::current_dir().expect("a directory");
    for (cwd, expected) in [(".", here.clone()), ("work", here.join("work"))] {
        let session = editor.session(cwd).await;
        assert_eq!(editor.said(&session, "where").await, expected.display().to_string());
    }
    for params in [json!({ "cwd": "", "mcpServers": [] }), json!({ "mcpServers": [] })] {
        assert_eq!(editor.error("session/new", params).await, -32602);
    }
}

/// Those of version 1 may be relative, for clients that send `.` and `npx`.
#[tokio::test]
async fn paths_have_to_be_absolute() {
    let directories = [json!(["lib"]), json!(["/lib", "../lib"]), json!(["~/lib"])];
    let cwds = [json!("work"), json!("."), json!("~"), json!("file:///work")];
    let commands = ["agent-server", "./agent-server", "../x", "", "~/x", "file:///bin/x"];
    for (mut editor, version) in [(Editor::open().await, 1), (Editor::open_v2().await, 2)] {
        let session = editor.session("/").await;
        let methods = ["session/new", "session/resume", "session/load"];
        for method in methods.into_iter().take(if version == 1 { 3 } else { 2 }) {
            let mut refused = async |name: &str, value: Value, named: &str| {
                let mut params = json!({ "sessionId": session, "cwd": "/", "mcpServers": [] });
                params[name] = value.clone();
                let error = editor.peer.request(method, params).await["error"].take();
                assert_eq!(error["code"], -32602, "{method} {name} {value}: {error}");
                let message = error["message"].as_str().expect("a message");
                let says = message.contains(named) && message.contains("absolute path");
                assert!(says, "{method} {name} {value}: {message}");
            };
            for directory in directories.iter().filter(|_| version == 2).chain([&json!([""])]) {
                refused("additionalDirectories", directory.clone(), "`additionalDirectories`")
                    .await;
            }
            for command in commands.iter().filter(|_| version == 2) {
                for kind in [json!(null), json!("stdio")] {
                    let server = json!({ "type": kind, "name": "one", "command": command });
                    refused("mcpServers", json!([server]), "`command` of `one`").await;
                }
            }
            for cwd in cwds.iter().filter(|_| version == 2).chain([&json!("")]) {
                refused("cwd", cwd.clone(), "`cwd`").await;
            }
        }
        // Nothing was opened, or changed.
        let list = editor.result("session/list", json!({})).await;
        let [listed] = &list["sessions"].as_array().expect("a list")[..] else { panic!("{list}") };
        assert_eq!(listed["additionalDirectories"], json!(null));
        for (cwd, code) in [("", json!(-32602)), ("work", json!((version == 2).then_some(-32602)))]
        {
            let answer = editor.peer.request("session/list", json!({ "cwd": cwd })).await;
            assert_eq!(answer["error"]["code"], code, "{answer}");
        }
    }
}

/// What it says would not be followed.
#[tokio::test]
async fn a_system_prompt_is_refused() {
    let text = json!([{ "type": "text", "text": "Be brief." }]);
    let prompts = [
        json!({ "mode": "append", "content": text }),
        json!({ "mode": "override", "content": text }),
        json!({ "mode": "append", "content": [] }),
        json!({}),
        json!("Be brief."),
        json!(false),
    ];
    for (mut editor, methods) in [
        (Editor::open().await, &["session/new", "session/load", "session/resume"][..]),
        (Editor::open_v2().await, &["session/new", "session/resume"]),
    ] {
        let session = editor.session("/").await;
        for method in methods {
            let mut params = json!({ "sessionId": session, "cwd": "/", "mcpServers": [] });
            for prompt in &prompts {
                params["systemPrompt"] = prompt.clone();
                let error = editor.peer.request(method, params.clone()).await["error"].take();
                assert_eq!(error["code"], -32602, "{method} {prompt}: {error}");
                let message = error["message"].as_str().expect("a message");
                assert!(message.contains("`systemPrompt`: this agent does not"), "{message}");
            }
        }
        // None was opened.
        let list = editor.result("session/list", json!({})).await;
        assert_eq!(ids(&list), [&session]);
        for method in methods {
            let params = json!({ "sessionId": session, "cwd": "/", "systemPrompt": null });
            let id = editor.peer.start(method, params).await;
            let (_, answer) = editor.until(id).await;
            assert!(answer["result"].is_object(), "{answer}");
        }
    }
}

/// As the schema says of each of them, `x-deserialize-default-on-null`.
#[tokio::test]
async fn lists_that_are_null_are_empty() {
    let mut editor = Editor::open().await;
    let params = json!({ "cwd": "/", "additionalDirectories": null, "mcpServers": null });
    let id = editor.result("session/new", params).await["sessionId"].take();
    let command = env!("CARGO_BIN_EXE_agent-server");
    let server = json!({ "name": "other", "command": command, "args": null, "env": null });
    let params = json!({ "sessionId": id, "cwd": "/", "mcpServers": [server] });
    editor.result("session/load", params).await;
}

#[tokio::test]
async fn additional_directories_are_those_that_were_said_last() {
    let mut editor = Editor::open().await;
    let params = json!({ "cwd": "/", "additionalDirectories": ["/one"], "mcpServers": [] });
    let id = editor.result("session/new", params).await["sessionId"].take();
    let listed = async |editor: &mut Editor| {
        let mut list = editor.result("session/list", json!({})).await;
        list["sessions"][0]["additionalDirectories"].take()
    };
    assert_eq!(listed(&mut editor).await, json!(["/one"]));
    let two = json!(["/two", "/three"]);
    let params = json!({ "sessionId": id, "cwd": "/", "additionalDirectories": two });
    editor.result("session/resume", params).await;
    assert_eq!(listed(&mut editor).await, two);
    let params = json!({ "sessionId": id, "cwd": "/", "mcpServers": [] });
    editor.result("session/load", params).await;
    assert_eq!(listed(&mut editor).await, json!(null));
}

#[tokio::test]
async fn handlers_keep_state_for_a_session() {
    let mut editor = Editor::open().await;
    let one = editor.session("/").await;
    let two = editor.session("/").await;
    for (session, count) in [(&one, "1"), (&one, "2"), (&two, "1")] {
        assert_eq!(editor.said(session, "count").await, count);
    }
}

#[tokio::test]
async fn sessions_are_listed_by_directory_with_their_titles() {
    let mut editor = Editor::open().await;
    let one = editor.session("/one").await;
    let two = editor.session("/two").await;
    editor.turn(&one, "title Spring cleaning").await;
    let list = editor.result("session/list", json!({ "cwd": "/one" })).await;
    let [session] = &list["sessions"].as_array().expect("a list")[..] else { panic!("{list}") };
    assert_eq!(
        [&session["sessionId"], &session["title"], &session["cwd"]],
        [&json!(one), &json!("Spring cleaning"), &json!("/one")]
    );
    let list = editor.result("session/list", json!({})).await;
    let mut ids: Vec<&str> = ids(&list);
    ids.sort_unstable();
    let mut expected = [one.as_str(), two.as_str()];
    expected.sort_unstable();
    assert_eq!(ids, expected);
}

#[tokio::test]
async fn what_was_said_is_replayed_whole_before_the_answer() {
    let mut editor = Editor::open().await;
    let session = editor.session("/work").await;
    let mut said = Vec::new();
    for (prompt, reason) in [("say one", "end_turn"), ("call add {\"a\":1,\"b\":2}", "end_turn")] {
        let (updates, ended) = editor.turn(&session, prompt).await;
        assert_eq!(ended, reason);
        let content = json!({ "type": "text", "text": prompt });
        said.push(json!({ "sessionUpdate": "user_message_chunk", "content": content }));
        said.extend(updates);
    }
    let params = json!({ "sessionId": session, "cwd": "/work", "mcpServers": [] });
    let id = editor.peer.start("session/load", params.clone()).await;
    let (replayed, answer) = editor.until(id).await;
    let mut replayed: Vec<Value> =
        replayed.iter().map(|message| update(message, &session)).collect();
    for user in replayed.iter_mut().filter(|it| it["sessionUpdate"] == "user_message_chunk") {
        assert!(user["messageId"].take().is_string());
        user.as_object_mut().expect("an object").remove("messageId");
    }
    assert_eq!(replayed, said);
    assert_eq!(kinds(&replayed)[..2], ["user_message_chunk", "agent_message_chunk"]);
    assert_eq!(answer["result"], json!({}));
    // Resumed, a session continues without it.
    assert_eq!(editor.result("session/resume", params).await, json!({}));
}

#[tokio::test]
async fn closing_a_session_cancels_its_turn() {
    let mut editor = Editor::open().await;
    let session = editor.session("/").await;
    let prompt = editor.prompt(&session, "hang").await;
    let close = editor.peer.start("session/close", json!({ "sessionId": session })).await;
    let mut answers = [editor.peer.receive().await, editor.peer.receive().await];
    answers.sort_by_key(|answer| answer["id"].as_u64());
    assert_eq!(answers.each_ref().map(|answer| &answer["id"]), [&json!(prompt), &json!(close)]);
    assert_eq!(answers[0]["result"]["stopReason"], "cancelled");
}

#[tokio::test]
async fn the_servers_of_a_session_lend_it_their_tools() {
    let mut editor = Editor::open().await;
    let server = |name: &str, args: Value| {
        let command = env!("CARGO_BIN_EXE_agent-server");
        json!({ "name": name, "command": command, "args": args, "env": [] })
    };
    let params = json!({ "cwd": "/", "mcpServers": [server("other", json!(["stdio"]))] });
    let id = editor.result("session/new", params).await["sessionId"].take();
    let session = id.as_str().expect("an id");
    let tools = editor.said(session, "tools").await;
    assert!(tools.starts_with("add ") && tools.contains(" other__add "), "{tools}");
    let sum = editor.said(session, "call other__add {\"a\":1,\"b\":2}").await;
    assert_eq!(sum, "got 3");
    // It is a server of its own, which is in no session.
    assert_eq!(editor.said(session, "call other__place").await, "got \"nowhere\"");

    let twice = json!([server("one", json!([])), server("one", json!([]))]);
    let sse = json!([{ "type": "sse", "name": "one", "url": "http://localhost", "headers": [] }]);
    for servers in [twice, sse, json!([{ "name": "one" }]), json!(["one"]), json!([{}])] {
        let params = json!({ "cwd": "/", "mcpServers": servers });
        assert_eq!(editor.error("session/new", params).await, -32602);
    }
}

#[tokio::test]
async fn a_server_that_cannot_be_used_is_reported_and_the_session_works_without_it() {
    let command = env!("CARGO_BIN_EXE_agent-server");
    let servers = json!([
        { "name": "broken", "command": "/nowhere", "args": [], "env": [] },
        { "name": "other", "command": command, "args": ["stdio"], "env": [] },
        // It is no MCP server, and ends.
        { "name": "not one", "command": "/bin/true", "args": [], "env": [] },
    ]);
    let with_notices = json!({ "session": { "notices": {} } });
    for (mut editor, has_notices) in [
        (Editor::open().await, false),
        (Editor::open_with(with_notices).await, true),
        (Editor::open_v2().await, true),
    ] {
        let params = json!({ "cwd": "/", "mcpServers": servers });
        let session = editor.result("session/new", params).await["sessionId"].take();
        for name in ["broken", "not one"] {
            let told = update(&editor.peer.receive().await, session.as_str().expect("an id"));
            let title = format!("The MCP server `{name}` cannot be used");
            assert_eq!(told["title"], title, "{told}");
            if has_notices {
                assert_eq!(
                    (&told["sessionUpdate"], &told["severity"]),
                    (&json!("notice"), &json!("warning"))
                );
                assert!(
                    told["description"].as_str().is_some_and(|text| !text.is_empty()),
                    "{told}"
                );
            } else {
                assert_eq!(told["toolCallId"], format!("mcp_startup.{name}"));
                assert_eq!((&told["kind"], &told["status"]), (&json!("other"), &json!("failed")));
                assert!(told["content"][0]["content"]["text"].is_string(), "{told}");
            }
        }
        let tools = tools(&mut editor, &session).await;
        assert!(tools.contains("other__add") && !tools.contains("broken"), "{tools}");
        // It is not part of the conversation.
        let params = json!({
            "sessionId": session, "cwd": "/", "mcpServers": [], "replayFrom": { "type": "start" },
        });
        let id = editor.peer.start("session/resume", params).await;
        let (replayed, _) = editor.until(id).await;
        assert!(!json!(replayed).to_string().contains("cannot be used"), "{replayed:?}");
    }
}

#[tokio::test]
async fn tools_of_servers_are_named_so_that_every_provider_takes_them() {
    let mut editor = Editor::open().await;
    let command = env!("CARGO_BIN_EXE_agent-server");
    let names = ["my server!", "my_server_", "a", "a__add", "日本", &"x".repeat(90)];
    let servers: Vec<Value> = names
        .iter()
        .map(|name| json!({ "name": name, "command": command, "args": ["stdio"], "env": [] }))
        .collect();
    let params = json!({ "cwd": "/", "mcpServers": servers });
    let session = editor.result("session/new", params).await["sessionId"].take();
    let answer = tools(&mut editor, &session).await;
    let tools: Vec<&str> = answer.split(' ').collect();
    let fits = |name: &str| {
        let is_allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
        (1..=64).contains(&name.len()) && name.chars().all(is_allowed)
    };
    assert!(tools.iter().all(|name| fits(name)), "{tools:?}");
    let different: BTreeSet<&str> = tools.iter().copied().collect();
    assert_eq!(different.len(), tools.len(), "{tools:?}");
    let session = session.as_str().expect("an id");
    // Each is called by the name that is listed, also that of `add` of `a__add`.
    let adding: Vec<&&str> = tools.iter().filter(|name| name.contains("__add")).collect();
    assert_eq!(adding.len(), names.len(), "{tools:?}");
    for name in adding {
        let sum = editor.said(session, &format!("call {name} {{\"a\":1,\"b\":2}}")).await;
        assert_eq!(sum, "got 3", "{name}");
    }
    let lost = editor.said(session, "call a__add__add {\"a\":1,\"b\":2}").await;
    assert!(lost.starts_with("failed: there is no tool"), "{lost}");
}

#[tokio::test]
async fn a_session_that_is_opened_again_has_the_servers_that_are_named_then() {
    let command = env!("CARGO_BIN_EXE_agent-server");
    let server = |name: &str| json!({ "name": name, "command": command, "args": ["stdio"] });
    let broken = json!([server("two"), { "name": "broken", "command": "/nowhere" }]);
    let cases = [
        (json!(null), 0),
        (json!([server("one")]), 1),
        (json!([]), 0),
        (json!([server("one"), server("two")]), 2),
        (json!([server("two")]), 1),
        // What cannot be used is left out.
        (broken, 1),
    ];
    for (mut editor, methods) in [
        (Editor::open().await, &["session/load", "session/resume"][..]),
        (Editor::open_v2().await, &["session/resume"]),
    ] {
        for method in methods {
            let params = json!({ "cwd": "/", "mcpServers": [server("first")] });
            let session = editor.result("session/new", params).await["sessionId"].take();
            for (servers, lent) in &cases {
                let params = json!({ "sessionId": session, "cwd": "/", "mcpServers": servers });
                let id = editor.peer.start(method, params).await;
                editor.until(id).await;
                if servers[1]["name"] == "broken" {
                    editor.peer.receive().await;
                }
                let tools = tools(&mut editor, &session).await;
                let names = tools.split(' ').filter(|tool| tool.ends_with("__add")).count();
                assert_eq!(names, *lent, "{method} {servers}: {tools}");
                assert!(!tools.contains("first__"), "{tools}");
            }
            // A list that is not there is an empty one.
            let params = json!({ "sessionId": session, "cwd": "/" });
            let id = editor.peer.start(method, params).await;
            editor.until(id).await;
            let tools = tools(&mut editor, &session).await;
            assert!(!tools.contains("__"), "{method}: {tools}");
        }
    }
}

/// The names of the tools that the agent has in a session.
async fn tools(editor: &mut Editor, session: &Value) -> String {
    answered(editor, session.as_str().expect("an id"), "tools").await
}

#[tokio::test]
async fn the_servers_of_a_session_end_with_the_agent() {
    let mut editor = Editor::open().await;
    let command = env!("CARGO_BIN_EXE_agent-server");
    let server = json!({ "name": "other", "command": command, "args": ["stdio"], "env": [] });
    editor.result("session/new", json!({ "cwd": "/", "mcpServers": [server] })).await;
    editor.peer.close();
    // The other one holds the standard error of the agent as long as it lives.
    editor.process.stderr().await;
    assert!(editor.process.exit().await.success());
}
