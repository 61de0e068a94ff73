//! Version 2: prompts that are answered when their turns begin, states, and replays.

use mcp_test_support::peer::notification;
use serde_json::{Value, json};

use super::fixture::{Editor, initialize_v2, kinds, said, update};

#[tokio::test]
async fn the_agent_says_what_it_is_and_can() {
    let mut editor = Editor::start();
    let info = json!({ "name": "agent-server", "version": env!("CARGO_PKG_VERSION") });
    let capabilities = json!({
        "session": {
            "prompt": { "image": {}, "audio": {}, "embeddedContext": {} },
            "mcp": { "stdio": {}, "http": {} },
            "delete": {},
            "additionalDirectories": {},
        },
    });
    assert_eq!(
        editor.result("initialize", initialize_v2()).await,
        json!({ "protocolVersion": 2, "info": info, "capabilities": capabilities })
    );
}

#[tokio::test]
async fn a_client_of_the_draft_of_june_is_answered_in_its_words_too() {
    let mut editor = Editor::start();
    let params = json!({ "protocolVersion": 2, "clientInfo": { "name": "e", "version": "1" } });
    let result = editor.result("initialize", params).await;
    assert_eq!(result["agentInfo"], result["info"]);
    assert_eq!(result["info"]["name"], "agent-server");
}

#[tokio::test]
async fn a_client_that_does_not_say_what_it_is_is_refused_and_may_try_again() {
    let mut editor = Editor::start();
    for wrong in [
        json!({ "protocolVersion": 2 }),
        json!({ "protocolVersion": 2, "info": "editor" }),
        json!({ "protocolVersion": 2, "info": { "name": "editor" } }),
    ] {
        assert_eq!(editor.error("initialize", wrong).await, -32602);
    }
    // Who asks for what nobody has yet is read as far as can be.
    for newer in [3, 999, 65535] {
        let params = json!({ "protocolVersion": newer, "info": 7, "capabilities": [] });
        assert_eq!(editor.result("initialize", params).await["protocolVersion"], 2);
    }
    editor.result("initialize", initialize_v2()).await;
    editor.session("/").await;
    assert_eq!(editor.error("initialize", initialize_v2()).await, -32600);
}

#[tokio::test]
async fn each_agent_answers_with_what_it_speaks() {
    let chosen: [(&[&str], [Value; 5]); 3] = [
        (&["1"], [json!(1), json!(1), json!(1), json!(1), json!(1)]),
        (&["1", "2"], [json!(2), json!(1), json!(2), json!(2), json!(2)]),
        (&["2"], [json!(-32022), json!(-32022), json!(2), json!(2), json!(2)]),
    ];
    for (supported, chosen) in chosen {
        for (requested, expected) in [0, 1, 2, 3, 65535].into_iter().zip(chosen) {
            let mut editor = Editor::start_with(supported);
            let mut params = initialize_v2();
            params["protocolVersion"] = json!(requested);
            let answer = editor.peer.request("initialize", params).await;
            let got = answer["result"].get("protocolVersion").unwrap_or(&answer["error"]["code"]);
            assert_eq!(*got, expected, "{supported:?} {requested}");
            if expected == -32022 {
                let data = json!({ "supported": [2], "requested": requested });
                assert_eq!(answer["error"]["data"], data);
                // The connection is still there.
                editor.result("initialize", initialize_v2()).await;
            }
        }
    }
}

#[tokio::test]
async fn a_prompt_is_answered_when_its_turn_begins_and_the_end_is_an_update() {
    let mut editor = Editor::open_v2().await;
    let session = editor.session("/").await;
    let (_, updates, end) = editor.turn_v2(&session, "say hello").await;
    assert_eq!(kinds(&updates), ["agent_message_chunk"]);
    assert_eq!(said(&updates), "hello");
    assert_eq!(end, idle("end_turn"));
    assert_eq!(editor.turn_v2(&session, "refuse").await.2, idle("refusal"));
}

/// After a prompt has been taken, its failure is how the turn ends.
#[tokio::test]
async fn an_agent_that_fails_says_so_in_the_state() {
    let mut editor = Editor::open_v2().await;
    let session = editor.session("/").await;
    let (_, _, end) = editor.turn_v2(&session, "fail no model today").await;
    assert_eq!(end["stopReason"], "error");
    assert_eq!(end["error"], json!({ "code": -32603, "message": "no model today" }));
    assert_eq!(editor.turn_v2(&session, "panic").await.2["stopReason"], "error");
    assert_eq!(editor.turn_v2(&session, "say on").await.2, idle("end_turn"));
}

#[tokio::test]
async fn prompts_during_a_turn_wait_and_come_in_their_order() {
    let mut editor = Editor::open_v2().await;
    let session = editor.session("/").await;
    let asking = editor.prompt(&session, "ask May I?").await;
    editor.until(asking).await;
    let (question, _) = asked(&mut editor, &session).await;
    let one = editor.prompt(&session, "say one").await;
    let two = editor.prompt(&session, "say two").await;
    let outcome = json!({ "outcome": "selected", "optionId": "allow_once" });
    editor.reply(&question, json!({ "outcome": outcome })).await;
    let (updates, _) = editor.until_idle(&session).await;
    assert_eq!(said(&updates), "AllowOnce true");
    for (id, text) in [(one, "one"), (two, "two")] {
        editor.until(id).await;
        let (updates, end) = editor.until_idle(&session).await;
        assert_eq!(kinds(&updates), ["user_message", "state_update", "agent_message_chunk"]);
        assert_eq!(said(&updates), text);
        assert_eq!(end, idle("end_turn"));
    }
}

