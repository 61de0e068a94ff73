//! The bridge, in front of another example, as clients of both eras see it.

use std::net::TcpListener;
use std::process::{Child, Command};

use mcp_runtime::client::{Client, Http};
use mcp_runtime::protocol::ProtocolVersion;
use serde_json::json;

/// The bridge, for as long as a test needs it.
struct Bridge(Child);

impl Drop for Bridge {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

fn start() -> (Bridge, String) {
    let free = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = free.local_addr().unwrap().to_string();
    drop(free);
    let program = env!("CARGO_BIN_EXE_bridge");
    let process = Command::new(program).args([&address, env!("CARGO_BIN_EXE_hello")]).spawn();
    while std::net::TcpStream::connect(&address).is_err() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    (Bridge(process.unwrap()), format!("http://{address}/mcp"))
}

#[tokio::test]
async fn clients_of_every_revision_reach_the_server_behind() {
    let (_bridge, url) = start();
    for version in ProtocolVersion::ALL.into_iter().skip(1) {
        let client = Client::builder("agent", "1.0").version(version);
        let client = client.connect(Http::new(&url)).await.unwrap();
        assert_eq!(client.server_info().name, "hello", "{version}");
        let sum: i64 = client.call("add", json!({ "a": 1, "b": 2 })).await.unwrap();
        assert_eq!(sum, 3, "{version}");
        let refused = client.call_tool("add", json!({ "a": 1 })).await.unwrap();
        assert!(refused.text().contains("`b`"), "{version}: {}", refused.text());
        client.close().await;
    }
}
