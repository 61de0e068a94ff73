//! A call for each of the servers, which shows by its answer that it was this one.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use axum::Router;
use axum::routing::get;
use mcp_runtime_host::name_for_models;
use mcp_runtime_testing::json;
use serde_json::Value;
use tokio::net::TcpListener;

/// A call of a server.
pub(super) struct RealCall {
    pub(super) server: &'static str,
    /// What models call the tool.
    pub(super) name: String,
    pub(super) arguments: Value,
    /// What the answer has in it.
    pub(super) says: String,
}

/// What calls are about.
pub(super) struct Subject {
    folder: PathBuf,
    page: SocketAddr,
}

impl Subject {
    /// What servers read and write in this folder, and a page.
    pub(super) async fn new(folder: &Path) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let page = listener.local_addr().unwrap();
        let pages = Router::new().fallback(get(|| async { "a page" }));
        tokio::spawn(async move { axum::serve(listener, pages).await });
        Self { folder: folder.join("data"), page }
    }

    /// A call for each server. The id is in what those write that can, each call in a line or row of its own.
    pub(super) fn calls(&self, id: &str) -> Vec<RealCall> {
        let data = &self.folder;
        let page = self.page;
        let insert = format!("INSERT INTO calls VALUES ('{id}')");
        let run = format!("echo {id} >> commands; echo {id}");
        let thought = json!({ "thought": id, "nextThoughtNeeded": false, "thoughtNumber": 1, "totalThoughts": 1 });
        let note = json!({ "name": format!("{id}.md"), "text": id });
        let call = |server, tool, arguments, says: &str| {
            let name = name_for_models(server, tool);
            RealCall { server, name, arguments, says: says.to_owned() }
        };
        vec![
            call("everything", "echo", json!({ "message": id }), id),
            call(
                "filesystem",
                "read_text_file",
                json!({ "path": data.join("hello.txt") }),
                "hello",
            ),
            call("memory", "search_nodes", json!({ "query": id }), "entities"),
            call("sequential-thinking", "sequentialthinking", thought, "thoughtHistoryLength"),
            call("playwright", "browser_close", json!({}), "### Error"),
            call("commands", "run_command", json!({ "command": run }), id),
            call("time", "get_current_time", json!({ "timezone": "UTC" }), "\"UTC\""),
            call("fetch", "fetch", json!({ "url": format!("http://{page}/") }), "a page"),
            call("git", "git_log", json!({ "repo_path": data }), "hello"),
            call("sqlite", "write_query", json!({ "query": insert }), "affected_rows"),
            call("ledger", "write_down", json!({ "line": id }), id),
            call("notes", "write", note, "Wrote "),
            call("shop", "execute", json!({ "statements": [insert] }), "1 rows changed"),
            call("rmcp", "add", json!({ "a": 1, "b": 2 }), "3"),
        ]
    }
}

/// What shows which calls a server has run: a file, or a call that reads its table.
pub(super) enum Record {
    File(&'static str),
    Rows(&'static str, Value),
}

/// The servers that leave a record of their own of each call.
pub(super) fn records() -> [(&'static str, Record); 4] {
    let rows = "SELECT group_concat(id, ' ') FROM calls";
    [
        ("commands", Record::File("commands")),
        ("ledger", Record::File("ledger")),
        ("sqlite", Record::Rows("sqlite__read_query", json!({ "query": rows }))),
        ("shop", Record::Rows("shop__query", json!({ "sql": rows }))),
    ]
}

/// The ids that stand in a text, each as often as it does.
pub(super) fn ids(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '-').filter(|word| word.starts_with("call-"))
}
