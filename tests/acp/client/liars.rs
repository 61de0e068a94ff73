//! Agents that do what no agent should, as agents of others have done: what it costs is theirs alone.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use mcp_runtime::Result;
use mcp_runtime::json;
use mcp_runtime_acp::client::{Session, Update};
use mcp_runtime_acp::{Client, StopReason};
use serde_json::Value;

use super::{any_editor as editor, kind};
use mcp_test_support::scripted::{result, scripted};

/// What an agent says of itself that can do nothing.
fn initialized() -> Value {
    json!({ "protocolVersion": 1, "agentCapabilities": {} })
}

/// A client of an agent that answers `initialize` like this.
async fn initialized_with(answer: Value) -> Result<Client> {
    let agent = scripted(move |message| result(message, &answer));
    editor().timeout(Duration::from_secs(5)).connect(agent).await
}

/// A session of an agent that says what it likes to prompts and to what comes after them.
async fn lying(mut say: impl FnMut(&Value) -> String + Send + 'static) -> Session {
    let agent = scripted(move |message| match message["method"].as_str() {
        Some("initialize") => result(message, &initialized()),
        Some("session/new") => result(message, &json!({ "sessionId": "one" })),
        _ => Some(say(message)),
    });
    let client = editor().timeout(Duration::from_secs(5)).connect(agent).await.unwrap();
    client.new_session("/work").await.unwrap()
}

fn is_prompt(message: &Value) -> bool {
    message["method"] == "session/prompt"
}

fn update(session: &str, update: Value) -> String {
    let params = json!({ "sessionId": session, "update": update });
    json!({ "jsonrpc": "2.0", "method": "session/update", "params": params }).to_string() + "\n"
}

fn says(text: &str) -> String {
    let content = json!({ "type": "text", "text": text });
    update("one", json!({ "sessionUpdate": "agent_message_chunk", "content": content }))
}

fn ended(prompt: &Value, reason: &str) -> String {
    result(prompt, &json!({ "stopReason": reason })).unwrap()
}

/// As those of the official TypeScript SDK do.
#[tokio::test]
async fn agents_that_insist_on_parameters_get_them() {
    let agent = scripted(|message| {
        if !message["params"].is_object() {
            let error = json!({ "code": -32602, "message": "expected object, received undefined" });
            let answer = json!({ "jsonrpc": "2.0", "id": message["id"], "error": error });
            return Some(answer.to_string() + "\n");
        }
        let can = json!({
            "sessionCapabilities": { "list": {} }, "auth": { "logout": {} },
        });
        match message["method"].as_str() {
            Some("initialize") => {
                result(message, &json!({ "protocolVersion": 1, "agentCapabilities": can }))
            }
            Some("session/list") => result(message, &json!({ "sessions": [] })),
            _ => result(message, &json!({})),
        }
    });
    let client = editor().timeout(Duration::from_secs(5)).connect(agent).await.unwrap();
    assert_eq!(client.list_sessions().await.unwrap().len(), 0);
    client.logout().await.unwrap();
}

#[tokio::test]
async fn a_version_that_was_not_asked_for_ends_the_connection_with_a_clear_error() {
    for (version, said) in [
        (
            json!(3),
            "the agent supports version 3 of the Agent Client Protocol, but this client supports only versions 1 and 2",
        ),
        (
            json!(0),
            "the agent supports version 0 of the Agent Client Protocol, but this client supports only versions 1 and 2",
        ),
        (json!(70000), "supports version 70000"),
        (json!("2024-11-05"), "the agent answered with version \"2024-11-05\""),
        (json!(null), "the agent answered with version null"),
    ] {
        let error = initialized_with(json!({ "protocolVersion": version })).await.unwrap_err();
        assert!(error.to_string().contains(said), "{error}");
    }
}

/// `info` is what version 2 demands.
#[tokio::test]
async fn an_agent_that_repeats_the_version_without_what_that_demands_speaks_version_1() {
    let client = initialized_with(json!({ "protocolVersion": 2 })).await.unwrap();
    assert_eq!(client.version(), 1);
    let agent = scripted(|message| result(message, &json!({ "protocolVersion": 2 })));
    let error = editor().version(2).connect(agent).await.unwrap_err().to_string();
    assert_eq!(
        error,
        "the agent answered with version 2, but without the members that version 2 requires"
    );
}

