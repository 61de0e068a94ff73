//! A scripted client: it sends lines and reads lines, as a test tells it to.

use std::env;
use std::ffi::OsString;
use std::fmt;
use std::future::Future;
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use mcp_runtime::Server;
use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt as _, AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, BufReader,
};
use tokio::process::{Child, Command};
use tokio::time::timeout;

/// What takes longer than this has failed; nothing is expected to take nearly as long.
const DEADLINE: Duration = Duration::from_secs(300);

/// Stands before a server and writes down what it hears and says.
const RECORD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../wire/record.py");

/// One end of a connection to a server.
pub struct Peer {
    input: Option<Box<dyn AsyncWrite + Unpin + Send>>,
    output: BufReader<Box<dyn AsyncRead + Unpin + Send>>,
    next_id: u64,
}

impl fmt::Debug for Peer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Peer").field("next_id", &self.next_id).finish_non_exhaustive()
    }
}

impl Peer {
    /// Talks to whatever reads `input` and writes `output`.
    pub fn new(
        input: impl AsyncWrite + Unpin + Send + 'static,
        output: impl AsyncRead + Unpin + Send + 'static,
    ) -> Self {
        Self { input: Some(Box::new(input)), output: BufReader::new(Box::new(output)), next_id: 1 }
    }

    /// Talks to a server in this process.
    pub fn memory(server: Server) -> Self {
        // One pipe for each direction, so that one can be closed without the other.
        let (input, server_input) = tokio::io::duplex(64 * 1024);
        let (output, server_output) = tokio::io::duplex(64 * 1024);
        tokio::spawn(server.serve((server_input, server_output)));
        Self::new(input, output)
    }

    /// Starts a fixture server and talks to it through pipes.
    ///
    /// Where the environment names a folder in `RECORD`, what is said is written down there.
    ///
    /// # Panics
    ///
    /// When the process cannot be started.
    pub fn spawn(program: &str) -> (Self, Process) {
        Self::spawn_with(program, &[])
    }

    /// Starts a fixture server with options, and talks to it as [`Self::spawn`] does.
    ///
    /// # Panics
    ///
    /// When the process cannot be started.
    pub fn spawn_with(program: &str, options: &[&str]) -> (Self, Process) {
        let mut command = recorded(program, "");
        command.args(options);
        Self::start_process(command)
    }

    /// Starts a fixture server that speaks to the editors of agents, and talks to it through pipes. What
    /// is said is written down in a folder of its own, as it is of another protocol.
    ///
    /// # Panics
    ///
    /// When the process cannot be started.
    pub fn spawn_agent(program: &str, args: &[&str]) -> (Self, Process) {
        let mut command = recorded(program, "agents");
        command.args(args);
        Self::start_process(command)
    }

    fn start_process(mut command: Command) -> (Self, Process) {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = Process::start(command);
        let input = process.0.stdin.take().expect("the input is a pipe");
        let output = process.0.stdout.take().expect("the output is a pipe");
        (Self::new(input, output), process)
    }

    /// Sends one line.
    ///
    /// # Panics
    ///
    /// When nobody takes it.
    pub async fn send(&mut self, line: impl ToString) {
        let line = line.to_string() + "\n";
        self.send_bytes(line.as_bytes()).await;
    }

