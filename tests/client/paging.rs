//! Lists that a server changes while a client reads them page by page.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use mcp_runtime::protocol::{ProtocolVersion, Tool};
use mcp_runtime_client::{Client, ClientBuilder};
use mcp_runtime_testing::json;
use serde_json::Value;

use mcp_test_support::scripted::{initialized, result, scripted};

fn client() -> ClientBuilder {
    let client = Client::builder("agent", "1.0").timeout(Duration::from_secs(10));
    client.version(ProtocolVersion::LATEST_LEGACY)
}

/// The cursors that were asked for.
type RequestedCursors = Arc<Mutex<Vec<Option<String>>>>;

/// A client of a server that answers a request for tools with these lines; the first argument is
/// how many such requests there were before.
async fn paging(
    mut say: impl FnMut(usize, Option<&str>, &Value) -> String + Send + 'static,
) -> (Client, RequestedCursors) {
    let asked = RequestedCursors::default();
    let seen = Arc::clone(&asked);
    let server = scripted(move |message| match message["method"].as_str()? {
        "initialize" => result(message, &initialized("2025-11-25")),
        "tools/list" => {
            let cursor = message["params"]["cursor"].as_str();
            let mut seen = seen.lock().unwrap();
            seen.push(cursor.map(str::to_owned));
            Some(say(seen.len() - 1, cursor, message))
        }
        _ => None,
    });
    (client().connect(server).await.unwrap(), asked)
}

fn page(message: &Value, names: &[&str], next: Option<&str>) -> String {
    let tool = |name: &&str| json!({ "name": name, "inputSchema": { "type": "object" } });
    let tools: Vec<_> = names.iter().map(tool).collect();
    let mut page = json!({ "tools": tools });
    if let Some(next) = next {
        page["nextCursor"] = next.into();
    }
    result(message, &page).unwrap()
}

fn unknown_cursor(message: &Value) -> String {
    let error = json!({ "code": -32602, "message": "which cursor?" });
    json!({ "jsonrpc": "2.0", "id": message["id"], "error": error }).to_string() + "\n"
}

const CHANGED: &str = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}\n";

fn names(tools: &[Tool]) -> Vec<&str> {
    tools.iter().map(|tool| &*tool.name).collect()
}

/// Its cursor is a position, and what stood before it was taken away meanwhile.
#[tokio::test]
async fn a_list_that_changes_meanwhile_is_read_again() {
    let (client, asked) = paging(|before, cursor, message| match (before, cursor) {
        (0, None) => page(message, &["a", "b"], Some("2")) + CHANGED,
        (_, None) => page(message, &["b", "c"], Some("2")),
        (_, Some(_)) => page(message, &["d"], None),
    })
    .await;
    assert_eq!(names(&client.list_tools().await.unwrap()), ["b", "c", "d"]);
    let firsts = asked.lock().unwrap().iter().filter(|cursor| cursor.is_none()).count();
    assert_eq!(firsts, 2);
}

#[tokio::test]
async fn a_list_that_always_changes_is_taken_as_it_comes() {
    let (client, asked) = paging(|_, cursor, message| match cursor {
        None => page(message, &["a", "b"], Some("2")) + CHANGED,
        Some(_) => page(message, &["b", "c"], None) + CHANGED,
    })
    .await;
    assert_eq!(names(&client.list_tools().await.unwrap()), ["a", "b", "c"], "none comes twice");
    let firsts = asked.lock().unwrap().iter().filter(|cursor| cursor.is_none()).count();
    assert_eq!(firsts, 4);
}

#[tokio::test]
async fn a_cursor_that_is_not_known_any_more_begins_the_list_again() {
    let (client, asked) = paging(|before, cursor, message| match (before, cursor) {
        (0, None) => page(message, &["a", "b"], Some("old")),
        (_, None) => page(message, &["a", "c"], Some("new")),
        (_, Some("new")) => page(message, &["d"], None),
        (_, Some(_)) => unknown_cursor(message),
    })
    .await;
    assert_eq!(names(&client.list_tools().await.unwrap()), ["a", "c", "d"]);
    assert_eq!(asked.lock().unwrap().len(), 4);
    // One by one, what was told already is not told again.
    let mut tools = client.tools();
    let mut told = Vec::new();
    asked.lock().unwrap().clear();
    while let Some(tool) = tools.next().await.unwrap() {
        told.push(tool);
    }
    assert_eq!(names(&told), ["a", "b", "c", "d"]);
}

#[tokio::test]
async fn cursors_that_are_never_known_are_given_up() {
    let (client, asked) = paging(|_, cursor, message| match cursor {
        None => page(message, &["a"], Some("lost")),
        Some(_) => unknown_cursor(message),
    })
    .await;
    let error = client.list_tools().await.unwrap_err();
    assert_eq!(error.rpc().unwrap().message, "which cursor?");
    assert_eq!(asked.lock().unwrap().len(), 8);
}
