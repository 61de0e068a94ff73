//! What agents show besides messages, as a client gets it.

use mcp_runtime_acp::client::{CompactionStatus, SessionState, ToolContent, Update};
use mcp_runtime_acp::{NoticeSeverity, Plan, StopReason, SystemPrompt};
use mcp_runtime_client::Stdio;

use super::{AGENT, VERSIONS, any_editor, editor, kind, next, session};

/// All updates of a turn that both versions have.
async fn updates(session: &mcp_runtime_acp::client::Session, prompt: &str) -> Vec<Update> {
    let mut turn = session.prompt(prompt).await.unwrap();
    let mut all = Vec::new();
    while let Some(update) = next(&mut turn).await {
        all.push(update);
    }
    assert_eq!(turn.finish().await.unwrap(), StopReason::EndTurn);
    all
}

#[tokio::test]
async fn notices_plans_and_compactions_are_told() {
    for version in VERSIONS {
        let session = session(editor(version)).await;
        let notices = updates(&session, "notice").await;
        let [Update::Notice(notice)] = &notices[..] else { panic!("{notices:?}") };
        assert_eq!((&notice.severity, &*notice.title), (&NoticeSeverity::Warning, "Slow model"));
        let plans = [
            Update::Plan(Plan::new(["look"]).id("tests")),
            Update::Plan(Plan::markdown("# Design").id("design").path("/work/D.md")),
            Update::PlanRemoved("tests".to_owned()),
        ];
        assert_eq!(updates(&session, "plans").await, plans);
        let compacted = updates(&session, "compact").await;
        let [
            Update::Compaction(begun),
            Update::CompactionSummary { compaction, content },
            Update::Compaction(done),
        ] = &compacted[..]
        else {
            panic!("{compacted:?}")
        };
        assert_eq!(begun.status, Some(CompactionStatus::InProgress));
        assert_eq!(
            (compaction, content.as_text()),
            (&done.compaction_id, Some("We fixed the parser."))
        );
        assert_eq!(done.status, Some(CompactionStatus::Completed));
        updates(&session, "cost").await;
        let cost = session.usage().and_then(|usage| usage.cost).unwrap();
        assert_eq!((cost.amount, &*cost.currency), (0.25, "EUR"));
    }
}

#[tokio::test]
async fn changes_of_files_are_told_in_either_form() {
    for version in VERSIONS {
        let session = session(editor(version)).await;
        let shown = updates(&session, "show").await;
        let [Update::ToolCall(call)] = &shown[..] else { panic!("{shown:?}") };
        match &call.content.as_deref().unwrap()[0] {
            ToolContent::Diff(diff) if version == 1 => assert_eq!(diff.path, "/work/a.rs"),
            ToolContent::Changes { files, patch } if version == 2 => {
                assert_eq!((&*files[0].operation, &*files[0].path), ("modify", "/work/a.rs"));
                assert!(patch.as_deref().unwrap().contains("\n-two\n+2\n"));
            }
            other => panic!("{other:?}"),
        }
        assert_eq!(call.locations.as_deref().unwrap()[0].line, Some(2));
    }
}

#[tokio::test]
async fn subagents_are_sessions_of_their_own_for_who_shows_them() {
    for version in VERSIONS {
        let session = session(editor(version).subagents()).await;
        let told = updates(&session, "delegate").await;
        let Update::Subagent(begun) = &told[0] else { panic!("{told:?}") };
        assert_eq!(begun.title.as_deref(), Some("Reviewer"));
        let of = |update: &Update| match update {
            Update::OfSubagent { session, update } if *session == begun.session => {
                Some(kind(update))
            }
            _ => None,
        };
        assert!(told.iter().filter_map(of).any(|kind| kind == "message"), "{told:?}");
        let Update::Subagent(ended) = &told[told.len() - 1] else { panic!("{told:?}") };
        assert!(matches!(
            &ended.state,
            Some(SessionState::Idle { reason: Some(Ok(StopReason::EndTurn)), .. })
        ));
    }
    // Version 1 asks first.
    let session = session(editor(1)).await;
    let told = updates(&session, "delegate").await;
    let kinds: Vec<String> = told.iter().map(kind).collect();
    assert_eq!(kinds, ["call in_progress", "call completed"]);
}

#[tokio::test]
async fn a_subagent_is_cancelled_alone_and_asks_in_its_own_session() {
    for version in VERSIONS {
        let editor = editor(version).subagents().on_permission(|request| async move {
            assert!(request.session_id.contains("subagent"), "{}", request.session_id);
            Ok(request.allow())
        });
        let session = session(editor).await;
        let said = super::said(&session, "delegate-wipe").await;
        assert_eq!(said, "1");
        let mut turn = session.prompt("delegate-forever").await.unwrap();
        let begun = next(&mut turn).await.unwrap();
        let Update::Subagent(begun) = begun else { panic!("{begun:?}") };
        assert_eq!(begun.is_cancellable, Some(true));
        session.cancel_subagent(&begun.session);
        let ended = loop {
            match next(&mut turn).await.unwrap() {
                Update::Subagent(change) => break change,
                Update::OfSubagent { .. } => {}
                other => panic!("{other:?}"),
            }
        };
        assert!(matches!(
            &ended.state,
            Some(SessionState::Idle { reason: Some(Ok(StopReason::Cancelled)), .. })
        ));
        turn.cancel();
        assert_eq!(turn.finish().await.unwrap(), StopReason::Cancelled);
    }
}

#[tokio::test]
async fn a_system_prompt_is_only_sent_to_agents_that_apply_it() {
    for version in VERSIONS {
        let client =
            editor(version).connect(Stdio::spawn(AGENT).arg("acp").arg("append")).await.unwrap();
        let session = client
            .new_session("/work")
            .system_prompt(SystemPrompt::append("Be brief."))
            .await
            .unwrap();
        assert_eq!(super::said(&session, "instructions").await, "Own.\n\nBe brief.");
        let refused =
            client.new_session("/work").system_prompt(SystemPrompt::replace("Mine.")).await;
        assert!(refused.unwrap_err().to_string().contains("replace its own system prompt"));
    }
    let client = any_editor().connect(super::agent()).await.unwrap();
    let refused = client.new_session("/work").system_prompt(SystemPrompt::append("x")).await;
    assert!(refused.unwrap_err().to_string().contains("take system prompts"));
}
