//! A scripted client for HTTP, and servers for it in the same process.

mod request;
mod response;
mod streams;

use std::net::{Ipv4Addr, SocketAddr};
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use mcp_runtime::http::Http;
use serde_json::{Value, json};
use tokio::io::{AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::process::Command;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::sleep;

use crate::peer::{self, Process, in_time};

pub use request::Request;
pub use response::{Event, Response};
pub use streams::{read, steps};

/// Sends requests to one server, each over a connection of its own.
#[derive(Clone, Copy, Debug)]
pub struct Client(pub SocketAddr);

/// A server that runs until it is stopped.
#[derive(Debug)]
pub struct RunningServer {
    stop: oneshot::Sender<()>,
    served: JoinHandle<mcp_runtime::Result<()>>,
}

/// A port of the loopback interface that the system chose.
///
/// # Panics
///
/// When it is missing.
pub async fn listener() -> (Client, TcpListener) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a port is free");
    (Client(listener.local_addr().expect("it is bound")), listener)
}

/// A port for another process: below those that the system chooses from, and given to nobody else by
/// this process.
///
/// # Panics
///
/// Never: the ports have 16 bits.
pub async fn unused() -> Client {
    const PORTS: Range<u32> = 10_000..30_000;
    static LAST: AtomicU32 = AtomicU32::new(0);
    loop {
        let next = LAST.fetch_add(1, Ordering::Relaxed).wrapping_add(std::process::id());
        let number = PORTS.start + next % (PORTS.end - PORTS.start);
        let port = u16::try_from(number).expect("ports have 16 bits");
        if let Ok(free) = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await {
            return Client(free.local_addr().expect("it is bound"));
        }
    }
}

/// Serves for as long as the test runs.
pub async fn serve(http: Http) -> Client {
    let (client, listener) = listener().await;
    tokio::spawn(http.serve_on(listener, std::future::pending()));
    client
}

/// Serves until it is told to stop.
pub async fn serve_until_stopped(http: Http) -> (Client, RunningServer) {
    let (client, listener) = listener().await;
    let (stop, stopped) = oneshot::channel();
    let served = tokio::spawn(http.serve_on(listener, async {
        let _ = stopped.await;
    }));
    (client, RunningServer { stop, served })
}

impl RunningServer {
    /// Tells the server to stop; the task ends when it has.
    pub fn stop(self) -> JoinHandle<mcp_runtime::Result<()>> {
        let _ = self.stop.send(());
        self.served
    }
}

impl Client {
    /// Starts a fixture server with options, and waits until it listens.
    ///
    /// # Panics
    ///
    /// When it does not.
    pub async fn spawn(program: &str, options: &[&str]) -> (Self, Process) {
        let listens = async {
            // It ends if somebody else has taken the port meanwhile; not each time.
            for _ in 0..8 {
                let client = unused().await;
                // Several may be served in place of one, by tests/replicas/serve.
                let mut words: Vec<_> = std::env::var("REPLICAS").into_iter().collect();
                words.push(program.to_owned());
                let mut command = Command::new(&words[0]);
                command.args(&words[1..]).args(options);
                command.args(["http", &client.0.port().to_string()]);
                let mut process = Process::run(command);
                while process.is_running() {
                    if TcpStream::connect(client.0).await.is_ok() {
                        return (client, process);
                    }
                    sleep(Duration::from_millis(5)).await;
                }
            }
            panic!("{program} ends before it listens")
        };
        in_time("listening", listens).await
    }

    /// Connects, and says nothing.
    ///
    /// # Panics
    ///
    /// When nobody listens.
    pub async fn connect(self) -> TcpStream {
        TcpStream::connect(self.0).await.expect("somebody listens")
    }

    /// Sends a request and reads the head of its response.
    ///
    /// # Panics
    ///
    /// When nobody reads it.
    pub async fn send(self, request: Request) -> Response {
        let mut stream = self.connect().await;
        let sent = in_time("a request", stream.write_all(&request.to_bytes())).await;
        sent.expect("somebody reads");
        Response::read(BufReader::new(stream)).await
    }

    /// Sends a modern request; `None` if the connection ends before there is a response.
    pub async fn try_modern(self, method: &str, params: Value) -> Option<Response> {
        let mut stream = self.connect().await;
        let request = Request::modern(method, params).to_bytes();
        in_time("a request", stream.write_all(&request)).await.ok()?;
        Response::try_read(BufReader::new(stream)).await
    }

