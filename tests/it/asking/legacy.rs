//! Questions as requests on the stream of a legacy call.

use mcp_runtime::Limits;
use std::time::Duration;

use super::*;

const ASKING: [&str; 2] = ["2025-06-18", "2025-11-25"];

#[tokio::test]
async fn a_form_is_a_request_and_its_answer_the_value() {
    for version in ASKING {
        let mut person = Person::connect(server(), version).await;
        let says = |ok: bool| move |_: &str, _: &Value| accept(json!({ "ok": ok }));
        let done = person.call("confirm", json!({ "what": "jump" }), says(true)).await;
        assert_eq!(text(&done), "confirmed jump");
        let done = person.call("confirm", json!({ "what": "jump" }), says(false)).await;
        assert_eq!(text(&done), "refused jump");
        for action in ["decline", "cancel"] {
            let answer = |_: &str, _: &Value| json!({ "action": action });
            let done = person.call("confirm", json!({ "what": "jump" }), answer).await;
            assert_eq!(text(&done), "refused jump");
        }
        let (method, mut params) = person.asked.swap_remove(0);
        assert_eq!(method, "elicitation/create");
        let mode = params["mode"].take();
        assert_eq!(mode, if version == "2025-06-18" { json!(null) } else { json!("form") });
        assert_eq!(params["message"], "Really jump?");
        let ok = json!({ "type": "boolean", "description": "Are you sure?" });
        assert_eq!(params["requestedSchema"]["properties"], json!({ "ok": ok }));
        assert_eq!(params["requestedSchema"]["required"], json!(["ok"]));
    }
}

/// Whoever asked learns at once that there is no answer, and the client gets no error for a request
/// that it did not send.
#[tokio::test(start_paused = true)]
async fn an_answer_that_no_decoder_reads_ends_its_question() {
    for answer in [
        r#"{"jsonrpc":"2.0","id":ID,"result":{"action":"accept","content":{"a":"\ud83d"}}}"#,
        r#"{"result":{"action":"accept","content":{"a":NaN}},"jsonrpc":"2.0","id":ID}"#,
        r#"{"jsonrpc":"2.0","id":ID,"error":{"code":1,"message":"\udc00"}}"#,
        r#"{"jsonrpc":"2.0","id":ID,"result":{"action":"acc"#,
        r#"{"jsonrpc":"1.0","id":ID,"result":{"action":"accept"}}"#,
    ] {
        let mut person = Person::connect(server(), "2025-11-25").await;
        let params = json!({ "name": "confirm", "arguments": { "what": "jump" } });
        let call = person.peer().start("tools/call", params).await;
        let asked = person.peer().receive().await;
        assert_eq!(asked["method"], "elicitation/create");
        person.peer().send(answer.replace("ID", &asked["id"].to_string())).await;
        let next = person.peer().receive().await;
        assert_eq!(next["id"], call, "{answer}: {next}");
        assert!(text(&next).contains("the answer cannot be read"), "{answer}: {next}");
    }
}

#[tokio::test]
async fn the_model_and_the_roots_are_asked_since_the_first_revision() {
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let mut person = Person::connect(server(), version).await;
        let says = |method: &str, params: &Value| {
            assert_eq!(method, "sampling/createMessage");
            assert_eq!(params["messages"][0]["content"]["text"], "Summarize war and peace");
            assert_eq!(
                (&params["maxTokens"], &params["systemPrompt"]),
                (&json!(50), &json!("Be short."))
            );
            let content = json!({ "type": "text", "text": "Russia" });
            json!({ "role": "assistant", "model": "m", "content": content })
        };
        let done = person.call("summarize", json!({ "text": "war and peace" }), says).await;
        assert_eq!(text(&done), "summary: Russia");
        let says = |method: &str, _: &Value| {
            assert_eq!(method, "roots/list");
            json!({ "roots": [{ "uri": "file:///a" }, { "uri": "file:///b", "name": "B" }] })
        };
        assert_eq!(text(&person.call("places", json!({}), says).await), "file:///a file:///b");
    }
}

#[tokio::test]
async fn prompts_and_resources_ask_too() {
    let mut person = Person::connect(server(), "2025-11-25").await;
    let says = |_: &str, _: &Value| accept(json!({ "ok": true }));
    let prompt = person.request("prompts/get", json!({ "name": "write" }), says).await;
    assert_eq!(prompt["result"]["messages"][0]["content"]["text"], "true");
    let read = person.request("resources/read", json!({ "uri": "test://secret" }), says).await;
    assert_eq!(read["result"]["contents"][0]["text"], "true");
}

#[tokio::test]
async fn what_a_revision_cannot_ask_is_an_error_that_says_so() {
    let says = |_: &str, _: &Value| json!({ "action": "accept" });
    let mut person = Person::connect(server(), "2025-11-25").await;
    assert_eq!(text(&person.call("sign_in", json!({}), says).await), "Accepted(())");
    assert_eq!(person.asked[0].1["mode"], "url");
    assert_eq!(person.asked[0].1["elicitationId"].as_str().unwrap().len(), 32);
    let mut person = Person::connect(server(), "2025-06-18").await;
    let done = person.call("sign_in", json!({}), says).await;
    assert_eq!(
        text(&done),
        "the protocol version of the client does not support elicitation by URL"
    );
    let done = person.call("compute", json!({}), says).await;
    assert_eq!(
        text(&done),
        "the protocol version of the client does not support tools in sampling"
    );
    assert!(person.asked.is_empty());
}