#[tokio::test]
async fn an_agent_that_refuses_all_versions_is_quoted_with_those_that_it_has() {
    let agent = scripted(|message| {
        let error = json!({
            "code": -32022, "message": "no", "data": { "requested": 1, "supported": [7, 8] },
        });
        let answer = json!({ "jsonrpc": "2.0", "id": message["id"], "error": error });
        Some(answer.to_string() + "\n")
    });
    let error = editor().connect(agent).await.unwrap_err().to_string();
    assert_eq!(
        error,
        "the agent supports the versions [7,8] of the Agent Client Protocol, but this client supports only versions 1 and 2"
    );
}

/// They have the names of version 2.
#[tokio::test]
async fn capabilities_of_another_version_or_type_are_none() {
    for capabilities in [
        json!({ "capabilities": { "session": { "list": {} } }, "info": { "name": "x" } }),
        json!({ "agentCapabilities": { "loadSession": "yes", "sessionCapabilities": true } }),
        json!({ "agentCapabilities": { "loadSession": {}, "sessionCapabilities": { "list": true } } }),
        json!({ "agentCapabilities": null, "authMethods": "none", "agentInfo": 1 }),
    ] {
        let mut answer = capabilities;
        answer["protocolVersion"] = json!(1);
        let client = initialized_with(answer).await.unwrap();
        let error = client.load_session("one", "/work").await.unwrap_err().to_string();
        assert_eq!(error, "the agent does not load sessions");
        assert!(client.agent_info().is_none() && client.auth_methods().is_empty());
    }
}

/// The scripted agent would answer; it hears nothing but `initialize`.
#[tokio::test]
async fn what_an_agent_does_not_offer_is_not_sent() {
    let heard = Arc::<AtomicU32>::default();
    let count = Arc::clone(&heard);
    let agent = scripted(move |message| {
        count.fetch_add(1, Ordering::Relaxed);
        result(message, &initialized())
    });
    let client = editor().connect(agent).await.unwrap();
    let errors = [
        client.load_session("one", "/").await.unwrap_err(),
        client.resume_session("one", "/").await.unwrap_err(),
        client.list_sessions().await.unwrap_err(),
        client.delete_session("one").await.unwrap_err(),
        client.authenticate("browser").await.unwrap_err(),
        client.logout().await.unwrap_err(),
        client.new_session("/").directory("/more").await.unwrap_err(),
    ];
    for error in errors {
        assert!(error.to_string().starts_with("the agent does not "), "{error}");
    }
    assert_eq!(heard.load(Ordering::Relaxed), 1);
}

#[tokio::test]
async fn a_cancelled_turn_that_is_answered_with_an_error_is_cancelled() {
    let mut prompt = Value::Null;
    let session = lying(move |message| {
        if is_prompt(message) {
            prompt = message["id"].clone();
            return says("working");
        }
        let error = json!({ "code": -32603, "message": "aborted" });
        json!({ "jsonrpc": "2.0", "id": prompt, "error": error }).to_string() + "\n"
    })
    .await;
    let mut turn = session.prompt("work").await.unwrap();
    assert!(turn.next().await.is_some());
    turn.cancel();
    assert_eq!(turn.finish().await.unwrap(), StopReason::Cancelled);
}

#[tokio::test]
async fn a_call_that_was_rejected_and_runs_all_the_same_is_shown_as_it_is() {
    let mut prompt = Value::Null;
    let agent = scripted(move |message| match message["method"].as_str() {
        Some("initialize") => result(message, &initialized()),
        Some("session/new") => result(message, &json!({ "sessionId": "one" })),
        Some(_) => {
            prompt = message.clone();
            let option = json!({ "optionId": "n", "name": "No", "kind": "reject_once" });
            let params = json!({
                "sessionId": "one", "toolCall": { "toolCallId": "c" }, "options": [option],
            });
            let method = "session/request_permission";
            let ask = json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params });
            Some(ask.to_string() + "\n")
        }
        None => {
            assert_eq!(message["result"]["outcome"]["optionId"], "n");
            let call = json!({
                "sessionUpdate": "tool_call_update", "toolCallId": "c", "status": "completed",
            });
            Some(update("one", call) + &ended(&prompt, "end_turn"))
        }
    });
    let editor = editor().on_permission(|asked| async move { Ok(asked.reject()) });
    let session = editor.connect(agent).await.unwrap().new_session("/").await.unwrap();
    let mut turn = session.prompt("work").await.unwrap();
    assert_eq!(turn.next().await.as_ref().map(kind).as_deref(), Some("call completed"));
    assert_eq!(turn.finish().await.unwrap(), StopReason::EndTurn);
}