    /// Sends a modern request and reads the head of its response.
    pub async fn modern(self, method: &str, params: Value) -> Response {
        self.send(Request::modern(method, params)).await
    }

    /// Calls a tool with a modern request; gives the first text of its result.
    pub async fn call(self, tool: &str, arguments: Value) -> String {
        let response = self.modern("tools/call", called(tool, arguments)).await;
        text(&response.answer().await)
    }

    /// Opens a session.
    ///
    /// # Panics
    ///
    /// When it is missing.
    pub async fn initialize(self, version: &str) -> Session {
        self.initialize_with(version, &json!({})).await
    }

    /// Opens a session of a client with these capabilities.
    ///
    /// # Panics
    ///
    /// When it is missing.
    pub async fn initialize_with(self, version: &str, capabilities: &Value) -> Session {
        let params = peer::initialize_with(version, capabilities);
        let message = peer::request(0, "initialize", params);
        let response = self.send(Request::post(message)).await;
        let id = response.header("mcp-session-id").expect("a session has an id").to_owned();
        assert_eq!(response.json().await["result"]["protocolVersion"], version);
        let session = Session { client: self, id, version: version.to_owned() };
        let initialized = peer::notification("notifications/initialized", json!({}));
        assert_eq!(self.send(session.post(initialized)).await.status, 202);
        session
    }
}

/// A legacy session.
#[derive(Clone, Debug)]
pub struct Session {
    /// Who sends its requests.
    pub client: Client,
    /// What the server calls it.
    pub id: String,
    version: String,
}

impl Session {
    /// A POST in the session.
    pub fn post(&self, message: impl ToString) -> Request {
        self.mark(Request::post(message))
    }

    /// A GET in the session.
    pub fn get(&self) -> Request {
        self.mark(Request::get())
    }

    /// The end of the session.
    pub fn delete(&self) -> Request {
        self.mark(Request::new("DELETE"))
    }

    /// Sends a request and reads the head of its response.
    pub async fn start(&self, id: impl Into<Value>, method: &str, params: Value) -> Response {
        self.client.send(self.post(peer::request(id, method, params))).await
    }

    /// Sends a request and reads its answer.
    pub async fn request(&self, method: &str, params: Value) -> Value {
        self.start(1, method, params).await.answer().await
    }

    /// Calls a tool, asking for progress, and reads the head of the response.
    pub async fn start_call(&self, id: u64, tool: &str, arguments: Value) -> Response {
        let mut params = called(tool, arguments);
        params["_meta"] = json!({ "progressToken": id });
        self.start(id, "tools/call", params).await
    }

    /// Calls a tool; gives the first text of its result.
    pub async fn call(&self, tool: &str, arguments: Value) -> String {
        text(&self.request("tools/call", called(tool, arguments)).await)
    }

    /// Sends a notification.
    ///
    /// # Panics
    ///
    /// When it is not taken.
    pub async fn notify(&self, method: &str, params: Value) {
        let response = self.client.send(self.post(peer::notification(method, params))).await;
        assert_eq!((response.status, response.text().await.as_str()), (202, ""));
    }

    /// Opens the stream of what belongs to no request.
    pub async fn listen(&self) -> Response {
        self.client.send(self.get()).await
    }

    /// Comes back to a stream after the event that was read last.
    pub async fn resume(&self, last: &str) -> Response {
        self.client.send(self.get().header("Last-Event-ID", last)).await
    }

    fn mark(&self, request: Request) -> Request {
        let request = request.header("Mcp-Session-Id", &self.id);
        // Earlier revisions do not have the header.
        if self.version.as_str() < "2025-06-18" {
            return request;
        }
        request.header("MCP-Protocol-Version", &self.version)
    }
}

/// The parameters of a call.
#[expect(clippy::needless_pass_by_value, reason = "`json!` is written in the call")]
pub fn called(tool: &str, arguments: Value) -> Value {
    json!({ "name": tool, "arguments": arguments })
}

/// The first text of the result of a tool.
///
/// # Panics
///
/// When it has none.
pub fn text(answer: &Value) -> String {
    let text = answer["result"]["content"][0]["text"].as_str();
    text.unwrap_or_else(|| panic!("no result of a tool: {answer}")).to_owned()
}