#[tokio::test]
async fn a_session_that_is_cancelled_withdraws_the_prompts_that_wait() {
    let mut editor = Editor::open_v2().await;
    let session = editor.session("/").await;
    let hanging = editor.prompt(&session, "hang").await;
    editor.until(hanging).await;
    let held = [editor.prompt(&session, "say 1").await, editor.prompt(&session, "say 2").await];
    editor.cancel(&session).await;
    let mut codes = Vec::new();
    let mut ends = Vec::new();
    while codes.len() < 2 || ends.is_empty() {
        let message = editor.peer.receive().await;
        if held.iter().any(|id| message["id"] == *id) {
            codes.push(message["error"]["code"].clone());
        } else if message["params"]["update"]["state"] == "idle" {
            ends.push(message["params"]["update"].clone());
        }
    }
    assert_eq!(codes, [-32800, -32800]);
    assert_eq!(ends, [idle("cancelled")]);
    assert_eq!(editor.turn_v2(&session, "say again").await.2, idle("end_turn"));
}

#[tokio::test]
async fn a_prompt_that_waits_can_be_cancelled_alone() {
    let mut editor = Editor::open_v2().await;
    let session = editor.session("/").await;
    let hanging = editor.prompt(&session, "hang").await;
    editor.until(hanging).await;
    let held = editor.prompt(&session, "say 1").await;
    // The first one has its answer, so its request cannot be cancelled any more.
    for id in [hanging, held] {
        editor.peer.send(notification("$/cancel_request", json!({ "requestId": id }))).await;
    }
    let (_, answer) = editor.until(held).await;
    assert_eq!(answer["error"]["code"], -32800);
    editor.cancel(&session).await;
    assert_eq!(editor.until_idle(&session).await.1, idle("cancelled"));
}

#[tokio::test]
async fn a_turn_that_waits_for_the_person_says_so() {
    let mut editor = Editor::open_v2().await;
    let session = editor.session("/").await;
    let id = editor.prompt(&session, "call wipe").await;
    editor.until(id).await;
    let (question, params) = asked(&mut editor, &session).await;
    assert_eq!(params["title"], "Wipe");
    let subject = &params["subject"];
    assert_eq!([&subject["type"], &subject["toolCall"]["kind"]], ["tool_call", "delete"]);
    let outcome = json!({ "outcome": "selected", "optionId": "reject_once" });
    editor.reply(&question, json!({ "outcome": outcome })).await;
    let (updates, _) = editor.until_idle(&session).await;
    assert_eq!(updates[0]["state"], "running");
    assert_eq!(kinds(&updates), ["state_update", "tool_call_update failed", "agent_message_chunk"]);
}

/// The question is withdrawn, the call ends, and then the turn.
#[tokio::test]
async fn a_turn_is_cancelled_while_it_waits_for_the_person() {
    let mut editor = Editor::open_v2().await;
    let session = editor.session("/").await;
    for prompt in ["call wipe", "call greet"] {
        let id = editor.prompt(&session, prompt).await;
        editor.until(id).await;
        let (question, _) = asked(&mut editor, &session).await;
        editor.cancel(&session).await;
        let withdrawn = editor.peer.receive().await;
        assert_eq!(withdrawn["method"], "$/cancel_request", "{withdrawn}");
        assert_eq!(withdrawn["params"], json!({ "requestId": question }));
        let (updates, end) = editor.until_idle(&session).await;
        assert_eq!(kinds(&updates), ["tool_call_update cancelled"]);
        assert_eq!(end, idle("cancelled"));
    }
}

#[tokio::test]
async fn one_call_can_be_cancelled_by_itself() {
    let mut editor = Editor::open_v2().await;
    let session = editor.session("/").await;
    let id = editor.prompt(&session, "call hang").await;
    editor.until(id).await;
    let call = loop {
        let update = update(&editor.peer.receive().await, &session);
        if update["status"] == "pending" {
            assert_eq!(update["capabilities"], json!({ "cancel": {} }));
        }
        if update["status"] == "in_progress" {
            break update["toolCallId"].clone();
        }
    };
    let other = json!({ "sessionId": session, "toolCallId": "call-0" });
    assert_eq!(editor.error("tool_call/cancel", other).await, -32602);
    let named = json!({ "sessionId": session, "toolCallId": call });
    editor.result("tool_call/cancel", named.clone()).await;
    let (updates, end) = editor.until_idle(&session).await;
    assert_eq!(kinds(&updates), ["tool_call_update cancelled", "agent_message_chunk"]);
    assert_eq!(said(&updates), "failed: the user cancelled the call to `hang`");
    assert_eq!(end, idle("end_turn"));
    assert_eq!(editor.error("tool_call/cancel", named).await, -32602);
}

