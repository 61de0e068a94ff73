//! Turns: what comes of them, and how they end.

use mcp_runtime::acp::StopReason;
use mcp_runtime::acp::client::{ToolCall, ToolKind, Update};
use mcp_runtime::json;
use mcp_runtime::protocol::ContentBlock;

use super::{editor, kind, said, session};

#[tokio::test]
async fn a_turn_is_a_stream_of_updates_and_ends_with_a_reason() {
    let session = session(editor()).await;
    let mut turn = session.prompt("say hello").await.unwrap();
    let mut updates = Vec::new();
    while let Some(update) = turn.next().await {
        updates.push(update);
    }
    assert_eq!(turn.next().await, None);
    assert_eq!(turn.finish().await.unwrap(), StopReason::EndTurn);
    assert_eq!(updates.iter().map(kind).collect::<Vec<_>>(), ["message"]);
    assert_eq!(updates[0].message_text(), Some("hello"));
    assert_eq!(said(&session, "say it again").await, "it again");
    let reason = session.prompt("refuse").await.unwrap().finish().await;
    assert_eq!(reason.unwrap(), StopReason::Refusal);
}

#[tokio::test]
async fn a_call_of_a_tool_is_put_together_of_its_updates() {
    let session = session(editor()).await;
    let mut turn = session.prompt("call add {\"a\":2,\"b\":3}").await.unwrap();
    let (mut call, mut seen) = (ToolCall::default(), Vec::new());
    while let Some(update) = turn.next().await {
        seen.push(kind(&update));
        match update {
            Update::ToolCall(new) if call.id.is_empty() => call = new,
            Update::ToolCall(change) => call.apply(change),
            _ => {}
        }
    }
    assert_eq!(seen, ["call pending", "call in_progress", "call completed", "message"]);
    assert_eq!((call.title.as_deref(), call.kind.as_ref()), (Some("Add"), Some(&ToolKind::Read)));
    assert_eq!(call.raw_input, Some(json!({ "a": 2, "b": 3 })));
    assert_eq!(call.text(), "5");
}

#[tokio::test]
async fn plans_thoughts_titles_and_usage_are_told_and_remembered() {
    let session = session(editor()).await;
    let mut seen = Vec::new();
    for prompt in ["plan look leap", "think hm", "title Trees", "usage"] {
        let mut turn = session.prompt(prompt).await.unwrap();
        while let Some(update) = turn.next().await {
            seen.push(kind(&update));
            if let Update::Plan(entries) = update {
                let steps: Vec<&str> = entries.iter().map(|entry| &*entry.content).collect();
                assert_eq!(steps, ["look", "leap"]);
            }
        }
    }
    assert_eq!(seen, ["plan", "thought", "info", "usage"]);
    assert_eq!(session.title().as_deref(), Some("Trees"));
    assert_eq!(session.usage().map(|usage| (usage.used, usage.size)), Some((10, 100)));
}

#[tokio::test]
async fn an_error_of_the_agent_is_the_end_of_the_turn() {
    let session = session(editor()).await;
    let turn = session.prompt("fail out of luck").await.unwrap();
    let error = turn.finish().await.unwrap_err();
    assert!(error.rpc().is_some(), "{error}");
    assert!(error.to_string().contains("out of luck"), "{error}");
    assert_eq!(said(&session, "say on").await, "on");
}

#[tokio::test]
async fn a_turn_that_is_cancelled_goes_on_until_the_agent_has_ended_it() {
    let session = session(editor()).await;
    let mut turn = session.prompt("call hang").await.unwrap();
    assert_eq!(turn.next().await.as_ref().map(kind).as_deref(), Some("call pending"));
    turn.cancel();
    let mut last = String::new();
    while let Some(update) = turn.next().await {
        last = kind(&update);
    }
    assert_eq!(last, "call failed");
    assert_eq!(turn.finish().await.unwrap(), StopReason::Cancelled);
}

#[tokio::test]
async fn a_turn_that_is_dropped_is_cancelled_and_the_next_one_waits_for_its_end() {
    let session = session(editor()).await;
    for _ in 0..10 {
        drop(session.prompt("hang").await.unwrap());
        assert_eq!(said(&session, "say next").await, "next");
    }
}

#[tokio::test]
async fn a_session_has_one_turn_at_a_time() {
    let session = session(editor()).await;
    let turn = session.prompt("hang").await.unwrap();
    let error = session.prompt("say more").await.unwrap_err().to_string();
    assert_eq!(error, "a turn of this session is running");
    // From anywhere else.
    session.clone().cancel();
    assert_eq!(turn.finish().await.unwrap(), StopReason::Cancelled);
}

#[tokio::test]
async fn prompts_may_have_other_content_than_text() {
    let session = session(editor()).await;
    let blocks = vec![ContentBlock::image("aGk=", "image/png"), ContentBlock::text("what is it?")];
    let said = session.prompt(blocks).await.unwrap().text().await.unwrap();
    assert!(said.contains("image/png") && said.contains("what is it?"), "{said}");
}

#[tokio::test]
async fn a_hundred_sessions_run_at_once() {
    let first = session(editor()).await;
    let hanging = first.prompt("hang").await.unwrap();
    let client = first.client().clone();
    let mut turns = Vec::new();
    for number in 0..100 {
        let client = client.clone();
        turns.push(tokio::spawn(async move {
            let session = client.new_session("/work").await.unwrap();
            said(&session, &format!("say {number}")).await
        }));
    }
    for (number, turn) in turns.into_iter().enumerate() {
        assert_eq!(turn.await.unwrap(), number.to_string());
    }
    drop(hanging);
}