    /// Sends bytes as they are.
    ///
    /// # Panics
    ///
    /// When nobody takes them.
    pub async fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        in_time("sending", async {
            input.write_all(bytes).await?;
            input.flush().await
        })
        .await
        .expect("somebody reads");
    }

    /// Sends one line, unless it is not taken in a second: whether all of it was.
    pub async fn try_send(&mut self, line: impl ToString) -> bool {
        let line = line.to_string() + "\n";
        let input = self.input.as_mut().expect("the input is open");
        let sent = timeout(Duration::from_secs(1), input.write_all(line.as_bytes())).await;
        sent.is_ok()
    }

    /// Reads the next line, which has to be a message.
    ///
    /// # Panics
    ///
    /// When it is missing, or is not a message.
    pub async fn receive(&mut self) -> Value {
        self.try_receive().await.expect("a message, not the end of the output")
    }

    /// Reads the next line, which has to be a message; `None` at the end of the output.
    ///
    /// # Panics
    ///
    /// When the line is not a message.
    pub async fn try_receive(&mut self) -> Option<Value> {
        let mut line = String::new();
        let read = in_time("receiving", self.output.read_line(&mut line)).await;
        if read.expect("the output is text") == 0 {
            return None;
        }
        let message: Value = serde_json::from_str(&line)
            .unwrap_or_else(|error| panic!("{line:.200?} is not a message: {error}"));
        let valid = message["jsonrpc"] == "2.0" || message.is_array();
        assert!(valid, "{line:.200?} is not a message");
        Some(message)
    }

    /// Reads until the end of the output.
    pub async fn rest(&mut self) -> Vec<Value> {
        let mut messages = Vec::new();
        while let Some(message) = self.try_receive().await {
            messages.push(message);
        }
        messages
    }

    /// Sends a request and returns its id.
    pub async fn start(&mut self, method: &str, params: Value) -> u64 {
        let id = self.next_id;
        self.next_id += 1;
        self.send(request(id, method, params)).await;
        id
    }

    /// Sends a request and reads its answer, which has to come next.
    ///
    /// # Panics
    ///
    /// When something else comes.
    pub async fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.start(method, params).await;
        self.answer(id).await
    }

    /// Reads the answer to a request, which has to come next.
    ///
    /// # Panics
    ///
    /// When something else comes.
    pub async fn answer(&mut self, id: u64) -> Value {
        let answer = self.receive().await;
        assert_eq!(answer["id"], id, "{answer}");
        answer
    }

    /// Calls a tool; its result has to come next.
    pub async fn call(&mut self, name: &str, arguments: Value) -> Value {
        let params = json!({ "name": name, "arguments": arguments });
        self.request("tools/call", params).await["result"].take()
    }

    /// Starts to call a tool, and returns the id of the request.
    pub async fn start_call(&mut self, name: &str, arguments: Value) -> u64 {
        let params = json!({ "name": name, "arguments": arguments });
        self.start("tools/call", params).await
    }

    /// Opens a legacy session.
    pub async fn initialize(&mut self, version: &str) -> Value {
        let params = initialize(version);
        let answer = self.request("initialize", params).await;
        self.send(notification("notifications/initialized", json!({}))).await;
        answer
    }

    /// Ends the input of the server.
    pub fn close(&mut self) {
        self.input = None;
    }

    /// Goes away without reading what is still to come.
    pub fn hang_up(&mut self) {
        self.output = BufReader::new(Box::new(tokio::io::empty()));
    }
}

/// A server in a process of its own, which ends with the test.
#[derive(Debug)]
pub struct Process(Child);

impl Process {
    /// Starts a fixture server whose input and output are what the command says.
    ///
    /// # Panics
    ///
    /// When the process cannot be started.
    pub fn start(mut command: Command) -> Self {
        command.arg("stdio");
        Self::run(command)
    }

    pub(crate) fn run(mut command: Command) -> Self {
        // An arena for each thread would keep what is free already, and hide what is held.
        command.env("MALLOC_ARENA_MAX", "1");
        Self(command.kill_on_drop(true).spawn().expect("the fixture server starts"))
    }

    /// Whether it runs still.
    pub fn is_running(&mut self) -> bool {
        matches!(self.0.try_wait(), Ok(None))
    }