#[tokio::test]
async fn updates_that_cannot_be_read_are_kept_as_they_are() {
    let odd = [
        json!({ "sessionUpdate": "state_update", "state": "idle" }),
        json!({ "sessionUpdate": "agent_message_chunk", "content": { "type": "smell" } }),
        json!({ "sessionUpdate": "plan" }),
        json!({ "sessionUpdate": 7 }),
        json!([]),
        json!(null),
    ];
    let sent = odd.clone();
    let session = lying(move |message| {
        let updates: String = sent.iter().map(|odd| update("one", odd.clone())).collect();
        updates + &ended(message, "end_turn")
    })
    .await;
    let mut turn = session.prompt("work").await.unwrap();
    for odd in odd {
        assert_eq!(turn.next().await, Some(Update::Unknown(odd)));
    }
    assert_eq!(turn.next().await, None);
}

#[tokio::test]
async fn statuses_and_kinds_that_nobody_knows_are_kept_by_their_names() {
    let session = lying(|message| {
        let call = json!({
            "sessionUpdate": "tool_call", "toolCallId": "c", "title": "T", "kind": "dance",
            "status": "tired", "content": [{ "type": "song", "notes": 3 }],
        });
        update("one", call) + &ended(message, "end_turn")
    })
    .await;
    let mut turn = session.prompt("work").await.unwrap();
    let Some(Update::ToolCall(call)) = turn.next().await else { panic!("a call") };
    assert_eq!(call.kind.map(|kind| kind.as_str().to_owned()).as_deref(), Some("dance"));
    assert_eq!(call.status.map(|status| status.as_str().to_owned()).as_deref(), Some("tired"));
    assert!(format!("{:?}", call.content).contains("song"));
}

#[tokio::test]
async fn updates_of_other_sessions_and_after_the_end_belong_to_no_turn() {
    let session = lying(|message| {
        let stray = json!({ "sessionUpdate": "agent_message_chunk",
            "content": { "type": "text", "text": "stray" } });
        update("other", stray) + &says("right") + &ended(message, "end_turn") + &says("late")
    })
    .await;
    for _ in 0..3 {
        let turn = session.prompt("work").await.unwrap();
        let text = turn.text().await.unwrap();
        assert!(text.starts_with("right") && !text.contains("stray"), "{text}");
    }
}

#[tokio::test]
async fn a_turn_that_does_not_say_why_it_has_ended_is_an_error() {
    for answer in [json!({}), json!(null), json!({ "stopReason": "bored" })] {
        let session = lying(move |message| result(message, &answer).unwrap()).await;
        let error = session.prompt("work").await.unwrap().finish().await.unwrap_err();
        assert!(error.to_string().contains("returned no valid stop reason"), "{error}");
    }
}

#[tokio::test]
async fn what_is_not_a_message_is_no_message() {
    let session = lying(|message| {
        let noise = "starting up\n{\n[]\n{}\n\u{feff}\n".to_owned();
        noise + &says("hello") + &ended(message, "end_turn")
    })
    .await;
    assert_eq!(session.prompt("work").await.unwrap().text().await.unwrap(), "hello");
}

/// A message before `initialize` is answered is of no protocol yet.
#[tokio::test]
async fn what_an_agent_says_before_it_has_answered_initialize_is_refused_or_ignored() {
    let mut asked = false;
    let agent = scripted(move |message| {
        if message["method"] == "initialize" {
            let ask = json!({ "jsonrpc": "2.0", "id": 7, "method": "fs/read_text_file" });
            return Some(says("early") + &ask.to_string() + "\n");
        }
        assert_eq!(message["error"]["code"], -32600, "{message}");
        assert!(!std::mem::replace(&mut asked, true));
        result(&json!({ "id": 1 }), &initialized())
    });
    editor().connect(agent).await.unwrap();
}

/// Requests that nobody answers are not found, whatever is offered beside them.
#[tokio::test]
async fn what_the_client_does_not_offer_is_not_found() {
    let methods = [
        "fs/read_text_file",
        "fs/write_text_file",
        "terminal/create",
        "elicitation/create",
        "_example.com/thing",
        "nes/start",
    ];
    let mut prompt = Value::Null;
    let mut answers = 0;
    let session = lying(move |message| {
        if is_prompt(message) {
            prompt = message.clone();
            let ask = |(id, method): (usize, &&str)| {
                let params = json!({ "sessionId": "one" });
                json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
                    .to_string()
                    + "\n"
            };
            return methods.iter().enumerate().map(ask).collect();
        }
        assert_eq!(message["error"]["code"], -32601, "{message}");
        answers += 1;
        if answers == methods.len() { ended(&prompt, "end_turn") } else { String::new() }
    })
    .await;
    assert_eq!(session.prompt("work").await.unwrap().finish().await.unwrap(), StopReason::EndTurn);
}
