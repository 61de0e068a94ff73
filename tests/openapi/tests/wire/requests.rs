//! Where arguments go.

use mcp_runtime_openapi::Api;
use mcp_runtime_testing::TestClient;
use serde_json::{Value, json};

use crate::api::{Answer, TestApi};
use crate::pets::{called, connect, refused};

async fn start(answer: &'static str) -> (TestApi, TestClient) {
    let api = TestApi::start(move |_, _| Answer::json(answer)).await;
    let client = connect(Api::new(&api.url).header("Store-Version", "3")).await;
    (api, client)
}

#[tokio::test]
async fn queries_have_the_style_of_the_document() {
    let (api, client) = start("[]").await;
    called(&client, "find", json!({ "status": "sold", "tags": ["a&b", "c d"] })).await;
    let expected = "GET /pet/findByStatus?status=sold&tags=a%26b&tags=c%20d&limit=10";
    assert_eq!(api.last().line(), expected);
    let arguments = json!({
        "ids": [1, 2], "colors": ["red", "b|c"], "filter": { "age": 3 }, "where": { "a": [1] }, "session": "s=1; x"
    });
    called(&client, "search", arguments).await;
    let expected =
        "GET /search?ids=1,2&colors=red%7Cb%7Cc&filter[age]=3&where=%7B%22a%22%3A%5B1%5D%7D";
    assert_eq!(api.last().line(), expected);
    assert_eq!(api.last().header("cookie"), Some("session=s%3D1%3B%20x"));
    called(&client, "search", json!({})).await;
    assert_eq!(api.last().line(), "GET /search");
    assert_eq!(api.last().header("cookie"), None);
}

#[tokio::test]
async fn headers_are_those_of_the_document_and_of_the_program() {
    let (api, client) = start("null").await;
    called(&client, "pet", json!({ "pet": "7", "x_trace": "t 1" })).await;
    let request = api.last();
    assert_eq!(request.header("x-trace"), Some("t 1"));
    assert_eq!(request.header("store-version"), Some("3"));
    assert!(request.header("user-agent").unwrap().starts_with("mcp-runtime-openapi/"));
    assert!(request.header("accept").unwrap().starts_with("application/json"));
    for value in ["a\r\nX-Admin: 1", "a\nb", "\0", "ä"] {
        let said = refused(&client, "pet", json!({ "pet": "7", "x_trace": value })).await;
        assert_eq!(said, "`x_trace`: it can have only ASCII characters, and no line breaks");
    }
    assert_eq!(api.requests().len(), 1);
}

#[tokio::test]
async fn bodies_are_json_forms_or_text() {
    let (api, client) = start(r#"{ "id": 3, "petId": 7 }"#).await;
    let body = || serde_json::from_str::<Value>(&api.last().body).unwrap();
    assert_eq!(called(&client, "order", json!({ "pet": 7 })).await, r#"{"id":3}"#);
    assert_eq!(api.last().line(), "POST /store/order");
    assert_eq!(api.last().header("content-type"), Some("application/json"));
    assert_eq!(body(), json!({ "petId": 7 }));
    called(&client, "order", json!({ "pet": 8, "quantity": null, "complete": true })).await;
    assert_eq!(body(), json!({ "petId": 8, "quantity": null, "complete": true }));
    let arguments = json!({ "name": "A & B", "id": "x", "version": 2, "labels": ["a", "b"] });
    called(&client, "rename", arguments).await;
    assert_eq!(api.last().line(), "POST /store/rename?id=2");
    assert_eq!(api.last().header("content-type"), Some("application/x-www-form-urlencoded"));
    assert_eq!(api.last().body, "name=A%20%26%20B&id=x&labels=a&labels=b");
}

#[tokio::test]
async fn a_body_may_be_one_value() {
    let (api, client) = start("3.5").await;
    assert_eq!(called(&client, "add", json!({ "body": [1, 2.5] })).await, "3.5");
    assert_eq!(api.last().body, "[1.0,2.5]");
}

#[tokio::test]
async fn arguments_that_the_operation_does_not_have_are_refused() {
    let (api, client) = start("{}").await;
    let said = refused(&client, "order", json!({ "pet": 7, "admin": true })).await;
    assert!(said.contains("unknown argument \"admin\""), "{said}");
    assert_eq!(api.requests().len(), 0);
}

#[tokio::test]
async fn an_endless_url_is_refused() {
    let (api, client) = start("{}").await;
    let said = refused(&client, "pet", json!({ "pet": "a".repeat(20_000) })).await;
    assert_eq!(said, "the arguments make the URL longer than 16384 bytes: pass less");
    assert_eq!(api.requests().len(), 0);
}
