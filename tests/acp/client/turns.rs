//! Turns: what comes of them, and how they end.

use mcp_runtime::json;
use mcp_runtime::protocol::ContentBlock;
use mcp_runtime_acp::Plan;
use mcp_runtime_acp::StopReason;
use mcp_runtime_acp::client::{AgentMessages, ToolCall, ToolKind, Update};
use mcp_runtime_client::Stdio;

use super::{AGENT, VERSIONS, any_editor, editor, kind, next, said, session};

#[tokio::test]
async fn a_turn_is_a_stream_of_updates_and_ends_with_a_reason() {
    for version in VERSIONS {
        let session = session(editor(version)).await;
        let mut turn = session.prompt("say hello").await.unwrap();
        let mut updates = Vec::new();
        while let Some(update) = next(&mut turn).await {
            updates.push(update);
        }
        assert_eq!(next(&mut turn).await, None);
        assert_eq!(turn.finish().await.unwrap(), StopReason::EndTurn);
        assert_eq!(updates.iter().map(kind).collect::<Vec<_>>(), ["message"]);
        let mut heard = AgentMessages::default();
        assert_eq!(heard.add(&updates[0]).as_deref(), Some("hello"));
        assert_eq!(said(&session, "say it again").await, "it again");
        let reason = session.prompt("refuse").await.unwrap().finish().await;
        assert_eq!(reason.unwrap(), StopReason::Refusal);
    }
}

#[tokio::test]
async fn a_call_of_a_tool_is_put_together_of_its_updates() {
    for version in VERSIONS {
        let session = session(editor(version)).await;
        let mut turn = session.prompt("call add {\"a\":2,\"b\":3}").await.unwrap();
        let mut call = ToolCall::default();
        let mut seen = Vec::new();
        while let Some(update) = next(&mut turn).await {
            seen.push(kind(&update));
            match update {
                Update::ToolCall(new) if call.id.is_empty() => call = new,
                Update::ToolCall(change) => call.apply(change),
                _ => {}
            }
        }
        assert_eq!(seen, ["call pending", "call in_progress", "call completed", "message"]);
        assert_eq!(
            (call.title.as_deref(), call.kind.as_ref()),
            (Some("Add"), Some(&ToolKind::Read))
        );
        assert_eq!(call.raw_input, Some(json!({ "a": 2, "b": 3 })));
        assert_eq!(call.text(), "5");
    }
}

#[tokio::test]
async fn plans_thoughts_titles_and_usage_are_told_and_remembered() {
    for version in VERSIONS {
        let session = session(editor(version)).await;
        let mut seen = Vec::new();
        for prompt in ["plan look leap", "think hm", "title Trees", "usage"] {
            let mut turn = session.prompt(prompt).await.unwrap();
            while let Some(update) = next(&mut turn).await {
                seen.push(kind(&update));
                if let Update::Plan(plan) = update {
                    assert_eq!(plan.content, Plan::new(["look", "leap"]).content);
                }
            }
        }
        assert_eq!(seen, ["plan", "thought", "info", "usage"]);
        assert_eq!(session.title().as_deref(), Some("Trees"));
        assert_eq!(session.usage().map(|usage| (usage.used, usage.size)), Some((10, 100)));
    }
}

#[tokio::test]
async fn an_error_of_the_agent_is_the_end_of_the_turn() {
    for version in VERSIONS {
        let session = session(editor(version)).await;
        let turn = session.prompt("fail out of luck").await.unwrap();
        let error = turn.finish().await.unwrap_err();
        assert!(error.rpc().is_some(), "{error}");
        assert!(error.to_string().contains("out of luck"), "{error}");
        assert_eq!(said(&session, "say on").await, "on");
    }
}

#[tokio::test]
async fn a_turn_that_is_cancelled_goes_on_until_the_agent_has_ended_it() {
    for version in VERSIONS {
        let session = session(editor(version)).await;
        let mut turn = session.prompt("call hang").await.unwrap();
        assert_eq!(next(&mut turn).await.as_ref().map(kind).as_deref(), Some("call pending"));
        turn.cancel();
        let mut last = String::new();
        while let Some(update) = next(&mut turn).await {
            last = kind(&update);
        }
        assert_eq!(last, if version == 1 { "call failed" } else { "call cancelled" });
        assert_eq!(turn.finish().await.unwrap(), StopReason::Cancelled);
    }
}

#[tokio::test]
async fn a_turn_that_is_dropped_is_cancelled_and_the_next_one_waits_for_its_end() {
    for version in VERSIONS {
        let session = session(editor(version)).await;
        for _ in 0..10 {
            drop(session.prompt("hang").await.unwrap());
            assert_eq!(said(&session, "say next").await, "next");
        }
    }
}

#[tokio::test]
async fn a_session_has_one_turn_at_a_time() {
    for version in VERSIONS {
        let session = session(editor(version)).await;
        let turn = session.prompt("hang").await.unwrap();
        let error = session.prompt("say more").await.unwrap_err().to_string();
        assert_eq!(error, "a turn of this session is already running");
        // From anywhere else.
        session.clone().cancel();
        assert_eq!(turn.finish().await.unwrap(), StopReason::Cancelled);
    }
}

#[tokio::test]
async fn prompts_may_have_other_content_than_text() {
    for version in VERSIONS {
        let session = session(editor(version)).await;
        let blocks =
            vec![ContentBlock::image("aGk=", "image/png"), ContentBlock::text("what is it?")];
        let said = session.prompt(blocks).await.unwrap().text().await.unwrap();
        assert!(said.contains("image/png") && said.contains("what is it?"), "{said}");
    }
}

#[tokio::test]
async fn a_hundred_sessions_run_at_once() {
    for version in VERSIONS {
        let first = session(editor(version)).await;
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
}

#[tokio::test]
async fn version_2_tells_what_the_person_said_and_what_the_session_does() {
    let session = session(editor(2)).await;
    let mut turn = session.prompt("say hello").await.unwrap();
    let mut seen = Vec::new();
    while let Some(update) = turn.next().await {
        seen.push(kind(&update));
    }
    assert_eq!(seen, ["whole user", "running", "message", "idle"]);
    assert_eq!(turn.finish().await.unwrap(), StopReason::EndTurn);
}

#[tokio::test]
async fn a_version_that_nobody_has_is_an_error() {
    let agent = Stdio::spawn(AGENT).arg("acp").arg("1");
    let error = editor(2).connect(agent).await.unwrap_err().to_string();
    assert_eq!(
        error,
        "the agent supports version 1 of the Agent Client Protocol, but this client supports only version 2"
    );
    let error = editor(7).connect(Stdio::spawn(AGENT).arg("acp")).await.unwrap_err().to_string();
    assert_eq!(error, "select at least one of the supported protocol versions: 1 and 2");
    for (theirs, agreed) in [(&["1"][..], 1), (&["2"], 2), (&["1", "2"], 2)] {
        let agent = Stdio::spawn(AGENT).arg("acp").args(theirs);
        let client = any_editor().connect(agent).await.unwrap();
        assert_eq!(client.version(), agreed, "{theirs:?}");
        let session = client.new_session("/work").await.unwrap();
        assert_eq!(said(&session, "client").await, "editor");
    }
    let error =
        editor(1).connect(Stdio::spawn(AGENT).arg("acp").arg("2")).await.unwrap_err().to_string();
    assert_eq!(
        error,
        "the agent supports the versions [2] of the Agent Client Protocol, but this client supports only version 1"
    );
}
