//! The servers while a script runs, and what must hold of them.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use mcp_runtime_host::client::Stdio;
use mcp_runtime_host::client::protocol::Tool;
use mcp_runtime_host::{CallError, CallOutcome, Clients, Provider, ProviderFormat};
use mcp_runtime_testing::json;
use rustix::process::{Signal, kill_process};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout};

use super::script::{Fault, SERVERS, Script};
use crate::{lines, processes, processes_of, until_gone};

/// How long a call may take, and how much later that may be noticed on a machine that does much else.
const LIMIT: (Duration, Duration) = (Duration::from_secs(2), Duration::from_secs(2));

/// Within this time after they have healed, all servers are ready, and their lists are fresh.
const HEALED: Duration = Duration::from_secs(60);

/// A call that was made.
struct Called {
    id: String,
    server: &'static str,
    tool: &'static str,
    took: Duration,
    result: Result<(), CallError>,
}

pub(super) struct Stage {
    clients: Clients,
    folder: PathBuf,
    /// The tools of the start: a server that has failed lists none.
    format: ProviderFormat,
    calls: JoinSet<Called>,
}

impl Stage {
    /// Starts the servers, which have no fault yet.
    pub(super) async fn start(seed: u64) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("host-random-{seed}"));
        let _ = fs::remove_dir_all(&folder);
        let mut builder = Clients::builder("agent", "1.0").startup(LIMIT.0).timeout(LIMIT.0);
        for server in SERVERS {
            let folder = folder.join(server);
            fs::create_dir_all(&folder).unwrap();
            builder = builder.server(server, move || {
                let program = Stdio::spawn(env!("CARGO_BIN_EXE_faulty-server")).arg(&folder);
                program
                    .stderr(std::process::Stdio::piped())
                    .exit_timeout(Duration::from_millis(500))
            });
        }
        let clients = builder.wait(HEALED).connect().await.unwrap();
        let format = clients.tools().format(Provider::Anthropic);
        Self { clients, folder, format, calls: JoinSet::new() }
    }

    pub(super) async fn play(&mut self, script: &Script) {
        for (number, (server, fault, pause)) in script.0.iter().enumerate() {
            match fault {
                Fault::Call(tool) => self.call(number, server, tool),
                Fault::Kill => self.signal(server, Signal::KILL),
                Fault::Stop => self.signal(server, Signal::STOP),
                Fault::AtStart(wrong) => {
                    fs::write(self.folder.join(server).join("at-start"), wrong).unwrap();
                }
                Fault::Enable(is_on) => assert!(self.clients.enable(server, *is_on)),
                Fault::Reconnect => assert!(self.clients.reconnect(server)),
            }
            sleep(*pause).await;
        }
    }

    /// Calls a tool beside all that happens.
    fn call(&mut self, number: usize, server: &'static str, tool: &'static str) {
        let clients = self.clients.clone();
        let id = format!("call-{number}");
        self.calls.spawn(async move {
            let began = Instant::now();
            let called = clients.call(&format!("{server}__{tool}"), json!({ "id": id })).await;
            let result = called.map(|result| assert_eq!(result.text(), tool));
            Called { id, server, tool, took: began.elapsed(), result }
        });
    }

    /// Sends a signal to the process that was started last, which may be gone.
    fn signal(&self, server: &str, signal: Signal) {
        if let Some(process) = processes_of(&self.folder.join(server).join("starts")).last() {
            let _ = kill_process(*process, signal);
        }
    }

    /// Ends all faults, and waits until nothing is left of them.
    pub(super) async fn heal(&mut self) {
        for server in SERVERS {
            let _ = fs::remove_file(self.folder.join(server).join("at-start"));
            self.signal(server, Signal::CONT);
            assert!(self.clients.enable(server, true));
        }
        let mut why = "nobody looked".to_owned();
        let healing = async {
            while let Err(found) = self.is_well().await {
                why = found;
                sleep(Duration::from_millis(100)).await;
            }
        };
        let healed = timeout(HEALED, healing).await;
        healed.unwrap_or_else(|_| panic!("{why}: {:?}", self.clients.status()));
    }

    /// Whether all servers answer, and list the tools that the group has.
    async fn is_well(&self) -> Result<(), String> {
        let calls = SERVERS.map(|server| json!({ "type": "tool_use", "id": server, "name": format!("{server}__echo"), "input": {} }));
        for answer in self.clients.run(&self.format, &calls).await {
            if answer.result.is_error == Some(true) {
                return Err(answer.result.text());
            }
        }
        for status in self.clients.status() {
            let server = &status.server;
            let client = self
                .clients
                .server(server)
                .filter(|_| status.state.is_ready())
                .ok_or_else(|| format!("{server} {}", status.state))?;
            let own = timeout(LIMIT.0, client.list_tools().into_future())
                .await
                .map_err(|_| format!("{server} does not list its tools"))?
                .map_err(|error| error.to_string())?;
            let tools = self.clients.tools();
            let listed: Vec<Tool> = tools
                .iter()
                .filter(|tool| tool.server == *server)
                .map(|tool| Tool::clone(&tool.tool))
                .collect();
            if own != listed {
                let names =
                    |tools: &[Tool]| tools.iter().map(|tool| tool.name.clone()).collect::<Vec<_>>();
                let own = names(&own);
                let listed = names(&listed);
                return Err(format!("{server} lists {own:?}, the group {listed:?}"));
            }
        }
        Ok(())
    }

    /// Ends all, and looks what the calls have done.
    pub(super) async fn end(self) {
        let Self { clients, folder, calls, .. } = self;
        for called in calls.join_all().await {
            let ids = lines(&folder.join(called.server).join("ids"));
            check(&called, ids.iter().filter(|id| **id == called.id).count());
        }
        clients.close().await;
        until_gone(processes(&folder)).await;
    }
}

/// Whether a call has gone as it should that ran so often.
fn check(called: &Called, ran: usize) {
    let Called { id, server, tool, took, result } = called;
    let shown = format!("{id}, {tool} of {server}, ran {ran} times in {took:?}: {result:?}");
    assert!(*took < LIMIT.0 + LIMIT.1, "{shown}");
    // The only one that says that it changes nothing.
    let may_run = if *tool == "die-once" { 2 } else { 1 };
    assert!(ran <= may_run, "{shown}");
    match result.as_ref().map_err(CallError::outcome) {
        Ok(()) => assert!(ran > 0, "{shown}"),
        Err(CallOutcome::Unknown) => {}
        // Of a call that was repeated, this tells of the second try alone.
        Err(_) => assert!(ran == 0 || may_run == 2, "{shown}"),
    }
}
