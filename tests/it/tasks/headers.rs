//! The headers of HTTP that repeat what a request is about.

use mcp_test_support::http::{Client, Request, serve};

use super::talk::about;
use super::*;

async fn client() -> Client {
    serve(jobs().0.build().unwrap().into_http()).await
}

async fn made(client: Client) -> String {
    let mut params = json!({ "name": "slow_compute", "arguments": { "seconds": 0 } });
    params["_meta"] = meta("MODERN");
    let made = client.send(Request::modern("tools/call", params)).await.answer().await;
    made["result"]["taskId"].as_str().unwrap().to_owned()
}

/// Cases: H01, H02.
#[tokio::test]
async fn the_name_of_a_request_about_a_task_is_its_id() {
    let client = client().await;
    let id = made(client).await;
    for method in ["tasks/get", "tasks/update", "tasks/cancel"] {
        let mut params = about(Era::Modern, &id);
        params["inputResponses"] = json!({});
        let right = Request::modern(method, params);
        let other = right.clone().with("Mcp-Name", "other");
        let none = right.clone().without("Mcp-Name");
        for wrong in [other, none] {
            let response = client.send(wrong).await;
            assert_eq!(response.status, 400, "{method}");
            let refused = response.answer().await;
            assert_fits(&refused, json!({ "error": { "code": -32020, "message": "$string" } }));
        }
        assert_eq!(client.send(right).await.status, 200, "{method}");
    }
}

/// Cases: H03.
#[tokio::test]
async fn the_method_is_that_of_the_message() {
    let client = client().await;
    let mut params = json!({ "name": "slow_compute", "arguments": { "seconds": 0 } });
    params["_meta"] = meta("MODERN");
    let call = Request::modern("tools/call", params).with("Mcp-Method", "tasks/get");
    let response = client.send(call).await;
    assert_eq!(response.status, 400);
    let refused = response.answer().await;
    assert_fits(&refused, json!({ "error": { "code": -32020, "message": "$string" } }));
}

/// Cases: H04.
#[tokio::test]
async fn earlier_revisions_have_no_such_header() {
    let session = client().await.initialize("2025-11-25").await;
    let params = json!({ "name": "slow_compute", "arguments": { "seconds": 0 }, "task": {} });
    let made = session.request("tools/call", params).await;
    let id = made["result"]["task"]["taskId"].as_str().unwrap();
    let task = session.request("tasks/get", about(Era::Legacy, id)).await;
    assert_fits(&task, json!({ "result": { "taskId": id, "status": "$status" } }));
}
