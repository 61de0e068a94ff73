//! `tasks/list`, which only legacy clients have.

use mcp_runtime::Limits;
use std::time::Duration;

use mcp_test_support::http::{Client, Request};
use mcp_test_support::peer::{initialize, notification, request};
use tokio::time::sleep;

use super::*;
use crate::authenticated::{by_header, mount};

fn ids(listed: &Value) -> Vec<String> {
    let tasks = listed["result"]["tasks"].as_array().unwrap_or_else(|| panic!("{listed}"));
    tasks.iter().map(|task| task["taskId"].as_str().unwrap().to_owned()).collect()
}

/// Cases: L01.
#[tokio::test(start_paused = true)]
async fn tasks_are_listed_in_pages_the_newest_first() {
    let server = jobs().0.limits(Limits::new().page_size(2)).build().unwrap();
    let mut talk = Talk::pipes(&server).await;
    let mut made = Vec::new();
    for seconds in [100, 1, 100, 1, 100] {
        made.push(talk.task(Era::Legacy, "counted", json!({ "seconds": seconds })).await);
        sleep(Duration::from_millis(10)).await;
    }
    made.reverse();
    let first = talk.request(Era::Legacy, "tasks/list", json!({})).await;
    assert_fits(&first, json!({ "result": { "tasks": "$array of 2", "nextCursor": "$string" } }));
    let mut found = ids(&first);
    // Meanwhile some end.
    sleep(Duration::from_secs(2)).await;
    let mut cursor = first["result"]["nextCursor"].clone();
    while cursor.is_string() {
        let page = talk.request(Era::Legacy, "tasks/list", json!({ "cursor": cursor })).await;
        found.extend(ids(&page));
        cursor = page["result"]["nextCursor"].clone();
    }
    assert_eq!(found, made);
}

/// Sends a message as somebody, in a session if there is one.
async fn say(client: Client, user: &str, session: Option<&str>, message: Value) -> (Value, String) {
    let mut post = Request::post(message).header("User", user);
    if let Some(session) = session {
        post = post.header("Mcp-Session-Id", session).header("MCP-Protocol-Version", "2025-11-25");
    }
    let response = client.send(post).await;
    let session = response.header("mcp-session-id").unwrap_or_default().to_owned();
    match response.status {
        202 => (Value::Null, session),
        _ => (response.answer().await, session),
    }
}

async fn open(client: Client, user: &str) -> String {
    let message = request(0, "initialize", initialize("2025-11-25"));
    let (opened, session) = say(client, user, None, message).await;
    let offered = json!({ "list": {}, "cancel": {}, "requests": { "tools": { "call": {} } } });
    assert_eq!(opened["result"]["capabilities"]["tasks"], offered);
    let message = notification("notifications/initialized", json!({}));
    say(client, user, Some(&session), message).await;
    session
}

/// Cases: L03.
#[tokio::test]
async fn everybody_lists_their_own_tasks_alone() {
    let server = jobs().0.limits(Limits::new().page_size(1)).build().unwrap();
    let client = mount(server.into_http(), by_header).await;
    let mut made = Vec::new();
    for user in ["alice", "bob"] {
        let session = open(client, user).await;
        let mut own = Vec::new();
        for _ in 0..2 {
            let params = json!({ "name": "never_done", "arguments": {}, "task": {} });
            let (made, _) =
                say(client, user, Some(&session), request(1, "tools/call", params)).await;
            own.push(made["result"]["task"]["taskId"].as_str().unwrap().to_owned());
        }
        own.sort();
        made.push((user, own));
    }
    for (user, own) in &made {
        // A session of its own: tasks belong to people, not to sessions.
        let session = open(client, user).await;
        let list = |params| say(client, user, Some(&session), request(2, "tasks/list", params));
        let (first, _) = list(json!({})).await;
        let (second, _) = list(json!({ "cursor": first["result"]["nextCursor"] })).await;
        let mut found = [ids(&first), ids(&second)].concat();
        found.sort();
        assert_eq!(found, *own);
        assert_eq!(second["result"]["nextCursor"], Value::Null);
        // A cursor of somebody else is not one.
        for (_, foreign) in made.iter().filter(|(other, _)| other != user) {
            let (refused, _) = list(json!({ "cursor": foreign[0] })).await;
            assert_fits(&refused, json!({ "error": { "code": -32602, "message": "$string" } }));
        }
    }
}
