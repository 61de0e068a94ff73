//! A server of HTTP that says what a test wants.

use std::fmt::Write as _;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex};

use mcp_runtime_client::{Client, ClientBuilder, HttpTransport};
use mcp_runtime_testing::json;
use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

/// A request that came.
#[derive(Clone, Debug)]
pub(super) struct ReceivedRequest {
    pub(super) method: String,
    pub(super) path: String,
    /// By names in lower case.
    headers: Vec<(String, String)>,
    pub(super) body: String,
    /// The message; null without one.
    pub(super) message: Value,
}

/// What is answered.
#[derive(Clone)]
pub(super) enum Say {
    /// This status, these headers and this body.
    Body(u16, Vec<(&'static str, String)>, String),
    /// These events, and then the end of the stream.
    Events(String),
    /// These events, and then nothing.
    Open(String),
    /// Nothing at all.
    Stalled,
    /// This text with this type, again and again without an end.
    Endless(&'static str, String),
}

/// Where the server is, and what it received.
#[derive(Clone)]
pub(super) struct ScriptedServer {
    pub(super) address: SocketAddr,
    received: Arc<Mutex<Vec<ReceivedRequest>>>,
}

impl ScriptedServer {
    /// Starts a server that answers each request with what `say` says.
    pub(super) async fn start(
        say: impl Fn(&ReceivedRequest) -> Say + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let server = Self { address: listener.local_addr().unwrap(), received: Arc::default() };
        let say = Arc::new(say);
        let received = Arc::clone(&server.received);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let say = Arc::clone(&say);
                let received = Arc::clone(&received);
                tokio::spawn(async move {
                    let mut stream = stream;
                    let Some(request) = read(&mut stream).await else { return };
                    received.lock().unwrap().push(request.clone());
                    answer(&mut stream, say(&request)).await;
                });
            }
        });
        server
    }

    /// A modern server that answers `server/discover`, and anything else as `say` says.
    pub(super) async fn modern(
        say: impl Fn(&ReceivedRequest) -> Say + Send + Sync + 'static,
    ) -> Self {
        Self::start(move |received| match received.rpc() {
            "server/discover" => {
                received.result(&json!({ "supportedVersions": ["2026-07-28"], "capabilities": {} }))
            }
            _ => say(received),
        })
        .await
    }

    /// A legacy server that has no stream of its own, and is else as one
    /// [with a stream](Self::with_stream).
    pub(super) async fn legacy(
        say: impl Fn(&ReceivedRequest) -> Say + Send + Sync + 'static,
    ) -> Self {
        Self::with_stream(move |received| match &*received.method {
            "GET" if received.header("last-event-id").is_none() => status(405),
            _ => say(received),
        })
        .await
    }

    /// A legacy server that opens the sessions `s1`, `s2` and so on, and answers anything else as
    /// `say` says.
    pub(super) async fn with_stream(
        say: impl Fn(&ReceivedRequest) -> Say + Send + Sync + 'static,
    ) -> Self {
        let sessions = Mutex::new(0);
        Self::start(move |received| match (&*received.method, received.rpc()) {
            ("POST", "initialize") => {
                let mut sessions = sessions.lock().unwrap();
                *sessions += 1;
                let result = json!({
                    "protocolVersion": received.message["params"]["protocolVersion"],
                    "capabilities": { "logging": {}, "resources": { "subscribe": true } },
                    "serverInfo": { "name": "scripted", "version": "1" },
                });
                let id = vec![("Mcp-Session-Id", format!("s{sessions}"))];
                match received.result(&result) {
                    Say::Body(status, mut headers, body) => {
                        headers.extend(id);
                        Say::Body(status, headers, body)
                    }
                    other => other,
                }
            }
            ("POST", "notifications/initialized") => status(202),
            ("DELETE", _) => status(200),
            _ => say(received),
        })
        .await
    }

    pub(super) fn http(&self) -> HttpTransport {
        HttpTransport::new(format!("http://{}/mcp", self.address))
    }

    pub(super) async fn connect(&self, client: ClientBuilder) -> Client {
        client.connect(self.http()).await.unwrap()
    }