#[tokio::test]
async fn answers_are_checked_before_the_handler_sees_them() {
    let mut person = Person::connect(server(), "2025-11-25").await;
    for (answer, why) in [
        (accept(json!({ "ok": "yes" })), "`ok`: expected true or false, got \"yes\""),
        (accept(json!({})), "`ok`: missing, expected true or false"),
        (json!({ "action": "accept" }), "`ok`: missing, expected true or false"),
        (json!({ "action": "maybe" }), "unknown variant `maybe`"),
        (json!(7), "invalid type"),
    ] {
        let done = person.call("confirm", json!({ "what": "x" }), |_, _| answer.clone()).await;
        assert_eq!(done["result"]["isError"], true);
        assert!(text(&done).contains(why), "{done}");
    }
}

#[tokio::test]
async fn an_error_of_the_client_is_told_and_foreign_answers_are_ignored() {
    let mut person = Person::connect(server(), "2025-11-25").await;
    let peer = person.peer();
    let id = peer.start_call("confirm", json!({ "what": "x" })).await;
    let asked = peer.receive().await;
    for foreign in [json!(999), json!("1"), json!(null)] {
        peer.send(
            json!({ "jsonrpc": "2.0", "id": foreign, "result": accept(json!({ "ok": true })) }),
        )
        .await;
    }
    let error = json!({ "code": -1, "message": "User rejected" });
    peer.send(json!({ "jsonrpc": "2.0", "id": asked["id"], "error": error })).await;
    let done = peer.answer(id).await;
    assert_eq!(text(&done), "the client answered with an error: User rejected (-1)");
    assert_eq!(done["result"]["isError"], true);
}

#[tokio::test]
async fn a_cancelled_call_takes_its_question_back() {
    let mut person = Person::connect(server(), "2025-11-25").await;
    let peer = person.peer();
    let id = peer.start_call("confirm", json!({ "what": "x" })).await;
    let asked = peer.receive().await;
    peer.send(notification("notifications/cancelled", json!({ "requestId": id }))).await;
    let news = peer.receive().await;
    assert_eq!(news["method"], "notifications/cancelled");
    assert_eq!(news["params"], json!({ "requestId": asked["id"] }));
    // Too late, and harmless.
    peer.send(
        json!({ "jsonrpc": "2.0", "id": asked["id"], "result": accept(json!({ "ok": true })) }),
    )
    .await;
    peer.send(request(77, "ping", json!({}))).await;
    assert_eq!(peer.receive().await["id"], 77);
}

#[tokio::test]
async fn the_end_of_the_input_ends_questions_at_once() {
    let mut person = Person::connect(
        server().limits(Limits::new().drain_timeout(Duration::from_secs(3600))),
        "2025-11-25",
    )
    .await;
    let id = person.peer().start_call("confirm", json!({ "what": "x" })).await;
    person.peer().receive().await;
    person.peer().close();
    assert_eq!(text(&person.peer().answer(id).await), "the connection ended");
    assert_eq!(person.peer().rest().await, Vec::<Value>::new());
}

#[tokio::test(start_paused = true)]
async fn a_client_that_does_not_answer_is_not_waited_for_for_ever() {
    let server = server().limits(Limits::new().answer_timeout(Duration::from_secs(50)));
    let mut person = Person::connect(server, "2025-11-25").await;
    let id = person.peer().start_call("confirm", json!({ "what": "x" })).await;
    let asked = person.peer().receive().await;
    let news = person.peer().receive().await;
    assert_eq!(news["params"], json!({ "requestId": asked["id"] }));
    let done = person.peer().answer(id).await;
    assert_eq!(text(&done), "the client did not answer within 50s");
}

#[tokio::test]
async fn a_client_that_cannot_is_told_what_is_missing() {
    let never = |_: &str, _: &Value| panic!("nothing is to be asked");
    for version in ASKING {
        let mut person = Person::with(server(), version, json!({ "sampling": {} })).await;
        for (tool, needs) in [
            ("confirm", "tool `confirm` needs elicitation.form, which the client did not declare"),
            ("sign_in", "tool `sign_in` needs elicitation.url, which the client did not declare"),
            ("compute", "tool `compute` needs sampling.tools, which the client did not declare"),
            ("places", "tool `places` needs roots, which the client did not declare"),
        ] {
            // What is wrong with the arguments does not matter then.
            let done = person.call(tool, json!({ "what": 7 }), never).await;
            assert_eq!((text(&done), &done["result"]["isError"]), (needs, &json!(true)));
        }
        assert_eq!(text(&person.call("may_ask", json!({}), never).await), "nobody to ask");
        for (method, params) in [
            ("prompts/get", json!({ "name": "write" })),
            ("resources/read", json!({ "uri": "test://secret" })),
        ] {
            let error = person.request(method, params, never).await["error"].take();
            let missing = json!({ "requiredCapabilities": { "elicitation": { "form": {} } } });
            assert_eq!((&error["code"], &error["data"]), (&json!(-32600), &missing), "{error}");
        }
    }
}