    /// Sends a signal, such as `TERM`.
    ///
    /// # Panics
    ///
    /// When it cannot be sent.
    pub async fn signal(&self, name: &str) {
        let id = self.0.id().expect("the process runs").to_string();
        // Every shell has it, and not every machine the program.
        let mut kill = Command::new("sh");
        let status = kill.args(["-c", r#"kill -s "$0" "$1""#, name, &id]).status().await;
        assert!(status.is_ok_and(|status| status.success()), "kill {name}");
    }

    /// The most memory that the process has used so far, in bytes.
    ///
    /// # Panics
    ///
    /// When the system does not tell.
    pub fn peak_memory(&self) -> usize {
        self.status("VmHWM:")
    }

    /// The memory that the process uses now, in bytes.
    ///
    /// # Panics
    ///
    /// When the system does not tell.
    pub fn memory(&self) -> usize {
        self.status("VmRSS:")
    }

    fn status(&self, name: &str) -> usize {
        let id = self.0.id().expect("the process runs");
        let status =
            std::fs::read_to_string(format!("/proc/{id}/status")).expect("it has a status");
        let field = status.lines().find_map(|line| line.strip_prefix(name));
        let bytes = field.and_then(|field| field.trim().strip_suffix(" kB"));
        bytes.expect("it is there").parse::<usize>().expect("it is a number") * 1024
    }

    /// How many descriptors the process has open.
    ///
    /// # Panics
    ///
    /// When the system does not tell.
    pub fn descriptors(&self) -> usize {
        let id = self.0.id().expect("the process runs");
        std::fs::read_dir(format!("/proc/{id}/fd")).expect("it has descriptors").count()
    }

    /// Kills it, and waits until it is gone.
    ///
    /// # Panics
    ///
    /// When it has ended already.
    pub async fn kill(&mut self) {
        self.signal("KILL").await;
        self.exit().await;
    }

    /// Waits until the process has ended by itself.
    ///
    /// # Panics
    ///
    /// When it does not.
    pub async fn exit(&mut self) -> ExitStatus {
        in_time("exiting", self.0.wait()).await.expect("the process can be waited for")
    }

    /// What stands on standard error, up to its end.
    ///
    /// # Panics
    ///
    /// When it cannot be read.
    pub async fn stderr(&mut self) -> String {
        let mut text = String::new();
        let mut stderr = self.0.stderr.take().expect("standard error is a pipe");
        let read = in_time("reading standard error", stderr.read_to_string(&mut text)).await;
        read.expect("standard error is text");
        text
    }
}

fn recorded(program: &str, folder: &str) -> Command {
    let words = recording(program, folder);
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]);
    command
}

/// The words of the command that starts a program, behind what writes down what it hears and says where
/// the environment names a folder for that in `RECORD`. `PYTHON` is the interpreter where none is on the `PATH`.
pub fn recording(program: &str, folder: &str) -> Vec<OsString> {
    match env::var_os("RECORD") {
        None => vec![program.into()],
        Some(record) => {
            let python = env::var_os("PYTHON").unwrap_or_else(|| "python3".into());
            vec![python, RECORD.into(), Path::new(&record).join(folder).into(), program.into()]
        }
    }
}

/// A request.
#[expect(clippy::needless_pass_by_value, reason = "`json!` is written in the call")]
pub fn request(id: impl Into<Value>, method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id.into(), "method": method, "params": params })
}

/// A notification.
#[expect(clippy::needless_pass_by_value, reason = "`json!` is written in the call")]
pub fn notification(method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "method": method, "params": params })
}

/// The parameters of `initialize`.
pub fn initialize(version: &str) -> Value {
    initialize_with(version, &json!({}))
}

/// The parameters of `initialize`, of a client with these capabilities.
pub fn initialize_with(version: &str, capabilities: &Value) -> Value {
    json!({
        "protocolVersion": version,
        "capabilities": capabilities,
        "clientInfo": { "name": "test", "version": "1" },
    })
}

/// The parameters of a modern request, with the `_meta` that it has to have; the client can do
/// nothing, unless it says so already.
///
/// # Panics
///
/// When the parameters are no object.
pub fn modern(mut params: Value) -> Value {
    let meta = params
        .as_object_mut()
        .expect("the parameters are an object")
        .entry("_meta")
        .or_insert_with(|| json!({}));
    meta["io.modelcontextprotocol/protocolVersion"] = "2026-07-28".into();
    let capabilities = &mut meta["io.modelcontextprotocol/clientCapabilities"];
    if capabilities.is_null() {
        *capabilities = json!({});
    }
    params
}

pub(crate) async fn in_time<T>(what: &str, future: impl Future<Output = T>) -> T {
    let outcome = timeout(DEADLINE, future).await;
    outcome.unwrap_or_else(|_| panic!("{what} takes too long"))
}
