//! The gateway, in front of three other examples.

use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::Duration;

use mcp_runtime_client::{Client, Stdio};
use serde_json::{Value, json};

/// The server with the to-do lists, for as long as a test needs it.
struct Accounts(SocketAddr, Child);

impl Accounts {
    fn start() -> Self {
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = free.local_addr().unwrap();
        drop(free);
        let mut command = Command::new(env!("CARGO_BIN_EXE_accounts"));
        let mut process = command.env("ADDRESS", address.to_string()).spawn().unwrap();
        while TcpStream::connect(address).is_err() {
            assert_eq!(process.try_wait().unwrap(), None, "it has ended");
            sleep(Duration::from_millis(10));
        }
        Self(address, process)
    }
}

impl Drop for Accounts {
    fn drop(&mut self) {
        self.1.kill().unwrap();
        self.1.wait().unwrap();
    }
}

#[tokio::test]
async fn three_servers_are_searched_and_called_as_one() {
    let accounts = Accounts::start();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let gateway = Stdio::spawn(env!("CARGO_BIN_EXE_gateway"))
        .args(["--notes", env!("CARGO_BIN_EXE_notes"), "--git", env!("CARGO_BIN_EXE_git")])
        .args(["--todo", &format!("http://{}/mcp", accounts.0)])
        .env("TODO_KEY", "key-of-alice")
        .env("NOTES_DIR", root.join("mcp-runtime/src/guide"))
        .current_dir(root);
    let client = Client::builder("test", "1.0").connect(gateway).await.unwrap();
    let tools = client.list_tools().await.unwrap();
    let names: Vec<_> = tools.iter().map(|tool| &*tool.name).collect();
    assert_eq!(names, ["search_tools", "read_tool", "call_tool", "todo_list"]);

    let call = async |tool: &str, arguments: Value| {
        client.call_tool(tool, arguments).await.unwrap().text()
    };
    let found = async |query: &str| -> Vec<Value> {
        let found = call("search_tools", json!({ "query": query })).await;
        serde_json::from_str(&found).unwrap_or_default()
    };
    let log = &found("commit logs").await[0];
    assert_eq!((&log["name"], &log["callWith"]), (&json!("git_log"), &json!("read_tool")));
    assert_eq!(log["inputSchema"]["properties"].get("repo_path"), None);
    for never in found("checkout a branch").await {
        assert_ne!(never["name"], "git_checkout");
    }
    let note = &found("search notes").await[0];
    assert!(note["name"].as_str().unwrap().starts_with("notes_"), "{note}");

    let add = json!({ "name": "todo_add", "arguments": { "task": "tea" } });
    call("call_tool", add).await;
    assert!(call("todo_list", json!({})).await.contains("tea"));
    let elsewhere = json!({ "name": "git_status", "arguments": { "repo_path": "/" } });
    let refused = call("read_tool", elsewhere).await;
    assert!(refused.contains("no argument `repo_path`"), "{refused}");
}
