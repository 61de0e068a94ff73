//! Three replicas behind HAProxy, started as the README of the examples says.

use std::collections::BTreeSet;
use std::net::{TcpListener, TcpStream};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use mcp_runtime::Accepted;
use mcp_runtime::protocol::ProtocolVersion;
use mcp_runtime_client::{Client, HttpTransport};
use serde_json::json;

const START: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/replicas/start");

/// The tea house, for as long as a test needs it.
struct TeaHouse {
    port: u16,
    process: Child,
}

impl TeaHouse {
    fn start() -> Self {
        let port = free_ports();
        let process = Command::new(START)
            .env("PORT", port.to_string())
            .env("SERVER", env!("CARGO_BIN_EXE_replicas"))
            .stdin(Stdio::null())
            .process_group(0)
            .spawn()
            .unwrap();
        let mut house = Self { port, process };
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(house.process.try_wait().unwrap().is_none(), "it has ended");
            sleep(Duration::from_millis(10));
        }
        house
    }

    async fn client(&self, version: ProtocolVersion) -> Client {
        let url = format!("http://127.0.0.1:{}/mcp", self.port);
        let cups = |_| async { Ok(Accepted(json!({ "cups": 2 }))) };
        let client = Client::builder("guest", "1").on_elicit(cups).tasks().version(version);
        client.connect(HttpTransport::new(&url)).await.unwrap()
    }

    /// Asks it to end, and waits until all of it has.
    fn end(mut self) {
        let process = self.process.id().to_string();
        // A shell that was started in the background ignores interruptions.
        assert!(Command::new("kill").args(["-TERM", &process]).status().unwrap().success());
        assert!(self.process.wait().unwrap().success());
        for port in self.port..=self.port + 4 {
            assert!(TcpStream::connect(("127.0.0.1", port)).is_err(), "{port} is still served");
        }
    }
}

impl Drop for TeaHouse {
    fn drop(&mut self) {
        if let Ok(None) = self.process.try_wait() {
            let _ = Command::new("kill").arg(self.process.id().to_string()).status();
            let _ = self.process.wait();
        }
    }
}

/// The first of five ports in a row that nobody uses.
fn free_ports() -> u16 {
    let bind = |port| TcpListener::bind(("127.0.0.1", port));
    let are_free = |first: &u16| {
        let ports = first.checked_add(4).map(|last| *first..=last);
        ports.is_some_and(|mut ports| ports.all(|port| bind(port).is_ok()))
    };
    let any = || bind(0).unwrap().local_addr().unwrap().port();
    std::iter::repeat_with(any).find(are_free).unwrap()
}

#[tokio::test]
#[ignore = "needs redis-server and haproxy: .ci/services"]
async fn guests_are_served_at_all_counters() {
    let house = TeaHouse::start();
    for version in [ProtocolVersion::LATEST_LEGACY, ProtocolVersion::LATEST] {
        let client = house.client(version).await;
        let mut counters = BTreeSet::new();
        for _ in 0..6 {
            counters.insert(client.call::<String>("counter", ()).await.unwrap());
        }
        assert_eq!(counters, ["counter 1", "counter 2", "counter 3"].map(String::from).into());
        let order = client.call::<String>("order", json!({ "tea": "assam" })).await.unwrap();
        assert!(order.starts_with("2 cups, bill of assam at counter "), "{order}");
        let tea = client.call::<String>("brew", json!({ "minutes": 1 })).await.unwrap();
        assert!(tea.starts_with("tea of 1 minutes, from counter "), "{tea}");
        client.close().await;
    }
    house.end();
}
