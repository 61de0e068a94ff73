//! What a model reads of a response.

use std::time::Duration;

use mcp_runtime_openapi::Api;
use mcp_runtime_testing::TestClient;
use serde_json::{Value, json};

use crate::api::{Answer, TestApi};
use crate::pets::{called, caption, connect, refused};

async fn with(answer: Answer) -> (TestApi, TestClient) {
    let api = TestApi::start(move |_, _| answer.clone()).await;
    let client = connect(Api::new(&api.url)).await;
    (api, client)
}

fn pet() -> Value {
    json!({ "pet": "7" })
}

#[tokio::test]
async fn successes_are_decoded_and_pruned() {
    let body = r#"{ "id": 7, "name": "Rex", "owner": { "address": "secret" } }"#;
    for kind in ["application/json", "application/hal+json; charset=utf-8", "APPLICATION/JSON"] {
        let (_, client) = with(Answer::new(200, kind, body)).await;
        assert_eq!(called(&client, "pet", pet()).await, r#"{"id":7,"name":"Rex"}"#);
    }
    let (_, client) = with(Answer::empty(204)).await;
    assert_eq!(called(&client, "pet", pet()).await, "null");
    assert_eq!(called(&client, "rename", json!({ "name": "A" })).await, "");
    let (_, client) = with(Answer::new(200, "text/plain; charset=utf-8", "A cät")).await;
    assert_eq!(called(&client, "caption", caption("7", "1")).await, "A cät");
    // What nobody asks for is not read as anything.
    assert_eq!(called(&client, "rename", json!({ "name": "A" })).await, "");
}

#[tokio::test]
async fn a_success_that_does_not_fit_is_said_to_be_one() {
    let (_, client) = with(Answer::json(r#"{ "id": "seven" }"#)).await;
    let said = refused(&client, "pet", pet()).await;
    let expected = "GET /pet/{petId}: the call succeeded, but the response does not match the type that this server expects: ";
    assert!(said.starts_with(expected), "{said}");
}

#[tokio::test]
async fn errors_say_what_the_api_says() {
    let problem = r#"{ "type": "https://e.example/x", "title": "Out of stock", "status": 409, "detail": "Rex is sold.", "next": ["Bo"] }"#;
    let long = "x".repeat(5000);
    let html = "<html><head><title>502 Bad Gateway</title><style>a{}</style></head><body>nginx</body></html>";
    let short = format!("400 Bad Request: {}…", "x".repeat(1000));
    for (answer, expected) in [
        (
            Answer::new(409, "application/problem+json", problem),
            r#"409 Conflict: Out of stock: Rex is sold.: {"next":["Bo"]}"#,
        ),
        (
            Answer::new(404, "application/json", r#"{ "error": "no pet 7" }"#),
            r#"404 Not Found: {"error":"no pet 7"}"#,
        ),
        (Answer::new(400, "text/plain", long.as_str()), short.as_str()),
        (Answer::new(500, "text/html", html), "500 Internal Server Error: 502 Bad Gateway nginx"),
        (Answer::new(403, "image/png", "\u{1}"), "403 Forbidden"),
        (Answer::empty(410), "410 Gone"),
        (Answer::new(400, "text/plain", "a\u{1b}[31mb"), "400 Bad Request: a [31mb"),
    ] {
        let (_, client) = with(answer).await;
        let said = refused(&client, "pet", pet()).await;
        assert_eq!(said, format!("GET /pet/{{petId}}: {expected}"));
    }
}

#[tokio::test]
async fn a_response_that_is_too_large_is_not_kept() {
    let api = TestApi::start(|_, _| Answer::json(" ".repeat(1001))).await;
    let client = connect(Api::new(&api.url).max_response_bytes(1000)).await;
    let said = refused(&client, "pet", pet()).await;
    assert_eq!(said, "GET /pet/{petId}: the API's answer is longer than 1000 bytes: ask for less");
}

#[tokio::test]
async fn a_time_limit_is_said_to_be_one() {
    let api = TestApi::start(|_, _| Answer::never()).await;
    let client = connect(Api::new(&api.url).timeout(Duration::from_millis(40))).await;
    let said = refused(&client, "pet", pet()).await;
    assert_eq!(said, "GET /pet/{petId}: no answer within 40ms");
    assert_eq!(api.requests().len(), 1);
}

#[tokio::test]
async fn requests_that_may_be_repeated_are() {
    let api = TestApi::start(|_, before| match before {
        0 => Answer::empty(503).header("retry-after", "0"),
        1 => Answer::empty(429).header("retry-after", "0"),
        _ => Answer::json(r#"{ "id": 7, "name": "Rex" }"#),
    })
    .await;
    let client = connect(Api::new(&api.url)).await;
    assert_eq!(called(&client, "pet", pet()).await, r#"{"id":7,"name":"Rex"}"#);
    assert_eq!(api.requests().len(), 3);
}

#[tokio::test]
async fn requests_are_not_repeated_for_ever_or_if_they_change_something() {
    let answer = || Answer::empty(503).header("retry-after", "0");
    let (api, client) = with(answer()).await;
    let said = refused(&client, "pet", pet()).await;
    assert_eq!(said, "GET /pet/{petId}: 503 Service Unavailable");
    assert_eq!(api.requests().len(), 3);
    refused(&client, "order", json!({ "pet": 7 })).await;
    assert_eq!(api.requests().len(), 4);
    let (api, client) = with(Answer::empty(503).header("retry-after", "120")).await;
    let said = refused(&client, "pet", pet()).await;
    assert_eq!(said, "GET /pet/{petId}: 503 Service Unavailable (try again in 120s)");
    assert_eq!(api.requests().len(), 1);
}

#[tokio::test]
async fn an_api_that_is_away_is_said_to_be() {
    // Nothing listens on port 1, which is privileged.
    let client = connect(Api::new("http://127.0.0.1:1")).await;
    let said = refused(&client, "order", json!({ "pet": 7 })).await;
    assert!(said.starts_with("POST /store/order: the API cannot be reached: "), "{said}");
}
