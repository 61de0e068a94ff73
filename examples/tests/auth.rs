//! The protected server in a process of its own, and a small authorization server, over real HTTP.

use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command};
use std::thread::{sleep, spawn};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use jsonwebtoken::jwk::Jwk;
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use serde_json::{Value, json};

/// Whom the tokens are for.
const AUDIENCE: &str = "https://notes.example.com/mcp";

fn key() -> EncodingKey {
    let _ = jsonwebtoken::crypto::aws_lc::DEFAULT_PROVIDER.install_default();
    EncodingKey::from_ed_der(include_bytes!("../../tests/data/keys/ed25519.der"))
}

/// Says where its keys are, and which.
struct AuthorizationServer {
    issuer: String,
}

impl AuthorizationServer {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let issuer = format!("http://{}", listener.local_addr().unwrap());
        let metadata = json!({"issuer": issuer, "jwks_uri": format!("{issuer}/keys")}).to_string();
        let keys = json!({"keys": [Jwk::from_encoding_key(&key(), Algorithm::EdDSA).unwrap()]});
        spawn(move || {
            for mut stream in listener.incoming().flatten() {
                let mut request = [0; 4096];
                let read = stream.read(&mut request).unwrap();
                let wants_keys = request[..read].starts_with(b"GET /keys ");
                let body = if wants_keys { keys.to_string() } else { metadata.clone() };
                let length = body.len();
                let head = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: application/json";
                let _ = write!(stream, "{head}\r\nContent-Length: {length}\r\n\r\n{body}");
            }
        });
        Self { issuer }
    }

    /// The token that somebody gets who logs in, and agrees to these scopes.
    fn log_in(&self, email: &str, scopes: &str) -> String {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
        let claims = json!({
            "iss": self.issuer, "sub": format!("id-of-{email}"), "aud": AUDIENCE, "exp": now + 300,
            "email": email, "scope": scopes,
        });
        encode(&Header::new(Algorithm::EdDSA), &claims, &key()).unwrap()
    }
}

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
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = free.local_addr().unwrap();
        drop(free);
        let name = format!("auth-{}.log", address.port());
        let log = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let process = Command::new(env!("CARGO_BIN_EXE_auth"))
            .args(["--http", &address.to_string()])
            .env("MCP_ISSUER", issuer)
            .env("MCP_AUDIENCE", AUDIENCE)
            .env("RUST_LOG", "trace")
            .stderr(File::create(&log).unwrap())
            .spawn()
            .unwrap();
        while TcpStream::connect(address).is_err() {
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

    let reader = issuer.log_in("ada@example.com", "openid");
    assert_eq!(notes.said(&reader, "list", json!({})), json!([]));
    let (head, _) = notes.call(&bearer(&reader), "write", json!({"text": "buy milk"}));
    assert!(head.starts_with("HTTP/1.1 403"), "{head}");
    assert!(head.contains("scope=\"notes:write\""), "{head}");

    let writer = issuer.log_in("ada@example.com", "openid notes:write");
    let said = notes.call(&bearer(&writer), "write", json!({"text": "buy milk"})).1;
    assert_eq!(said["result"]["content"][0]["text"], "noted for ada@example.com");
    assert_eq!(notes.said(&reader, "list", json!({})), json!(["buy milk"]));
    let other = issuer.log_in("grace@example.com", "openid");
    assert_eq!(notes.said(&other, "list", json!({})), json!([]));
}

#[test]
fn no_token_is_ever_in_the_log() {
    let issuer = AuthorizationServer::start();
    let notes = Notes::start(&issuer.issuer);
    let good = issuer.log_in("ada@example.com", "openid");
    let bad = format!("{}x", issuer.log_in("grace@example.com", "openid"));
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
