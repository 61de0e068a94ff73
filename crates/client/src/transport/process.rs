//! A server that runs as a child process.
//!
//! Source: [2026-07-28, "Transports", stdio, "Shutdown"](https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio#shutdown).

use std::ffi::OsStr;
use std::fmt;
use std::future::pending;
use std::io;
use std::path::Path;
use std::process::{ExitStatus, Stdio as Redirection};
use std::thread;
use std::time::{Duration, Instant};

use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::time::timeout;

use super::lines::{RunningServer, Streams};
use super::process_group::ProcessGroup;
use super::standard_error::StandardError;
use super::{Inbox, OpenTransport, environment, lines};
use crate::error::{Error, Result};
use crate::link::Link;
use crate::protocol::{Connect, Opened};

/// How long a server may take to exit after its input has ended.
const EXIT_TIMEOUT: Duration = Duration::from_secs(5);

/// A server that runs as a child process, over its standard input and output.
///
/// The program and its arguments are passed as they are, without a shell. When the client is closed
/// or dropped, the input of the process ends; if the process does not exit in time, it is asked to
/// terminate, and then killed. The end of the runtime waits for that. On Unix, processes that it has
/// started end with it, unless they have left its process group.
///
/// A program that exits when it is asked which revisions it supports, as servers for old revisions
/// may, is started a second time.
///
/// Of the environment, the process gets what programs need to run in general, such as `PATH`,
/// `HOME`, `LANG` and `TMPDIR`. Secrets of this process are in its environment, too, so the rest is
/// passed on only by choice: with [`inherit`](Self::inherit) and the methods after it.
///
/// ```no_run
/// use mcp_runtime_client::{Client, Stdio};
///
/// # async fn run() -> mcp_runtime::Result<()> {
/// let server = Stdio::spawn("notes").args(["--root", "/work"]).env("NOTES_LOG", "debug");
/// let client = Client::builder("agent", "1.0").connect(server).await?;
/// # Ok(())
/// # }
/// ```
pub struct Stdio {
    command: Command,
    exit_timeout: Duration,
}

/// Arguments and variables may be secret.
impl fmt::Debug for Stdio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let program = self.command.as_std().get_program();
        f.debug_struct("Stdio").field("program", &program).finish_non_exhaustive()
    }
}

impl Stdio {
    /// A program, by its name or path.
    pub fn spawn(program: impl AsRef<OsStr>) -> Self {
        let mut command = Command::new(program);
        command.env_clear();
        environment::pass_usual(&mut command);
        Self { command, exit_timeout: EXIT_TIMEOUT }
    }

    /// Adds an argument.
    #[must_use]
    pub fn arg(mut self, argument: impl AsRef<OsStr>) -> Self {
        self.command.arg(argument);
        self
    }

    /// Adds arguments.
    #[must_use]
    pub fn args<A: AsRef<OsStr>>(mut self, arguments: impl IntoIterator<Item = A>) -> Self {
        self.command.args(arguments);
        self
    }

    /// Sets an environment variable.
    #[must_use]
    pub fn env(mut self, name: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    /// Passes on these environment variables of this process, too, if they are set, such as the key
    /// of an agent. What [`env`](Self::env) sets takes precedence.
    #[must_use]
    pub fn inherit<N: AsRef<OsStr>>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        for name in names {
            environment::pass(&mut self.command, name.as_ref());
        }
        self
    }

    /// Passes on the environment variables for access to the network, too, such as `HTTPS_PROXY`
    /// and `NODE_EXTRA_CA_CERTS`. The address of a proxy may have a password.
    #[must_use]
    pub fn inherit_network(self) -> Self {
        self.inherit(environment::NETWORK)
    }

    /// Passes on the whole environment of this process, with all secrets that are in it.
    #[must_use]
    pub fn inherit_all(self) -> Self {
        self.inherit(std::env::vars_os().map(|(name, _)| name))
    }

    /// Sets the working directory of the process.
    #[must_use]
    pub fn current_dir(mut self, directory: impl AsRef<Path>) -> Self {
        self.command.current_dir(directory);
        self
    }

    /// Sets where the standard error of the process goes: by default, it is inherited. If it is
    /// piped, its lines become events of `tracing`, and the last of them are in the error that tells
    /// that the process has exited.
    #[must_use]
    pub fn stderr(mut self, to: impl Into<Redirection>) -> Self {
        self.command.stderr(to);
        self
    }