#[tokio::test]
async fn what_was_said_is_replayed_with_its_ids_and_the_state_before_the_answer() {
    let mut editor = Editor::open_v2().await;
    let session = editor.session("/").await;
    let mut all = Vec::new();
    for text in ["say one", "think hm", "plan look act", "call add {\"a\":1,\"b\":2}"] {
        let (message, updates, _) = editor.turn_v2(&session, text).await;
        let content = json!([{ "type": "text", "text": text }]);
        let user =
            json!({ "sessionUpdate": "user_message", "messageId": message, "content": content });
        all.push(user);
        all.extend(updates);
    }
    all.push(json!({ "sessionUpdate": "replay_complete" }));
    all.push(json!({ "sessionUpdate": "state_update", "state": "idle" }));
    let named = json!({ "sessionId": session, "cwd": "/", "replayFrom": { "type": "start" } });
    let id = editor.peer.start("session/resume", named.clone()).await;
    let (messages, answer) = editor.until(id).await;
    let replayed: Vec<Value> = messages.iter().map(|message| update(message, &session)).collect();
    assert_eq!(replayed, all);
    assert_eq!(answer["result"], json!({}));
    for (from, code) in [(json!({ "type": "middle" }), -32602), (json!({}), -32602)] {
        let mut named = named.clone();
        named["replayFrom"] = from;
        assert_eq!(editor.error("session/resume", named).await, code);
    }
    // Without a replay there is the state alone.
    let id = editor.peer.start("session/resume", json!({ "sessionId": session, "cwd": "/" })).await;
    let (messages, _) = editor.until(id).await;
    assert_eq!(messages.len(), 1);
}

#[tokio::test]
async fn pieces_of_one_message_have_one_id() {
    let mut editor = Editor::open_v2().await;
    let session = editor.session("/").await;
    let (_, updates, _) = editor.turn_v2(&session, "talk").await;
    let ids: Vec<&str> = updates.iter().filter_map(|update| update["messageId"].as_str()).collect();
    let [one, two, thought, three] = ids[..] else { panic!("{updates:?}") };
    assert_eq!(one, two);
    assert!(one != thought && thought != three && one != three, "{ids:?}");
}

#[tokio::test]
async fn a_session_is_closed_once_its_work_is_over_and_an_unknown_one_is_closed_already() {
    let mut editor = Editor::open_v2().await;
    let session = editor.session("/").await;
    let hanging = editor.prompt(&session, "hang").await;
    editor.until(hanging).await;
    let named = json!({ "sessionId": session });
    let closing = editor.peer.start("session/close", named.clone()).await;
    let (messages, answer) = editor.until(closing).await;
    assert_eq!(messages.last().map(|last| update(last, &session)), Some(idle("cancelled")));
    assert_eq!(answer["result"], json!({}));
    editor.result("session/close", named.clone()).await;
    let prompt = json!({ "sessionId": session, "prompt": [{ "type": "text", "text": "say" }] });
    let answer = editor.peer.request("session/prompt", prompt).await;
    assert_eq!(answer["error"]["code"], -32002);
    assert_eq!(answer["error"]["data"], named);
}

#[tokio::test]
async fn methods_of_the_other_version_are_not_there() {
    let mut editor = Editor::open_v2().await;
    for method in ["session/load", "session/set_mode", "authenticate", "logout"] {
        assert_eq!(editor.error(method, json!({})).await, -32601, "{method}");
    }
    let mut editor = Editor::open().await;
    for method in ["tool_call/cancel", "auth/login", "auth/logout"] {
        assert_eq!(editor.error(method, json!({})).await, -32601, "{method}");
    }
}

#[tokio::test]
async fn prompts_that_cannot_be_taken_are_refused_at_once() {
    let mut editor = Editor::open_v2().await;
    let session = editor.session("/").await;
    let empty = json!({ "sessionId": session, "prompt": [] });
    assert_eq!(editor.error("session/prompt", empty).await, -32602);
    assert_eq!(editor.error("session/new", json!({ "cwd": "here" })).await, -32602);
}

#[tokio::test]
async fn the_end_of_input_answers_what_waits_and_ends_the_agent() {
    let mut editor = Editor::open_v2().await;
    let session = editor.session("/").await;
    let hanging = editor.prompt(&session, "hang").await;
    editor.until(hanging).await;
    editor.prompt(&session, "say 1").await;
    editor.peer.close();
    assert!(editor.process.exit().await.success());
}

/// The next question, and that the turn has said that it waits.
async fn asked(editor: &mut Editor, session: &str) -> (Value, Value) {
    loop {
        let mut message = editor.peer.receive().await;
        if message["method"] != "session/update" {
            let state = update(&editor.peer.receive().await, session);
            assert_eq!(state["state"], "requires_action");
            return (message["id"].take(), message["params"].take());
        }
    }
}

fn idle(reason: &str) -> Value {
    json!({ "sessionUpdate": "state_update", "state": "idle", "stopReason": reason })
}
