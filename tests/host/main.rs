//! What `mcp-runtime-host` makes of many servers, over real processes.

#![cfg(unix)]
#![expect(deprecated, reason = "what MCP has deprecated is tested, too")]
#![expect(clippy::unwrap_used, reason = "a helper of a test fails the test")]

mod away;
mod calls;
mod config;
mod ends;
mod group;
mod lists;
mod locks;
mod logs;
mod permissions;
mod random;
mod real;
mod redeployed;
mod starts;
mod turns;
mod urls;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use mcp_runtime_host::client::Stdio;
use mcp_runtime_host::{Clients, ClientsBuilder, ServerState, ServerStatus};
use mcp_runtime_testing::json;
use rustix::process::{Pid, test_kill_process};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};

/// Within this time, servers with nothing wrong answer whatever becomes of another one.
const HEALTHY: Duration = Duration::from_secs(1);

/// What takes longer has failed.
const DEADLINE: Duration = Duration::from_secs(30);

/// The fixture, which leaves in the folder what it did.
fn faulty(folder: &Path, at_start: &str) -> Stdio {
    let program = Stdio::spawn(env!("CARGO_BIN_EXE_faulty-server"))
        .arg(folder)
        .arg(at_start)
        .stderr(std::process::Stdio::piped());
    program.exit_timeout(Duration::from_secs(2))
}

/// A server that has a fault, between two that have none and are called all the time.
struct Roof {
    clients: Clients,
    folder: PathBuf,
    is_over: Arc<AtomicBool>,
    healthy: Vec<JoinHandle<usize>>,
}

impl Roof {
    async fn start(test: &str, at_start: &'static str) -> Self {
        Self::start_with(test, at_start, |builder| builder).await
    }

    /// Starts the servers, of which the middle one has a fault.
    async fn start_with(
        test: &str,
        at_start: &'static str,
        configure: impl FnOnce(ClientsBuilder) -> ClientsBuilder,
    ) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("host-{test}"));
        let _ = fs::remove_dir_all(&folder);
        let server = |name: &str, at_start: &'static str| {
            let folder = folder.join(name);
            fs::create_dir_all(&folder).unwrap();
            move || faulty(&folder, at_start)
        };
        let builder = Clients::builder("agent", "1.0")
            .server("one", server("one", ""))
            .server("faulty", server("faulty", at_start))
            .server("two", server("two", ""));
        let clients = configure(builder).connect().await.unwrap();
        let is_over = Arc::<AtomicBool>::default();
        let healthy = ["one__echo", "two__echo"].map(|tool| {
            let clients = clients.clone();
            let is_over = Arc::clone(&is_over);
            tokio::spawn(async move {
                let mut answers = 0;
                loop {
                    let answer = timeout(HEALTHY, clients.call(tool, ()).into_future()).await;
                    assert_eq!(answer.expect(tool).expect(tool).text(), "echo");
                    answers += 1;
                    if is_over.load(Ordering::Relaxed) {
                        return answers;
                    }
                    sleep(Duration::from_millis(20)).await;
                }
            })
        });
        Self { clients, folder, is_over, healthy: healthy.into() }
    }

    /// Stops calling the servers that have no fault.
    async fn stop_calls(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        for healthy in std::mem::take(&mut self.healthy) {
            assert!(healthy.await.unwrap() > 0);
        }
    }

    /// Ends all, and looks whether anything is left.
    async fn end(mut self) {
        self.stop_calls().await;
        let began = Instant::now();
        self.clients.close().await;
        assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
        until_gone(processes(&self.folder)).await;
    }

    /// Calls a tool of the server that has a fault.
    async fn call(&self, tool: &str) -> Result<String, mcp_runtime_host::CallError> {
        let call = self.clients.call(&format!("faulty__{tool}"), json!({})).into_future();
        timeout(DEADLINE, call).await.unwrap().map(|result| result.text())
    }

    fn status(&self) -> ServerStatus {
        let mut status = self.clients.status().into_iter();
        status.find(|status| status.server == "faulty").unwrap()
    }

    /// Waits until the server that has a fault is in such a state.
    async fn until(&self, is_meant: impl Fn(&ServerState) -> bool) -> ServerState {
        let reaching = async {
            loop {
                let state = self.status().state;
                if is_meant(&state) {
                    return state;
                }
                sleep(Duration::from_millis(5)).await;
            }
        };
        let reached = timeout(DEADLINE, reaching).await;
        reached.unwrap_or_else(|_| panic!("{:?}", self.status()))
    }

    /// How many lines the server that has a fault has written to a file.
    fn count(&self, file: &str) -> usize {
        lines(&self.folder.join("faulty").join(file)).len()
    }

    /// How often it was asked to run a tool.
    fn ran(&self, tool: &str) -> usize {
        let calls = lines(&self.folder.join("faulty/calls"));
        calls.iter().filter(|called| *called == tool).count()
    }

    /// Kills the process that was started last.
    fn kill(&self) {
        let process = *processes_of(&self.folder.join("faulty/starts")).last().unwrap();
        rustix::process::kill_process(process, rustix::process::Signal::KILL).unwrap();
    }
}

fn lines(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

fn processes_of(file: &Path) -> Vec<Pid> {
    lines(file).iter().map(|id| Pid::from_raw(id.parse().unwrap()).unwrap()).collect()
}

/// Waits until these processes have ended.
async fn until_gone(processes: Vec<Pid>) {
    for process in processes {
        let gone = async {
            while test_kill_process(process).is_ok() {
                sleep(Duration::from_millis(20)).await;
            }
        };
        timeout(Duration::from_secs(5), gone).await.expect("a process is left");
    }
}

/// All processes that the servers of a folder were, and have started.
fn processes(folder: &Path) -> Vec<Pid> {
    let files = ["one", "faulty", "two"].map(|server| {
        ["starts", "children"].map(|file| processes_of(&folder.join(server).join(file)))
    });
    files.into_iter().flatten().flatten().collect()
}