    /// Sets how long the process may take to exit before it is asked to terminate, and then killed:
    /// five seconds by default.
    #[must_use]
    pub fn exit_timeout(self, exit_timeout: Duration) -> Self {
        Self { exit_timeout, ..self }
    }
}

impl Connect for Stdio {
    fn open(self) -> Result<Opened> {
        let transport: Box<dyn OpenTransport> = Box::new(self);
        Ok(Opened::transport(transport))
    }
}

impl OpenTransport for Stdio {
    fn open(self: Box<Self>, inbox: Inbox) -> Result<Link> {
        let Self { mut command, exit_timeout } = *self;
        command.stdin(Redirection::piped()).stdout(Redirection::piped());
        let streams = start(&mut command, exit_timeout)?;
        let again = move || start(&mut command, exit_timeout);
        Ok(lines::open(inbox, streams, Some(Box::new(again))))
    }
}

/// Starts the process, on Unix in a process group of its own.
fn start(
    command: &mut Command,
    exit_timeout: Duration,
) -> Result<Streams<ChildStdout, ChildStdin, Process>> {
    let program = command.as_std().get_program().display().to_string();
    ProcessGroup::begin(command);
    let spawned = command.spawn();
    let mut child = spawned.map_err(|error| {
        Error::other(io::Error::new(error.kind(), format!("cannot start {program:?}: {error}")))
    })?;
    let stderr = child.stderr.take().map(|stderr| StandardError::read(program.clone(), stderr));
    let input = child.stdout.take();
    let output = child.stdin.take();
    let group = ProcessGroup::of(&child);
    let server = Process { child, group, exit_timeout, program, stderr };
    match (input, output) {
        (Some(input), Some(output)) => Ok(Streams { server, input, output }),
        _ => Err(Error::closed()),
    }
}

/// A process, which is made to exit at the latest when it is dropped.
struct Process {
    child: Child,
    group: ProcessGroup,
    exit_timeout: Duration,
    program: String,
    stderr: Option<StandardError>,
}

impl RunningServer for Process {
    async fn exited(&mut self) -> bool {
        match self.child.wait().await {
            Ok(status) => status.success(),
            Err(_) => pending().await,
        }
    }

    /// Waits until the process exits, and terminates it if it does not.
    async fn end(mut self) -> Option<Error> {
        let status = self.status().await?;
        self.group.end(self.exit_timeout);
        let ended = format!("the program {:?} has ended ({status})", self.program);
        let said = match self.stderr.take() {
            Some(stderr) => stderr.end().await,
            None => String::new(),
        };
        Some(Error::ended(if said.is_empty() { ended } else { format!("{ended}: {said}") }))
    }
}

impl Process {
    async fn status(&mut self) -> Option<ExitStatus> {
        let Self { child, group, exit_timeout, .. } = self;
        if let Ok(ended) = timeout(*exit_timeout, child.wait()).await {
            return ended.ok();
        }
        let was_asked = group.ask_to_end();
        if !was_asked || timeout(*exit_timeout, child.wait()).await.is_err() {
            let _ = child.kill().await;
        }
        child.try_wait().ok().flatten()
    }
}

/// The runtime may have ended before the connection, as where `main` returns without closing its
/// client. Nothing can be awaited any more, but the process has the same time as otherwise.
impl Drop for Process {
    fn drop(&mut self) {
        let Self { child, group, exit_timeout, .. } = self;
        if !exits_within(child, *exit_timeout) {
            let was_asked = group.ask_to_end();
            if !was_asked || !exits_within(child, *exit_timeout) {
                let _ = child.start_kill();
            }
        }
    }
}

/// Waits for a process without a runtime.
fn exits_within(child: &mut Child, limit: Duration) -> bool {
    const LONGEST_PAUSE: Duration = Duration::from_millis(20);
    let begun = Instant::now();
    let mut pause = Duration::from_millis(1);
    loop {
        if !matches!(child.try_wait(), Ok(None)) {
            return true;
        }
        let Some(left) = limit.checked_sub(begun.elapsed()) else { return false };
        thread::sleep(pause.min(left));
        pause = (2 * pause).min(LONGEST_PAUSE);
    }
}
