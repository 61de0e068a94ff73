//! The server in axum, as its neighbours and MCP clients talk to it.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value, json};

/// The server, for as long as a test needs it.
struct Guests {
    address: SocketAddr,
    process: Child,
}

impl Guests {
    fn start() -> Self {
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = free.local_addr().unwrap();
        drop(free);
        let mut process = Command::new(env!("CARGO_BIN_EXE_http"))
            .env("ADDRESS", address.to_string())
            .env("ALLOWED_HOST", "guests.example.com")
            .spawn()
            .unwrap();
        while TcpStream::connect(address).is_err() {
            assert_eq!(process.try_wait().unwrap(), None, "it has ended");
            sleep(Duration::from_millis(10));
        }
        Self { address, process }
    }

    /// The status line and the body of the answer to a request.
    fn request(&self, request: &str, host: &str, headers: &str, body: &str) -> (String, String) {
        let length = body.len();
        let mut stream = TcpStream::connect(self.address).unwrap();
        write!(
            stream,
            "{request} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\
             Content-Length: {length}\r\n{headers}\r\n{body}"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.lines().next().unwrap().to_owned(), body.to_owned())
    }

    fn get(&self, path: &str) -> String {
        self.request(&format!("GET {path}"), "localhost", "", "").1
    }

    /// A modern call of a tool, by one of the server's names.
    fn call(&self, host: &str, tool: &str, arguments: Value) -> (String, Value) {
        let headers = format!("{JSON}Mcp-Method: tools/call\r\nMcp-Name: {tool}\r\n");
        let call = modern("tools/call", json!({"name": tool, "arguments": arguments}));
        let (status, body) = self.request("POST /mcp", host, &headers, &call);
        (status, serde_json::from_str(&body).unwrap())
    }
}

/// What all modern requests have in their head.
const JSON: &str = "Content-Type: application/json\r\n\
                    Accept: application/json, text/event-stream\r\n\
                    MCP-Protocol-Version: 2026-07-28\r\n";

fn modern(method: &str, mut params: Value) -> String {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).to_string()
}

impl Drop for Guests {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn tools_and_pages_share_what_there_is() {
    let guests = Guests::start();
    assert_eq!(guests.get("/health"), "ok");
    for (host, line) in [("localhost", "Ada was here"), ("guests.example.com", "So was Alan")] {
        let (status, answer) = guests.call(host, "sign", json!({"line": line}));
        assert_eq!(status, "HTTP/1.1 200 OK");
        assert_eq!(answer["result"].get("isError"), None, "{answer}");
    }
    assert_eq!(guests.get("/"), "Ada was here\nSo was Alan");
    let (_, read) = guests.call("localhost", "read", json!({}));
    assert_eq!(read["result"]["content"][0]["text"], "Ada was here\nSo was Alan");
}

#[test]
fn other_hosts_are_refused() {
    let guests = Guests::start();
    let (status, _) = guests.call("evil.example.com", "sign", json!({"line": "Evil was here"}));
    assert_eq!(status, "HTTP/1.1 403 Forbidden");
    assert_eq!(guests.get("/"), "");
}

#[test]
fn who_listens_does_not_keep_it_from_ending() {
    ["INT", "TERM"].into_iter().for_each(it_ends_on);
}

/// The server ends on a signal, and so does the stream of a client that listens.
fn it_ends_on(signal: &str) {
    let mut guests = Guests::start();
    let mut listener = TcpStream::connect(guests.address).unwrap();
    let listen = modern("subscriptions/listen", json!({"notifications": {}}));
    let length = listen.len();
    let headers = format!("{JSON}Mcp-Method: subscriptions/listen\r\n");
    write!(
        listener,
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n{headers}\r\n{listen}"
    )
    .unwrap();
    assert_ne!(listener.read(&mut [0; 16]).unwrap(), 0);
    let process = guests.process.id().to_string();
    let sent = Command::new("sh").args(["-c", r#"kill -s "$0" "$1""#, signal, &process]).status();
    assert!(sent.unwrap().success());
    assert!(guests.process.wait().unwrap().success(), "it ends as asked on SIG{signal}");
    let mut heard = String::new();
    listener.read_to_string(&mut heard).unwrap();
    assert!(heard.contains(r#""resultType":"complete""#), "{heard}");
}

#[test]
fn the_source_is_short() {
    assert!(include_str!("../http.rs").lines().count() < 60);
}
