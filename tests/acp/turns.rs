//! Turns: what is told of them, and how they end.

use mcp_test_support::peer::notification;
use serde_json::{Value, json};

use super::fixture::{Editor, kinds, said, update};

#[tokio::test]
async fn all_updates_come_before_the_answer() {
    let mut editor = Editor::open().await;
    let session = editor.session("/").await;
    let (updates, reason) = editor.turn(&session, "say hello").await;
    let [update] = &updates[..] else { panic!("{updates:?}") };
    assert_eq!(update["sessionUpdate"], "agent_message_chunk");
    assert_eq!(update["content"], json!({ "type": "text", "text": "hello" }));
    assert!(update["messageId"].is_string());
    assert_eq!(reason, "end_turn");
}

#[tokio::test]
async fn nothing_is_said_in_a_turn_that_is_over() {
    let mut editor = Editor::open().await;
    let session = editor.session("/").await;
    editor.turn(&session, "call keep").await;
    let (updates, _) = editor.turn(&session, "call reuse").await;
    assert_eq!(said(&updates), "got \"the turn is over\"");
}

#[tokio::test]
async fn an_agent_thinks_plans_and_tells_what_it_used() {
    let mut editor = Editor::open().await;
    let session = editor.session("/").await;
    let (thought, _) = editor.turn(&session, "think hm").await;
    assert_eq!(kinds(&thought), ["agent_thought_chunk"]);
    let (plan, _) = editor.turn(&session, "plan look act").await;
    let entry =
        |content: &str| json!({ "content": content, "priority": "medium", "status": "pending" });
    assert_eq!(
        plan,
        [json!({ "sessionUpdate": "plan", "entries": [entry("look"), entry("act")] })]
    );
    let (usage, _) = editor.turn(&session, "usage").await;
    assert_eq!(usage, [json!({ "sessionUpdate": "usage_update", "used": 10, "size": 100 })]);
    let (title, _) = editor.turn(&session, "title A walk").await;
    assert_eq!(title[0]["title"], "A walk");
}

#[tokio::test]
async fn an_agent_knows_its_client() {
    let mut editor = Editor::open().await;
    let session = editor.session("/").await;
    assert_eq!(editor.said(&session, "client").await, "editor");
}

#[tokio::test]
async fn an_agent_says_why_it_ends() {
    let mut editor = Editor::open().await;
    let session = editor.session("/").await;
    assert_eq!(editor.turn(&session, "refuse").await, (Vec::new(), json!("refusal")));
}

#[tokio::test]
async fn an_agent_that_fails_or_panics_answers_with_an_error_and_goes_on() {
    let mut editor = Editor::open().await;
    let session = editor.session("/").await;
    for (prompt, message) in [
        ("fail no model today", "no model today"),
        ("panic", "agent `obedient` failed: internal error"),
    ] {
        let id = editor.prompt(&session, prompt).await;
        assert_eq!(editor.peer.answer(id).await["error"]["message"], message);
        assert_eq!(editor.said(&session, "say again").await, "again");
    }
}

#[tokio::test]
async fn an_empty_prompt_is_refused() {
    let mut editor = Editor::open().await;
    let session = editor.session("/").await;
    let params = json!({ "sessionId": session, "prompt": [] });
    assert_eq!(editor.error("session/prompt", params).await, -32602);
}

#[tokio::test]
async fn all_kinds_of_content_reach_the_agent() {
    let mut editor = Editor::open().await;
    let session = editor.session("/").await;
    let resource = json!({ "uri": "file:///a", "mimeType": "text/plain", "text": "a" });
    let prompt = json!([
        { "type": "image", "data": "aGk=", "mimeType": "image/png" },
        { "type": "audio", "data": "aGk=", "mimeType": "audio/wav" },
        { "type": "resource_link", "name": "a", "uri": "file:///a" },
        { "type": "resource", "resource": resource },
    ]);
    let params = json!({ "sessionId": session, "prompt": prompt });
    let id = editor.peer.start("session/prompt", params).await;
    let (messages, _) = editor.until(id).await;
    let text = messages[0]["params"]["update"]["content"]["text"].as_str().expect("a text");
    assert_eq!(serde_json::from_str::<Value>(text).expect("JSON"), prompt);
}

