//! `dev --watch`: a server that is replaced by the next one that is built.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::process::{Child, ChildStderr, ChildStdout, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use mcp_runtime_client::{Client, HttpTransport};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;

use super::Home;

const SERVER: &str = env!("CARGO_BIN_EXE_watched-server");

/// Stands for cargo: fails as a compiler does, or puts another program in the place of the first one.
const BUILD: &str = r#"if grep broken src/main.rs; then echo "error: it is broken" >&2; exit 1; fi
printf '#!/bin/sh\necho %s\nexec %s "$@"\n' "$(cat src/main.rs)" "$SERVER" > next
chmod +x next && mv next program"#;

/// A server in a project, whose files are watched.
struct Watched {
    home: Home,
    process: Child,
    output: BufReader<ChildStdout>,
    errors: BufReader<ChildStderr>,
    url: String,
}

impl Watched {
    fn start() -> Self {
        let home = Home::new();
        home.write("project/src/main.rs", "first");
        home.write("project/build", BUILD);
        let program = home.path("project/program");
        fs::copy(SERVER, &program).unwrap();
        let mut command = home.command(program);
        command.args(["dev", "--watch", "--no-open", "--build", "sh build"]).env("SERVER", SERVER);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = command.spawn().unwrap();
        let mut output = BufReader::new(process.stdout.take().unwrap());
        let errors = BufReader::new(process.stderr.take().unwrap());
        let url = until(&mut output, "Page: ").trim().to_owned();
        Self { home, process, output, errors, url }
    }

    /// The address at which it serves.
    fn address(&self) -> &str {
        self.url.trim_start_matches("Page: http://").split('/').next().unwrap()
    }

    async fn client(&self) -> Client {
        let (_, token) = self.url.split_once('#').unwrap();
        let http = HttpTransport::new(format!("http://{}/mcp", self.address()))
            .header("Authorization", format!("Bearer {token}"));
        Client::builder("test", "1").connect(http).await.unwrap()
    }

    fn write(&self, text: &str) {
        self.home.write("project/src/main.rs", text);
    }

    /// Writes a source of which another program is built, and waits until that serves.
    fn becomes(&mut self, text: &str) {
        self.write(text);
        until(&mut self.output, text);
        assert_eq!(until(&mut self.output, "Page: ").trim(), self.url);
    }

    fn kill(&self, signal: Signal) {
        let id = i32::try_from(self.process.id()).unwrap();
        kill_process(Pid::from_raw(id).unwrap(), signal).unwrap();
    }

    fn is_gone(&self) -> bool {
        let start = Instant::now();
        while TcpStream::connect(self.address()).is_ok() {
            if start.elapsed() > Duration::from_secs(30) {
                return false;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        true
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        // The server ends with the process that watches; both may have ended.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The line with a text.
fn until(output: &mut impl BufRead, part: &str) -> String {
    let mut line = String::new();
    while !line.contains(part) {
        line.clear();
        assert!(output.read_line(&mut line).unwrap() > 0, "it has ended without {part}");
    }
    line
}

async fn sum(client: &Client) -> String {
    client.call_tool("add", json!({ "a": 1, "b": 2 })).await.unwrap().text()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_stays_connected_while_servers_are_replaced() {
    let mut watched = Watched::start();
    let client = watched.client().await;
    let before = sum(&client).await;
    watched.becomes("second");
    assert_eq!(sum(&client).await, before);
    watched.becomes("third");
    assert_eq!(sum(&client).await, before);
    watched.kill(Signal::TERM);
    assert!(watched.process.wait().unwrap().success());
    assert!(watched.is_gone());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_stays_where_the_next_one_cannot_be_built() {
    let mut watched = Watched::start();
    let client = watched.client().await;
    watched.write("broken");
    until(&mut watched.errors, "error: it is broken");
    let failed = "the build failed (exit status: 1); the previous build keeps running";
    until(&mut watched.errors, failed);
    assert!(!sum(&client).await.is_empty());
    watched.becomes("mended");
    assert!(!sum(&client).await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_does_not_finish_in_time_fails() {
    let mut watched = Watched::start();
    let client = watched.client().await;
    let (tell, begun) = mpsc::channel();
    let counting = client.call_tool("count", json!({ "to": 1_000_000 })).on_progress(move |_| {
        let _ = tell.send(());
    });
    let call = tokio::spawn(counting.into_future());
    begun.recv().unwrap();
    watched.becomes("second");
    assert!(call.await.unwrap().is_err());
    assert!(!sum(&client).await.is_empty());
}

#[test]
fn the_server_ends_with_the_process_that_watches() {
    let watched = Watched::start();
    assert!(TcpStream::connect(watched.address()).is_ok());
    watched.kill(Signal::KILL);
    assert!(watched.is_gone());
}