    /// The requests that came, as their method of HTTP and that of the message.
    pub(super) fn seen(&self) -> Vec<String> {
        let received = self.received();
        let shown = received.iter().map(|one| format!("{} {}", one.method, one.rpc()));
        shown.map(|shown| shown.trim_end().to_owned()).collect()
    }

    pub(super) fn received(&self) -> Vec<ReceivedRequest> {
        self.received.lock().unwrap().clone()
    }
}

impl ReceivedRequest {
    /// The method of the message.
    pub(super) fn rpc(&self) -> &str {
        self.message["method"].as_str().unwrap_or_default()
    }

    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| &**value)
    }

    /// The message that answers this one.
    pub(super) fn answer(&self, result: &Value) -> Value {
        json!({ "jsonrpc": "2.0", "id": self.message["id"], "result": result })
    }

    pub(super) fn result(&self, result: &Value) -> Say {
        json_body(200, &self.answer(result))
    }

    /// The result of a tool that says `text`.
    pub(super) fn text(&self, text: &str) -> Value {
        self.answer(&json!({ "content": [{ "type": "text", "text": text }] }))
    }
}

pub(super) fn json_body(status: u16, body: &Value) -> Say {
    let kind = vec![("Content-Type", "application/json".to_owned())];
    Say::Body(status, kind, body.to_string())
}

pub(super) fn status(status: u16) -> Say {
    Say::Body(status, Vec::new(), String::new())
}

/// An event with a message.
pub(super) fn event(id: Option<&str>, message: &Value) -> String {
    let id = id.map(|id| format!("id: {id}\n")).unwrap_or_default();
    format!("{id}data: {message}\n\n")
}

async fn read(stream: &mut TcpStream) -> Option<ReceivedRequest> {
    let mut bytes = Vec::new();
    let end = loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            break end;
        }
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    };
    let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
    let mut lines = head.lines();
    let mut words = lines.next().unwrap().split(' ').map(str::to_owned);
    let method = words.next().unwrap();
    let path = words.next().unwrap();
    let headers: Vec<(String, String)> = lines
        .map(|line| line.split_once(':').unwrap())
        .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
        .collect();
    let header = headers.iter().find(|(name, _)| name == "content-length");
    let length: usize = header.map_or(0, |(_, length)| length.parse().unwrap());
    while bytes.len() < end + 4 + length {
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    }
    let body = String::from_utf8(bytes[end + 4..].to_vec()).unwrap();
    let message = serde_json::from_str(&body).unwrap_or_default();
    Some(ReceivedRequest { method, path, headers, body, message })
}

async fn answer(stream: &mut TcpStream, say: Say) {
    let events = [("Content-Type", "text/event-stream".to_owned())];
    match say {
        Say::Body(status, headers, body) => {
            let mut length = [("Content-Length", body.len().to_string())]
                .into_iter()
                .filter(|_| !headers.iter().any(|(name, _)| *name == "Content-Length"));
            let headers = headers.iter().cloned().chain(length.by_ref());
            let _ = stream.write_all((head(status, headers) + &body).as_bytes()).await;
        }
        Say::Events(text) => {
            let _ = stream.write_all((head(200, events) + &text).as_bytes()).await;
        }
        Say::Open(text) => {
            let _ = stream.write_all((head(200, events) + &text).as_bytes()).await;
            // Until the client goes away.
            let _ = stream.read(&mut [0]).await;
        }
        Say::Stalled => drop(stream.read(&mut [0]).await),
        Say::Endless(kind, text) => {
            let kind = [("Content-Type", kind.to_owned())];
            let mut next = head(200, kind);
            while stream.write_all(next.as_bytes()).await.is_ok() {
                next.clone_from(&text);
            }
        }
    }
}

fn head(status: u16, headers: impl IntoIterator<Item = (&'static str, String)>) -> String {
    let mut head = format!("HTTP/1.1 {status} Scripted\r\nConnection: close\r\n");
    for (name, value) in headers {
        let _ = write!(head, "{name}: {value}\r\n");
    }
    head + "\r\n"
}