/// Not those that MCP has for sampling, either.
#[tokio::test]
async fn content_of_other_types_is_refused_by_name() {
    let text = json!({ "type": "text", "text": "say hello" });
    let cases = [
        (json!({ "type": "tool_use", "id": "1", "name": "x", "input": {} }), "`tool_use`"),
        (json!({ "type": "tool_result", "toolUseId": "1", "content": [] }), "`tool_result`"),
        (json!({ "type": "_x" }), "`_x`"),
        (json!({ "type": "skill", "name": "x" }), "`skill`"),
        (json!({ "type": "Text", "text": "x" }), "`Text`"),
        (json!({ "type": "" }), "``"),
        (json!({ "text": "x" }), "`type`"),
        (json!({ "type": null, "text": "x" }), "null"),
        (json!({ "type": "text" }), "`text`"),
        (json!({ "type": "image", "data": "aGk=" }), "`mimeType`"),
        (json!({ "type": "resource", "resource": { "uri": "file:///a" } }), "prompt[1]"),
        (json!("x"), "prompt[1]"),
        (json!(null), "prompt[1]"),
    ];
    for mut editor in [Editor::open().await, Editor::open_v2().await] {
        let session = editor.session("/").await;
        for (block, named) in &cases {
            let params = json!({ "sessionId": session, "prompt": [text, block] });
            let error = editor.peer.request("session/prompt", params).await["error"].take();
            assert_eq!(error["code"], -32602, "{block}: {error}");
            let message = error["message"].as_str().expect("a message");
            assert!(message.starts_with("`prompt[1]`: ") && message.contains(named), "{message}");
            if block["type"]
                .as_str()
                .is_some_and(|name| !["text", "image", "resource"].contains(&name))
            {
                let five = "one of `text`, `image`, `audio`, `resource_link` and `resource`";
                assert!(message.contains(five), "{message}");
            }
        }
        // What is long is not repeated.
        let long = json!([{ "type": "x".repeat(100_000) }]);
        let params = json!({ "sessionId": session, "prompt": long });
        let error = editor.peer.request("session/prompt", params).await["error"].take();
        assert!(error["message"].as_str().is_some_and(|said| said.len() < 1000), "{error}");
        for prompt in [json!(null), json!({}), json!("say hello")] {
            let params = json!({ "sessionId": session, "prompt": prompt });
            assert_eq!(editor.error("session/prompt", params).await, -32602);
        }
    }
}

#[tokio::test]
async fn prompts_during_a_turn_wait_and_come_in_their_order() {
    let mut editor = Editor::open().await;
    let session = editor.session("/").await;
    let asking = editor.prompt(&session, "ask May I?").await;
    let (question, _) = editor.asked("session/request_permission").await;
    let held = [
        (editor.prompt(&session, "say one").await, "one"),
        (editor.prompt(&session, "fail no model").await, ""),
        (editor.prompt(&session, "say two").await, "two"),
    ];
    let outcome = json!({ "outcome": "selected", "optionId": "allow_once" });
    editor.reply(&question, json!({ "outcome": outcome })).await;
    assert_eq!(editor.until(asking).await.1["result"]["stopReason"], "end_turn");
    for (id, text) in held {
        let (messages, answer) = editor.until(id).await;
        let updates: Vec<Value> = messages.iter().map(|it| update(it, &session)).collect();
        assert_eq!(said(&updates), text);
        assert_eq!(answer.get("error").is_some(), text.is_empty(), "{answer}");
    }
    // They are kept in that order, too.
    let params = json!({ "sessionId": session, "cwd": "/", "mcpServers": [] });
    let id = editor.peer.start("session/load", params).await;
    let (replayed, _) = editor.until(id).await;
    let replayed: Vec<Value> = replayed.iter().map(|it| update(it, &session)).collect();
    let texts: Vec<&str> =
        replayed.iter().filter_map(|it| it["content"]["text"].as_str()).collect();
    assert_eq!(
        texts,
        ["ask May I?", "AllowOnce true", "say one", "one", "fail no model", "say two", "two"]
    );
}

/// "Stop and send" is one button of an editor.
#[tokio::test]
async fn a_prompt_right_after_a_cancellation_is_a_turn_of_its_own() {
    let mut editor = Editor::open().await;
    let session = editor.session("/").await;
    for _ in 0..20 {
        for prompt in ["hang", "call hang"] {
            let hanging = editor.prompt(&session, prompt).await;
            editor.cancel(&session).await;
            let next = editor.prompt(&session, "say two").await;
            let (_, answer) = editor.until(hanging).await;
            assert_eq!(answer["result"], json!({ "stopReason": "cancelled" }));
            let (messages, answer) = editor.until(next).await;
            let updates: Vec<Value> = messages.iter().map(|it| update(it, &session)).collect();
            assert_eq!(said(&updates), "two");
            assert_eq!(answer["result"], json!({ "stopReason": "end_turn" }));
        }
    }
}

#[tokio::test]
async fn a_session_that_is_cancelled_withdraws_the_prompts_that_wait() {
    let mut editor = Editor::open().await;
    let session = editor.session("/").await;
    let hanging = editor.prompt(&session, "hang").await;
    let held = [editor.prompt(&session, "say 1").await, editor.prompt(&session, "say 2").await];
    // One of them alone, by its request.
    let named = json!({ "requestId": held[1] });
    editor.peer.send(notification("$/cancel_request", named)).await;
    let (messages, answer) = editor.until(held[1]).await;
    assert!(messages.is_empty(), "{messages:?}");
    assert_eq!(answer["result"], json!({ "stopReason": "cancelled" }));
    editor.cancel(&session).await;
    let mut answered = Vec::new();
    for _ in 0..2 {
        let answer = editor.peer.receive().await;
        assert_eq!(answer["result"], json!({ "stopReason": "cancelled" }), "{answer}");
        answered.push(answer["id"].as_u64());
    }
    answered.sort_unstable();
    assert_eq!(answered, [Some(hanging), Some(held[0])]);
    assert_eq!(editor.said(&session, "say again").await, "again");
}

