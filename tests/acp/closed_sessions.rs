//! Sessions that are closed, and can be opened again until they are deleted.

use serde_json::json;

use super::fixture::{Editor, answered, ids};

#[tokio::test]
async fn a_session_that_is_closed_can_be_opened_again_and_one_that_is_deleted_cannot() {
    for (mut editor, methods) in [
        (Editor::open().await, &["session/load", "session/resume"][..]),
        (Editor::open_v2().await, &["session/resume"]),
    ] {
        for method in methods {
            let session = editor.session("/").await;
            assert_eq!(answered(&mut editor, &session, "count").await, "1");
            let named = json!({ "sessionId": session });
            assert_eq!(editor.result("session/close", named.clone()).await, json!({}));
            let prompt =
                json!({ "sessionId": session, "prompt": [{ "type": "text", "text": "say" }] });
            let refused = editor.peer.request("session/prompt", prompt.clone()).await;
            assert_eq!(refused["error"]["code"], -32002);
            assert_eq!(refused["error"]["data"], named);
            let list = editor.result("session/list", json!({})).await;
            assert!(ids(&list).contains(&session.as_str()), "{list}");

            let params = json!({
                "sessionId": session, "cwd": "/", "mcpServers": [], "replayFrom": { "type": "start" },
            });
            let id = editor.peer.start(method, params.clone()).await;
            let (replayed, answer) = editor.until(id).await;
            assert!(answer["result"].is_object(), "{answer}");
            let is_said = replayed.iter().any(|message| message.to_string().contains("\"1\""));
            assert_eq!(is_said, *method == "session/load" || methods.len() == 1, "{replayed:?}");
            // Its handlers have what they had.
            assert_eq!(answered(&mut editor, &session, "count").await, "2");

            assert_eq!(editor.result("session/close", named.clone()).await, json!({}));
            assert_eq!(editor.result("session/delete", named.clone()).await, json!({}));
            assert_eq!(editor.error(method, params).await, -32002);
            let list = editor.result("session/list", json!({})).await;
            assert!(!ids(&list).contains(&session.as_str()), "{list}");
        }
    }
}

#[tokio::test]
async fn a_session_that_is_being_closed_is_opened_again_or_deleted_after_that() {
    let mut editor = Editor::open().await;
    let session = editor.session("/work").await;
    editor.said(&session, "say hello").await;
    editor.prompt(&session, "hang").await;
    let named = json!({ "sessionId": session });
    let load = json!({ "sessionId": session, "cwd": "/work", "mcpServers": [] });
    let closed = editor.peer.start("session/close", named.clone()).await;
    let loaded = editor.peer.start("session/load", load.clone()).await;
    let (_, answer) = editor.until(closed).await;
    assert_eq!(answer["result"], json!({}));
    let (_, answer) = editor.until(loaded).await;
    assert_eq!(answer["result"], json!({}), "{answer}");
    assert_eq!(editor.said(&session, "say again").await, "again");

    editor.prompt(&session, "hang").await;
    let closed = editor.peer.start("session/close", named.clone()).await;
    let deleted = editor.peer.start("session/delete", named).await;
    editor.until(closed).await;
    editor.until(deleted).await;
    assert_eq!(editor.error("session/load", load).await, -32002);
    assert_eq!(ids(&editor.result("session/list", json!({})).await), [] as [&str; 0]);
}

