//! A server that runs as a child process.
//!
//! Source: [2026-07-28, "Transports", stdio, "Shutdown"](https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio#shutdown).

use std::ffi::OsStr;
use std::fmt;
use std::path::Path;
use std::process::{ExitStatus, Stdio as Redirection};
use std::time::Duration;

use tokio::process::{Child, Command};
use tokio::time::timeout;

use super::{Connect, Inbox, lines};
use crate::client::link::Link;
use crate::error::{Error, Result};

/// How long a server may take to exit after its input has ended.
const EXIT_TIMEOUT: Duration = Duration::from_secs(5);

/// A server that runs as a child process, over its standard input and output.
///
/// The program and its arguments are passed as they are, without a shell. When the client is closed
/// or dropped, the input of the process ends; if the process does not exit in time, it is asked to
/// terminate, and then killed.
///
/// ```no_run
/// use mcp_runtime::client::{Client, Stdio};
///
/// # async fn run() -> mcp_runtime::Result<()> {
/// let server = Stdio::spawn("notes").args(["--root", "/work"]).env("NOTES_LOG", "debug");
/// let client = Client::builder("agent", "1.0").connect(server).await?;
/// # Ok(())
/// # }
/// ```
pub struct Stdio {
    command: Command,
    patience: Duration,
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
        Self { command: Command::new(program), patience: EXIT_TIMEOUT }
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

    /// Sets the working directory of the process.
    #[must_use]
    pub fn current_dir(mut self, directory: impl AsRef<Path>) -> Self {
        self.command.current_dir(directory);
        self
    }

    /// Sets where the standard error of the process goes: by default, it is inherited.
    #[must_use]
    pub fn stderr(mut self, to: impl Into<Redirection>) -> Self {
        self.command.stderr(to);
        self
    }

    /// Sets how long the process may take to exit before it is asked to terminate, and then killed:
    /// five seconds by default.
    #[must_use]
    pub fn patience(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }
}

impl Connect for Stdio {
    fn open(mut self, inbox: Inbox) -> Result<Link> {
        let program = self.command.as_std().get_program().display().to_string();
        let command = self.command.stdin(Redirection::piped()).stdout(Redirection::piped());
        // Also if the runtime ends before the connection does.
        let spawned = command.kill_on_drop(true).spawn();
        let mut child =
            spawned.map_err(|error| Error::other(format!("starting {program:?}: {error}")))?;
        let (Some(input), Some(output)) = (child.stdout.take(), child.stdin.take()) else {
            return Err(Error::closed());
        };
        let patience = self.patience;
        let end = async move {
            let status = end(child, patience).await?;
            Some(Error::ended(format!("the program {program:?} has ended ({status})")))
        };
        Ok(lines::open(inbox, input, output, end))
    }
}

/// Waits until a process whose input has ended exits, and terminates it if it does not.
async fn end(mut child: Child, patience: Duration) -> Option<ExitStatus> {
    if let Ok(ended) = timeout(patience, child.wait()).await {
        return ended.ok();
    }
    let was_asked = ask_to_end(&child);
    if !was_asked || timeout(patience, child.wait()).await.is_err() {
        let _ = child.kill().await;
    }
    child.try_wait().ok().flatten()
}

/// Sends SIGTERM; returns whether it was sent.
#[cfg(all(unix, not(mcp_portable)))]
fn ask_to_end(child: &Child) -> bool {
    use rustix::process::{Pid, Signal, kill_process};

    let id = child.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw);
    id.is_some_and(|process| kill_process(process, Signal::TERM).is_ok())
}

/// Not every platform can ask a process to terminate.
#[cfg(any(not(unix), mcp_portable))]
fn ask_to_end(_: &Child) -> bool {
    false
}
