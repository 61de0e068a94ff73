//! What the agent asks: permission and forms.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use mcp_runtime::{Accepted, Answer, json};
use mcp_runtime_acp::StopReason;
use mcp_runtime_acp::client::{PermissionChoice, PermissionKind};
use tokio::sync::Notify;
use tokio::time::sleep;

use super::{VERSIONS, editor, kind, next, said, session};

#[tokio::test]
async fn what_is_allowed_runs_and_what_is_rejected_does_not() {
    for version in VERSIONS {
        let session = session(editor(version).on_permission(|asked| async move {
            let call = asked.tool_call.as_ref().expect("a call");
            assert_eq!((&*asked.title, call.raw_input.is_some()), ("Wipe", true));
            Ok(match &*asked.session_id {
                "" => PermissionChoice::Cancelled,
                _ => asked.allow(),
            })
        }))
        .await;
        assert_eq!(said(&session, "call wipe").await, "got 1");
        let refused = super::session(
            editor(version).on_permission(|asked| async move { Ok(asked.reject()) }),
        )
        .await;
        assert!(said(&refused, "call wipe").await.starts_with("failed: "));
        assert_eq!(said(&refused, "call wiped").await, "got 0");
    }
}

#[tokio::test]
async fn an_option_is_chosen_by_what_it_means() {
    for version in VERSIONS {
        for (kind, decision) in [
            (PermissionKind::AllowOnce, "AllowOnce true"),
            (PermissionKind::AllowAlways, "AllowAlways true"),
            (PermissionKind::RejectOnce, "RejectOnce false"),
            (PermissionKind::RejectAlways, "RejectAlways false"),
            (PermissionKind::Unknown("sometimes".to_owned()), "Undecided false"),
        ] {
            let session = session(editor(version).on_permission(move |asked| {
                let choice = asked.choose(&kind);
                async move { Ok(choice) }
            }));
            assert_eq!(said(&session.await, "ask really?").await, decision);
        }
    }
}

/// No handler, an error, a panic, and a choice that was not offered.
#[tokio::test]
async fn what_nobody_chooses_is_not_allowed() {
    for version in VERSIONS {
        let none = session(editor(version)).await;
        assert_eq!(said(&none, "ask really?").await, "Undecided false");
        let failing =
            session(editor(version).on_permission(|_| async { Err("no idea".into()) })).await;
        assert!(said(&failing, "call wipe").await.starts_with("failed: "));
        let made_up =
            session(editor(version).on_permission(|_| async {
                Ok(PermissionChoice::Selected("everything".to_owned()))
            }))
            .await;
        assert!(said(&made_up, "call wipe").await.starts_with("failed: "));
        assert_eq!(said(&made_up, "call wiped").await, "got 0");
    }
}

/// A slow reader is asked after it has shown what came before the question, and one that reads
/// nothing is asked nevertheless.
#[tokio::test]
async fn a_question_is_asked_after_what_came_before_it_is_shown() {
    for version in VERSIONS {
        for order in ["call wipe", "call greet", "ask really?"] {
            let shown = Arc::new(Mutex::new(Vec::<String>::new()));
            let seen = Arc::clone(&shown);
            let also_seen = Arc::clone(&shown);
            let asked = |shown: &Mutex<Vec<String>>| shown.lock().unwrap().push("asked".to_owned());
            let session = session(
                editor(version)
                    .on_permission(move |request| {
                        asked(&seen);
                        async move { Ok(request.allow()) }
                    })
                    .on_elicit(move |_| {
                        asked(&also_seen);
                        async { Ok(Answer::<()>::Declined) }
                    }),
            )
            .await;
            let mut turn = session.prompt(order).await.unwrap();
            while let Some(update) = turn.next().await {
                sleep(Duration::from_millis(30)).await;
                shown.lock().unwrap().push(kind(&update));
            }
            let shown = shown.lock().unwrap().clone();
            let asked = shown.iter().position(|shown| shown == "asked").unwrap();
            let before = &shown[..asked];
            if order.starts_with("call") {
                assert!(before.contains(&"call pending".to_owned()), "{version}: {shown:?}");
            }
            if version == 2 {
                assert!(before.contains(&"running".to_owned()), "{shown:?}");
            }
        }
        let answering =
            session(editor(version).on_permission(|request| async move { Ok(request.allow()) }));
        let session = answering.await;
        let turn = session.prompt("call wipe").await.unwrap();
        sleep(Duration::from_millis(1500)).await;
        assert_eq!(turn.text().await.unwrap(), "got 1");
    }
}

#[tokio::test]
async fn a_cancelled_turn_gives_its_questions_up() {
    for version in VERSIONS {
        let asked = Arc::new(Notify::new());
        let is_asked = Arc::clone(&asked);
        let session = session(editor(version).on_permission(move |_| {
            is_asked.notify_one();
            std::future::pending()
        }))
        .await;
        let mut turn = session.prompt("call wipe").await.unwrap();
        assert_eq!(next(&mut turn).await.as_ref().map(kind).as_deref(), Some("call pending"));
        asked.notified().await;
        turn.cancel();
        assert_eq!(turn.finish().await.unwrap(), StopReason::Cancelled);
        assert_eq!(said(&session, "call wiped").await, "got 0");
    }
}

#[tokio::test]
async fn a_form_is_asked_only_of_a_client_that_answers_forms() {
    for version in VERSIONS {
        let answering = session(editor(version).on_elicit(|form| async move {
            assert_eq!(form.message, "Who are you?");
            Ok(Accepted(json!({ "name": "Ada" })))
        }))
        .await;
        assert_eq!(said(&answering, "call greet").await, "got \"Hello, Ada!\"");
        let declining =
            session(editor(version).on_elicit(|_| async { Ok(Answer::<()>::Declined) })).await;
        assert_eq!(said(&declining, "call greet").await, "got \"Hello, whoever you are!\"");
        let silent = session(editor(version)).await;
        let said = said(&silent, "call greet").await;
        assert!(said.starts_with("failed: ") && said.contains("elicitation"), "{said}");
    }
}