#[tokio::test]
async fn a_session_that_is_closed_takes_nothing_until_it_is_opened_again() {
    let (mut editor, _) = Editor::open_workbench(&[], json!({})).await;
    let (session, _) = editor.session_with_commands().await;
    let prompt = json!([{ "type": "text", "text": "hello" }]);
    let setup = json!({ "sessionId": session, "cwd": "/work", "mcpServers": [] });
    let named = json!({ "sessionId": session });
    for open in ["session/load", "session/resume", "session/load"] {
        editor.result("session/close", named.clone()).await;
        let requests = [
            ("session/prompt", json!({ "sessionId": session, "prompt": prompt })),
            (
                "session/prompt",
                json!({ "sessionId": session, "prompt": [{ "type": "text", "text": "/review" }] }),
            ),
            ("session/set_mode", json!({ "sessionId": session, "modeId": "write" })),
            ("session/set_mode", json!({ "sessionId": session, "modeId": "nothing" })),
            (
                "session/set_config_option",
                json!({ "sessionId": session, "configId": "model", "value": "small" }),
            ),
        ];
        for (method, params) in requests {
            assert_eq!(editor.error(method, params).await, -32002, "{method}");
        }
        // Neither does a cancellation open it, nor another close.
        editor.cancel(&session).await;
        editor.result("session/close", named.clone()).await;
        let list = editor.result("session/list", json!({})).await;
        assert_eq!(ids(&list), [session.as_str()]);
        let id = editor.peer.start(open, setup.clone()).await;
        let (_, answer) = editor.until(id).await;
        assert!(answer["result"].is_object(), "{open}: {answer}");
        editor.peer.receive().await;
        assert_eq!(editor.said(&session, "mode").await, "Ask");
    }
    editor.result("session/delete", named).await;
    for open in ["session/load", "session/resume"] {
        assert_eq!(editor.error(open, setup.clone()).await, -32002);
    }
}

#[tokio::test]
async fn a_hundred_closed_sessions_are_listed_and_the_oldest_is_forgotten_at_the_limit() {
    let mut editor = Editor::open().await;
    let mut sessions = Vec::new();
    for _ in 0..1000 {
        let session = editor.session("/").await;
        editor.result("session/close", json!({ "sessionId": session })).await;
        sessions.push(session);
    }
    let open = editor.session("/").await;
    let gone = json!({ "sessionId": sessions[0], "cwd": "/", "mcpServers": [] });
    assert_eq!(editor.error("session/resume", gone).await, -32002);
    let list = editor.result("session/list", json!({})).await;
    assert_eq!(ids(&list).len(), 100);
    assert!(list["nextCursor"].is_string(), "{list}");
    let kept = json!({ "sessionId": sessions[1], "cwd": "/", "mcpServers": [] });
    assert_eq!(editor.result("session/resume", kept).await, json!({}));
    assert_eq!(editor.said(&open, "say here").await, "here");
}

#[tokio::test]
async fn closed_sessions_make_room_for_what_is_said_in_others_the_oldest_first() {
    let mut editor = Editor::open().await;
    let mut closed = Vec::new();
    let long = "x".repeat(1_000_000);
    // Each keeps the prompt and the answer: 2 MB of the 64 MiB for all.
    for _ in 0..40 {
        let session = editor.session("/").await;
        assert_eq!(editor.said(&session, &format!("say {long}")).await.len(), long.len());
        editor.result("session/close", json!({ "sessionId": session })).await;
        closed.push(session);
    }
    let list = editor.result("session/list", json!({})).await;
    let listed = ids(&list);
    let kept = closed.iter().position(|id| listed.contains(&id.as_str())).expect("some are kept");
    assert!((1..20).contains(&kept), "{kept} are forgotten");
    assert!(closed[kept..].iter().all(|id| listed.contains(&id.as_str())));
    let load = json!({ "sessionId": closed[39], "cwd": "/", "mcpServers": [] });
    let id = editor.peer.start("session/load", load).await;
    let (replayed, answer) = editor.until(id).await;
    assert_eq!((replayed.len(), &answer["result"]), (2, &json!({})));
}

#[tokio::test]
async fn what_is_gone_or_never_was_is_closed_and_deleted_without_an_error() {
    for mut editor in [Editor::open().await, Editor::open_v2().await] {
        for first in ["session/close", "session/delete"] {
            let session = editor.session("/").await;
            editor.result(first, json!({ "sessionId": session })).await;
            for method in ["session/close", "session/delete"] {
                for id in [session.as_str(), "never", ""] {
                    let params = json!({ "sessionId": id });
                    assert_eq!(editor.result(method, params).await, json!({}), "{method} {id:?}");
                }
                for wrong in [json!({}), json!({ "sessionId": 1 }), json!({ "sessionId": null })] {
                    assert_eq!(editor.error(method, wrong).await, -32602);
                }
            }
        }
    }
}
