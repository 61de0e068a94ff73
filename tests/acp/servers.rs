//! MCP servers of sessions that are at an address.

use std::sync::atomic::{AtomicU64, Ordering};

use mcp_runtime::{Changes, Context, Error, Result, handlers, server, tool};
use mcp_test_support::http;
use serde_json::json;

use super::fixture::{Editor, update};

/// How often the tools were listed.
static LISTED: AtomicU64 = AtomicU64::new(0);

fn counted(_: &Context) -> bool {
    LISTED.fetch_add(1, Ordering::Relaxed);
    true
}

struct Shelf;

#[handlers]
impl Shelf {
    /// Is counted when it is listed.
    #[tool(visible = counted)]
    fn book(&self) {}

    /// The key that the caller has.
    #[tool]
    fn key(&self, context: &Context) -> Result<String> {
        let head = context.http().ok_or_else(|| Error::other("not over HTTP"))?;
        let key = head.headers.get("x-key").ok_or_else(|| Error::other("no key"))?;
        Ok(key.to_str().map_err(Error::other)?.to_owned())
    }

    /// Adds a tool.
    #[tool]
    fn grow(&self, context: &Context) -> Result<()> {
        context.server().add_tool("added", "Was added.", || async { "new" }).map(drop)
    }
}

#[tokio::test]
async fn a_server_at_an_address_lends_its_tools_and_lists_them_once_until_they_change() {
    let service = server!()
        .handlers(Shelf)
        .changes(Changes::new().tools())
        .build()
        .expect("it fits")
        .into_http();
    let shelf = http::serve(service).await;
    let server = json!({
        "type": "http", "name": "shelf", "url": format!("http://{}/mcp", shelf.0),
        "headers": [{ "name": "x-key", "value": "secret" }],
    });
    let (mut editor, _) = Editor::open_workbench(&[], json!({})).await;
    let params = json!({ "cwd": "/", "mcpServers": [server] });
    let id = editor.result("session/new", params).await["sessionId"].take();
    let session = id.as_str().expect("an id");
    editor.peer.receive().await;
    for _ in 0..3 {
        assert_eq!(editor.said(session, "call shelf__key").await, "\"secret\"");
        let tools = editor.said(session, "tools").await;
        assert_eq!(tools, "test publish shelf__book shelf__key shelf__grow");
    }
    assert_eq!(LISTED.load(Ordering::Relaxed), 1);
    editor.said(session, "call shelf__grow").await;
    // The news comes when it comes.
    while !editor.said(session, "tools").await.contains("shelf__added") {}
    assert_eq!(editor.said(session, "call shelf__added").await, "\"new\"");
    assert_eq!(LISTED.load(Ordering::Relaxed), 2);
}

#[tokio::test]
async fn a_server_at_an_address_that_does_not_answer_is_reported() {
    let (mut editor, _) = Editor::open_workbench(&[], json!({})).await;
    let server =
        json!({ "type": "http", "name": "gone", "url": "http://127.0.0.1:9/mcp", "headers": [] });
    let params = json!({ "cwd": "/", "mcpServers": [server] });
    let id = editor.result("session/new", params).await["sessionId"].take();
    let session = id.as_str().expect("an id");
    editor.peer.receive().await;
    let told = update(&editor.peer.receive().await, session);
    assert_eq!(told["toolCallId"], "mcp_startup.gone", "{told}");
    assert_eq!(editor.said(session, "tools").await, "test publish");
}
