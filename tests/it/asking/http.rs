//! Questions over HTTP.

use mcp_runtime::Limits;
use mcp_test_support::http::{Client, Request, Response, serve};

use super::states::{Confirmations, guarding};
use super::*;
use crate::authenticated::{by_header, mount};

/// Serves over HTTP, to users whom a header names.
pub(super) async fn start(server: ServerBuilder) -> Client {
    mount(server.build().unwrap().into_http(), by_header).await
}

pub(super) fn confirm_call() -> Value {
    json!({ "name": "confirm", "arguments": { "what": "a" } })
}

/// A legacy session of a client that can do everything.
async fn open(client: Client) -> impl Fn(&str, Value) -> Request {
    let params = json!({
        "protocolVersion": "2025-11-25",
        "capabilities": able(),
        "clientInfo": { "name": "test", "version": "1" },
    });
    let opened = client.send(Request::post(request(0, "initialize", params))).await;
    let id = opened.header("mcp-session-id").unwrap().to_owned();
    move |accept, message| {
        let post = Request::post(message).with("Accept", accept);
        post.header("Mcp-Session-Id", &id)
    }
}

#[tokio::test]
async fn a_legacy_question_is_on_the_stream_of_its_call() {
    let client = start(server()).await;
    let post = open(client).await;
    let both = "application/json, text/event-stream";
    let call = post(both, request(7, "tools/call", confirm_call()));
    let mut stream = client.send(call).await;
    assert!(stream.is_stream());
    let asked = stream.message().await.unwrap();
    assert_eq!(asked["method"], "elicitation/create");
    // Not so in another session, which can have a question of the same number.
    let answer =
        json!({ "jsonrpc": "2.0", "id": asked["id"], "result": accept(json!({ "ok": true })) });
    let foreign = open(client).await;
    assert_eq!(client.send(foreign(both, answer.clone())).await.status, 202);
    assert_eq!(client.send(post(both, answer)).await.status, 202);
    let done = stream.answer().await;
    assert_eq!((text(&done), &done["id"]), ("confirmed a", &json!(7)));
}

#[tokio::test]
async fn a_legacy_client_that_takes_no_stream_cannot_be_asked() {
    let client = start(server()).await;
    let post = open(client).await;
    let call = |name: &str| {
        let params = json!({ "name": name, "arguments": { "what": "a" } });
        client.send(post("application/json", request(7, "tools/call", params)))
    };
    let why = "the client cannot be asked: it does not accept an event stream as the response to its call";
    assert_eq!(text(&call("confirm").await.json().await), why);
    assert_eq!(text(&call("may_ask").await.json().await), "nobody to ask");
}

#[tokio::test]
async fn a_client_without_a_session_cannot_be_asked() {
    let http = server().build().unwrap().into_http().stateless();
    let client = serve(http).await;
    let call = Request::post(request(7, "tools/call", confirm_call()));
    let done = client.send(call).await.json().await;
    let why = "tool `confirm` needs elicitation.form, which the client did not declare";
    assert_eq!((text(&done), &done["result"]["isError"]), (why, &json!(true)));
}

#[tokio::test]
async fn a_state_of_another_principal_confirms_nothing() {
    let confirmed = Confirmations::default();
    for server in
        [guarding(&confirmed), guarding(&confirmed).limits(Limits::new().without_parking())]
    {
        confirmed.0.lock().unwrap().clear();
        let client = start(server).await;
        let send = async |user: Option<&str>, params: Value| -> Response {
            let request = Request::modern("tools/call", able_to(params, &able()));
            let by = |request: Request, user| request.header("User", user);
            client.send(user.into_iter().fold(request, by)).await
        };
        for (owner, others) in [
            (Some("alice"), [Some("bob"), Some(""), None]),
            (None, [Some("alice"), Some("bob"), Some("")]),
        ] {
            let asked = send(owner, confirm_call()).await.json().await;
            let mut retry = confirm_call();
            retry["requestState"] = asked["result"]["requestState"].clone();
            retry["inputResponses"] = json!({ "question-1": accept(json!({ "ok": true })) });
            for other in others {
                let refused = send(other, retry.clone()).await;
                assert_eq!(refused.status, 400, "{other:?}");
                assert_eq!(refused.json().await["error"]["code"], -32602, "{other:?}");
            }
            assert_eq!(*confirmed.0.lock().unwrap(), Vec::<String>::new());
            assert_eq!(text(&send(owner, retry).await.json().await), "confirmed a");
            assert_eq!(std::mem::take(&mut *confirmed.0.lock().unwrap()), ["a"]);
        }
    }
}
