//! The protected server, and what logs in to it, in processes of their own, and a small authorization server, over real
//! HTTP.

use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value, json};

use super::authorization_server::AuthorizationServer;
use super::program::Program;

/// Whom the tokens are for.
const AUDIENCE: &str = "https://notes.example.com/mcp";

/// The example, for as long as a test needs it.
struct Notes {
    address: SocketAddr,
    process: Child,
    log: PathBuf,
}

impl Drop for Notes {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = fs::remove_file(&self.log);
    }
}

impl Notes {
    fn start(issuer: &str) -> Self {
        Self::start_as(issuer, |_| AUDIENCE.to_owned())
    }

    /// Starts it for tokens of an audience, which may be its address.
    fn start_as(issuer: &str, audience: impl Fn(SocketAddr) -> String) -> Self {
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = free.local_addr().unwrap();
        drop(free);
        let name = format!("auth-{}.log", address.port());
        let log = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let mut process = Command::new(env!("CARGO_BIN_EXE_auth"))
            .args(["--http", &address.to_string()])
            .env("MCP_ISSUER", issuer)
            .env("MCP_AUDIENCE", audience(address))
            .env("RUST_LOG", "trace")
            .stderr(File::create(&log).unwrap())
            .spawn()
            .unwrap();
        while TcpStream::connect(address).is_err() {
            assert_eq!(process.try_wait().unwrap(), None, "it has ended");
            sleep(Duration::from_millis(10));
        }
        Self { address, process, log }
    }

    /// The head and the body of the answer to a request.
    fn request(&self, request: &str, headers: &str, body: &str) -> (String, Value) {
        let length = body.len();
        let mut stream = TcpStream::connect(self.address).unwrap();
        write!(
            stream,
            "{request} HTTP/1.1\r\nHost: notes.example.com\r\nConnection: close\r\n\
             Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n\
             Content-Length: {length}\r\n{headers}\r\n{body}"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.to_owned(), serde_json::from_str(body).unwrap())
    }

    /// A call of a tool.
    fn call(&self, token: &str, tool: &str, arguments: Value) -> (String, Value) {
        let call = json!({
            "jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": {"name": tool, "arguments": arguments, "_meta": {
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": {},
            }},
        });
        let headers = format!(
            "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: {tool}\r\n{token}"
        );
        self.request("POST /mcp", &headers, &call.to_string())
    }

    /// What a call with a token answers.
    fn said(&self, token: &str, tool: &str, arguments: Value) -> Value {
        let (_, body) = self.call(&bearer(token), tool, arguments);
        body["result"]["structuredContent"].clone()
    }
}

fn bearer(token: &str) -> String {
    format!("Authorization: Bearer {token}\r\n")
}

#[test]
fn everybody_has_notes_of_their_own_and_writes_only_if_allowed() {
    let issuer = AuthorizationServer::start();
    let notes = Notes::start(&issuer.issuer);

    let (head, _) = notes.call("", "list", json!({}));
    let metadata = "https://notes.example.com/.well-known/oauth-protected-resource/mcp";
    assert!(head.starts_with("HTTP/1.1 401"), "{head}");
    assert!(head.contains(&format!("resource_metadata=\"{metadata}\"")), "{head}");
    let (_, document) = notes.request("GET /.well-known/oauth-protected-resource/mcp", "", "");
    assert_eq!(document["authorization_servers"], json!([issuer.issuer]));

    let reader = issuer.log_in("ada@example.com", AUDIENCE, "openid");
    assert_eq!(notes.said(&reader, "list", json!({})), json!([]));
    let (head, _) = notes.call(&bearer(&reader), "write", json!({"text": "buy milk"}));
    assert!(head.starts_with("HTTP/1.1 403"), "{head}");
    assert!(head.contains("scope=\"notes:write\""), "{head}");

    let writer = issuer.log_in("ada@example.com", AUDIENCE, "openid notes:write");
    let said = notes.call(&bearer(&writer), "write", json!({"text": "buy milk"})).1;
    assert_eq!(said["result"]["content"][0]["text"], "noted for ada@example.com");
    assert_eq!(notes.said(&reader, "list", json!({})), json!(["buy milk"]));
    let other = issuer.log_in("grace@example.com", AUDIENCE, "openid");
    assert_eq!(notes.said(&other, "list", json!({})), json!([]));
}

#[test]
fn no_token_is_ever_in_the_log() {
    let issuer = AuthorizationServer::start();
    let notes = Notes::start(&issuer.issuer);
    let good = issuer.log_in("ada@example.com", AUDIENCE, "openid");
    let bad = format!("{}x", issuer.log_in("grace@example.com", AUDIENCE, "openid"));
    for token in [&good, &bad] {
        notes.call(&bearer(token), "list", json!({}));
        notes.call(&bearer(token), "write", json!({"text": "buy milk"}));
        notes.request(&format!("GET /mcp?access_token={token}"), "", "");
    }
    let log = fs::read_to_string(&notes.log).unwrap();
    assert!(log.contains("refused"), "{log}");
    for part in [&good, &bad].into_iter().flat_map(|token| token.split('.')) {
        assert!(!log.contains(part), "{log}");
    }
}

#[test]
#[ignore = "needs python3: .ci/services"]
fn somebody_logs_in_and_agrees_to_more_where_that_is_needed() {
    let issuer = AuthorizationServer::start();
    let notes = Notes::start_as(&issuer.issuer, |address| format!("http://{address}/mcp"));
    let url = format!("http://{}/mcp", notes.address);
    let browser =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/interop/authorization/person.py %s");
    let login = Program::new(env!("CARGO_BIN_EXE_login")).env("BROWSER", browser);

    let written = login.run(&[&url, "write", r#"{"text": "buy milk"}"#]);
    assert_eq!(
        (written.stdout.as_str(), written.status),
        ("noted for ada@example.com\n", 0),
        "{written:?}"
    );
    let listed = login.run(&[&url, "list"]);
    assert_eq!((listed.stdout.as_str(), listed.status), ("[\"buy milk\"]\n", 0), "{listed:?}");
}
