//! A server over HTTP that answers as a test says, and a proxy that changes what is asked.

use std::collections::HashMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;

use serde_json::{Value, json};

/// What was asked.
pub(super) struct ReceivedRequest {
    pub(super) verb: String,
    pub(super) path: String,
    pub(super) headers: HashMap<String, String>,
    pub(super) body: Value,
}

/// What is answered: the status, headers, and the body.
pub(super) struct Reply {
    pub(super) status: u16,
    pub(super) headers: Vec<(&'static str, String)>,
    pub(super) body: String,
    /// The answer continues, and nothing comes.
    pub(super) never_ends: bool,
}

pub(super) fn reply(status: u16) -> Reply {
    Reply { status, headers: Vec::new(), body: String::new(), never_ends: false }
}

pub(super) fn message(value: &Value) -> Reply {
    Reply { body: value.to_string(), ..reply(200) }.with("content-type", "application/json")
}

impl Reply {
    pub(super) fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }
}

impl ReceivedRequest {
    pub(super) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }

    /// What a sound server of sessions answers.
    pub(super) fn soundly(&self) -> Reply {
        let id = &self.body["id"];
        let origin = self.header("origin");
        if self.verb != "POST" {
            return reply(405);
        }
        if self.path != "/mcp" {
            return reply(404);
        }
        if !origin.is_empty() && !origin.contains("127.0.0.1") {
            return reply(403);
        }
        let result = match self.body["method"].as_str().unwrap() {
            "initialize" => {
                json!({"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "x", "version": "1"}})
            }
            "tools/list" => json!({"tools": [{
                "name": "count",
                "title": "Count",
                "description": "Counts the notes.",
                "inputSchema": {"type": "object", "properties": {}},
                "annotations": {"title": "Count", "readOnlyHint": true, "destructiveHint": false},
            }]}),
            "ping" if self.header("mcp-session-id") == "s" => json!({}),
            "ping" => return reply(404),
            _ => {
                let error = json!({"code": -32601, "message": "Method not found"});
                return message(&json!({"jsonrpc": "2.0", "id": id, "error": error}));
            }
        };
        message(&json!({"jsonrpc": "2.0", "id": id, "result": result})).with("mcp-session-id", "s")
    }
}

/// Serves in the background, as long as the process runs; the address comes back.
pub(super) fn serve(answer: impl Fn(&ReceivedRequest) -> Reply + Send + Sync + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let answer = Arc::new(answer);
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let answer = answer.clone();
            thread::spawn(move || one(stream, &*answer));
        }
    });
    address
}

fn one(mut stream: TcpStream, answer: &dyn Fn(&ReceivedRequest) -> Reply) -> Option<()> {
    let asked = read(&stream)?;
    let reply = answer(&asked);
    let mut head = format!("HTTP/1.1 {} x\r\nconnection: close\r\n", reply.status);
    for (name, value) in &reply.headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    stream.write_all(format!("{head}\r\n{}", reply.body).as_bytes()).ok()?;
    if reply.never_ends {
        // Until the other end has left.
        let _ = stream.read(&mut [0]);
    }
    Some(())
}

fn read(stream: &TcpStream) -> Option<ReceivedRequest> {
    let mut lines = BufReader::new(stream);
    let mut line = String::new();
    lines.read_line(&mut line).ok()?;
    let mut words = line.split(' ').map(str::to_owned);
    let verb = words.next()?;
    let path = words.next()?;
    let mut headers = HashMap::new();
    loop {
        let mut line = String::new();
        lines.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(": ") else { break };
        headers.insert(name.to_lowercase(), value.to_owned());
    }
    let length = headers.get("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    lines.read_exact(&mut body).ok()?;
    let body = serde_json::from_slice(&body).unwrap_or_default();
    Some(ReceivedRequest { verb, path, headers, body })
}

/// A proxy that leaves out headers that begin so.
pub(super) fn without_headers(server: String, start: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    thread::spawn(move || {
        for client in listener.incoming().flatten() {
            let server = server.clone();
            thread::spawn(move || pass_on(client, &server, start));
        }
    });
    address
}

fn pass_on(mut client: TcpStream, server: &str, start: &str) -> std::io::Result<()> {
    let mut upstream = TcpStream::connect(server)?;
    let mut lines = BufReader::new(client.try_clone()?);
    loop {
        let mut line = String::new();
        lines.read_line(&mut line)?;
        if !line.to_lowercase().starts_with(start) {
            upstream.write_all(line.as_bytes())?;
        }
        if line.trim_end().is_empty() {
            break;
        }
    }
    let mut back = upstream.try_clone()?;
    let answering = thread::spawn(move || std::io::copy(&mut back, &mut client));
    std::io::copy(&mut lines, &mut upstream)?;
    let _ = answering.join();
    Ok(())
}