#[tokio::test]
async fn closing_a_session_answers_the_prompts_that_wait() {
    let mut editor = Editor::open().await;
    let session = editor.session("/").await;
    let mut open = vec![
        editor.prompt(&session, "hang").await,
        editor.prompt(&session, "say 1").await,
        editor.peer.start("session/close", json!({ "sessionId": session })).await,
    ];
    while !open.is_empty() {
        let answer = editor.peer.receive().await;
        assert!(answer.get("error").is_none(), "{answer}");
        open.retain(|id| answer["id"] != *id);
    }
}

#[tokio::test]
async fn only_so_many_prompts_of_a_session_wait() {
    for (mut editor, draft) in [(Editor::open().await, false), (Editor::open_v2().await, true)] {
        let session = editor.session("/").await;
        let other = editor.session("/").await;
        let hanging = editor.prompt(&session, "hang").await;
        if draft {
            editor.until(hanging).await;
        }
        let mut held = Vec::new();
        for _ in 0..16 {
            held.push(editor.prompt(&session, "say hello").await);
        }
        let id = editor.prompt(&session, "say hello").await;
        assert_eq!(editor.until(id).await.1["error"]["code"], -32600);
        // Others have a bound of their own.
        let id = editor.prompt(&other, "say hello").await;
        assert!(editor.until(id).await.1.get("error").is_none());
        editor.cancel(&session).await;
        while !held.is_empty() {
            let answer = editor.peer.receive().await;
            if held.iter().any(|id| answer["id"] == *id) {
                assert_eq!(answer.get("error").is_some(), draft, "{answer}");
                held.retain(|id| answer["id"] != *id);
            }
        }
    }
}

/// Never with an error, and what has begun is ended first.
#[tokio::test]
async fn a_turn_that_is_cancelled_says_so() {
    let mut editor = Editor::open().await;
    let session = editor.session("/").await;
    for prompt in ["hang", "call hang"] {
        let id = editor.prompt(&session, prompt).await;
        let calls = if prompt == "hang" { 0 } else { 2 };
        for _ in 0..calls {
            editor.peer.receive().await;
        }
        editor.cancel(&session).await;
        let (last, answer) = editor.until(id).await;
        let last: Vec<Value> =
            last.into_iter().map(|mut message| message["params"]["update"].take()).collect();
        let expected: &[&str] = if calls == 0 { &[] } else { &["tool_call_update failed"] };
        assert_eq!(kinds(&last), expected);
        assert_eq!(answer["result"], json!({ "stopReason": "cancelled" }));
    }
}

#[tokio::test]
async fn a_prompt_can_be_cancelled_by_its_request() {
    let mut editor = Editor::open().await;
    let session = editor.session("/").await;
    let id = editor.prompt(&session, "hang").await;
    for stray in [json!({ "requestId": 999 }), json!({}), json!({ "requestId": id })] {
        editor.peer.send(notification("$/cancel_request", stray)).await;
    }
    assert_eq!(editor.peer.answer(id).await["result"]["stopReason"], "cancelled");
}

#[tokio::test]
async fn a_hundred_sessions_work_at_once_and_one_that_hangs_holds_up_no_other() {
    let mut editor = Editor::open().await;
    let hanging = editor.session("/").await;
    let hung = editor.prompt(&hanging, "hang").await;
    let mut open = Vec::new();
    for number in 0..100 {
        let session = editor.session("/").await;
        open.push((number, session));
    }
    let mut prompts = Vec::new();
    for (number, session) in &open {
        prompts.push((editor.prompt(session, &format!("say {number}")).await, number, session));
    }
    let mut messages = Vec::new();
    while messages.len() < 200 {
        messages.push(editor.peer.receive().await);
    }
    for (id, number, session) in prompts {
        let updates: Vec<Value> = messages
            .iter()
            .filter(|message| message["params"]["sessionId"] == **session)
            .map(|message| message["params"]["update"].clone())
            .collect();
        assert_eq!(said(&updates), number.to_string());
        assert!(messages.iter().any(|message| message["id"] == id));
    }
    editor.cancel(&hanging).await;
    assert_eq!(editor.peer.answer(hung).await["result"]["stopReason"], "cancelled");
}

#[tokio::test]
async fn the_end_of_input_ends_the_agent_with_its_turns() {
    let mut editor = Editor::open().await;
    let session = editor.session("/").await;
    editor.prompt(&session, "hang").await;
    editor.peer.close();
    assert!(editor.process.exit().await.success());
}
