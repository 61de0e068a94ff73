//! A server with a page, and the vectors.

use mcp_runtime::protocol::{AppMeta, AppPage};
use mcp_runtime::{Json, Negotiated, Schema, ServerBuilder, protocol, resource, server, tool};
use mcp_test_support::both;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

pub(super) const UI: &str = "io.modelcontextprotocol/ui";

pub(super) fn vectors() -> Value {
    let text = include_str!("../../data/extensions/apps-vectors.json");
    serde_json::from_str(text).unwrap()
}

/// The board.
#[resource(
    "ui://board/main",
    app(connect("https://api.example.com"), permissions(clipboard_write), border = false,)
)]
fn board() -> &'static str {
    "<!doctype html>…"
}

#[resource("ui://x", app)]
fn x() -> Vec<u8> {
    b"<!doctype html>x".to_vec()
}

/// Says at each read what it needs.
#[resource("ui://changing", app)]
fn changing() -> AppPage {
    let mut meta = AppMeta::default();
    meta.prefers_border = Some(true);
    AppPage::new("<!doctype html>changing").with(meta)
}

#[derive(Serialize, Deserialize, Schema)]
pub(super) struct Board {
    project: String,
    cards: u32,
}

/// Shows the board.
#[tool(ui = "ui://board/main")]
fn show_board(project: String) -> Json<Board> {
    Json(Board { project, cards: 3 })
}

/// Reloads the board for the page.
#[tool(ui = "ui://board/main", ui_visibility = "app")]
fn reload_board() -> u32 {
    3
}

/// Sums the board up for the model.
#[tool(ui = "ui://board/main", ui_visibility = "model")]
fn sum_up() -> u32 {
    3
}

/// Says whether the client shows pages.
#[tool]
fn shows(apps: Option<Negotiated<protocol::Apps>>) -> bool {
    apps.is_some()
}

pub(super) fn builder() -> ServerBuilder {
    server!().tools::<(show_board, sum_up, shows)>().resources::<(board, x, changing)>()
}

pub(super) fn with_app_only() -> ServerBuilder {
    builder().tool::<reload_board>()
}

/// The capabilities of a host that shows pages of these types.
pub(super) fn host(mime_types: Value) -> Value {
    json!({ "extensions": { UI: { "mimeTypes": mime_types } } })
}

pub(super) fn pages() -> Value {
    host(json!(["text/html;profile=mcp-app"]))
}

/// The answers of a server to a client, over a pipe and over HTTP, in a revision.
pub(super) async fn ask(
    builder: fn() -> ServerBuilder,
    version: &str,
    capabilities: &Value,
    method: &str,
    params: Value,
) -> Value {
    let server = || builder().build().unwrap();
    let [one, other] = both::ask(server, version, capabilities, method, params).await;
    let outcome = |answer: &Value| (answer["result"].clone(), answer["error"].clone());
    assert_eq!(outcome(&one), outcome(&other));
    one
}

/// The entry of a list under this name.
pub(super) fn named<'a>(answer: &'a Value, list: &str, key: &str, name: &str) -> Option<&'a Value> {
    let mut entries = answer["result"][list].as_array().unwrap().iter();
    entries.find(|entry| entry[key] == name)
}
