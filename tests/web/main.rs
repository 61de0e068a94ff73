//! What `mcp-runtime-web` adds to servers, over real processes and sockets.

#![expect(clippy::unwrap_used, reason = "a helper of a test fails the test")]

mod card;
mod card_content;
mod card_reader;
mod client_authorities;
mod reload;
#[cfg(target_os = "linux")]
mod systemd;
mod tls;
mod well_known;

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use mcp_test_support::ServerProgram;
use mcp_test_support::http::{Client, Request};

const WEB: &str = env!("CARGO_BIN_EXE_web-server");

/// What takes longer has failed.
const DEADLINE: Duration = Duration::from_secs(60);

/// The variables that the options are read from, too.
const VARIABLES: [&str; 7] = [
    "MCP_TLS_CERT",
    "MCP_TLS_CLIENT_CA",
    "MCP_TLS_KEY",
    "MCP_PUBLIC_URL",
    "MCP_AUDIENCE",
    "MCP_WELL_KNOWN",
    "NOTIFY_SOCKET",
];

/// The fixture with these words, and none of the variables.
fn command(words: &[&str]) -> Command {
    let mut command = Command::new(WEB);
    command.args(words).env_remove("RUST_LOG").stdin(Stdio::null()).stderr(Stdio::piped());
    for variable in VARIABLES {
        command.env_remove(variable);
    }
    command
}

/// A server in a process of its own, and what it logs.
struct Served {
    program: ServerProgram,
    log: Arc<Mutex<String>>,
}

impl Served {
    /// Starts the fixture over HTTP, and waits until it serves.
    fn start(words: &[&str]) -> (Client, Self) {
        Self::run(command(&[&["--http", "0", "-v"], words].concat()))
    }

    /// Runs a command, and waits until it serves: also where.
    fn run(command: Command) -> (Client, Self) {
        let served = Self::spawn(command);
        let serving = served.logged("serving url=http");
        let (_, url) = serving.split_once("://").unwrap();
        let address = url.split('/').next().unwrap();
        (Client(address.parse::<SocketAddr>().unwrap()), served)
    }

    fn spawn(mut command: Command) -> Self {
        let mut program = ServerProgram(command.spawn().unwrap());
        let output = BufReader::new(program.0.stderr.take().unwrap());
        let log = Arc::new(Mutex::new(String::new()));
        let written = Arc::clone(&log);
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                *written.lock().unwrap() += &(line + "\n");
            }
        });
        Self { program, log }
    }

    fn log(&self) -> String {
        self.log.lock().unwrap().clone()
    }

    /// Waits for a line with a text in the log, from there on to the end of the log.
    fn logged(&self, text: &str) -> String {
        let since = Instant::now();
        loop {
            let log = self.log();
            if let Some(at) = log.find(text)
                && log[at..].contains('\n')
            {
                return log[at..].to_owned();
            }
            assert!(since.elapsed() < DEADLINE, "no `{text}` in: {log}");
            thread::sleep(Duration::from_millis(5));
        }
    }
}

/// What a program that does not start complains about; its status has to be this one.
fn complaint(mut command: Command, status: i32) -> String {
    let mut program = ServerProgram(command.spawn().unwrap());
    let mut complaint = String::new();
    program.0.stderr.take().unwrap().read_to_string(&mut complaint).unwrap();
    assert_eq!(program.0.wait().unwrap().code(), Some(status), "{complaint}");
    complaint
}

/// What the fixture over HTTP with these words complains about.
fn refused(words: &[&str]) -> String {
    complaint(command(&[&["--http", "0"], words].concat()), 1)
}

/// A GET as anybody sends it.
fn get(path: &str) -> Request {
    Request::new("GET").at(path)
}

/// An empty folder for a test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("web").join(name);
    // It may be there from before.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A file of `tests/data`.
fn data(name: &str) -> String {
    format!("{}/../data/{name}", env!("CARGO_MANIFEST_DIR"))
}
