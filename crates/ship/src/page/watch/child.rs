//! The server of `dev --watch`: a process that is given the socket of its parent.

use std::env;
use std::fs;
use std::io;
use std::net::TcpListener;
use std::os::fd::{AsFd as _, OwnedFd};
use std::path::PathBuf;
use std::process::ExitStatus;
use std::time::{Duration, SystemTime};

use mcp_runtime::{Error, Result};
use rustix::process::{Pid, Signal, getppid, kill_process};
use tokio::process::{Child, Command};
use tokio::time::{sleep, timeout};

use crate::page::options::TOKEN_VARIABLE;

/// The variable with the process that has put the socket at the standard input of a server.
const PARENT: &str = "MCP_DEV_PARENT";

/// How long running calls have to finish before the next server starts.
const GRACE: Duration = Duration::from_secs(5);

/// The socket, and the server that has it at the moment.
pub(super) struct ServedSocket {
    program: PathBuf,
    listener: TcpListener,
    token: String,
    child: Option<Child>,
    /// When the program was built of which the server is.
    built: Option<SystemTime>,
}

impl ServedSocket {
    pub(super) fn new(program: PathBuf, listener: TcpListener, token: String) -> Self {
        Self { program, listener, token, child: None, built: None }
    }

    /// Starts the server with the command line of this process.
    ///
    /// # Errors
    ///
    /// When the program cannot be started.
    pub(super) fn start(&mut self) -> io::Result<()> {
        let mut words: Vec<_> = env::args_os().skip(1).collect();
        // The page is open after the first start, and finds the server again by itself.
        if self.built.is_some() && !words.iter().any(|word| word == "--no-open") {
            words.push("--no-open".into());
        }
        self.built = self.modified();
        let mut command = Command::new(&self.program);
        command.args(words);
        command.env(PARENT, std::process::id().to_string());
        command.env(TOKEN_VARIABLE, &self.token);
        command.stdin(OwnedFd::from(self.listener.try_clone()?));
        // Ctrl-C is for this process, which ends the server in order.
        self.child = Some(command.process_group(0).kill_on_drop(true).spawn()?);
        Ok(())
    }

    /// Whether the server is of the program that is there now.
    pub(super) fn is_current(&self) -> bool {
        self.child.is_some() && self.built == self.modified()
    }

    /// Waits until the server has ended by itself.
    pub(super) async fn ended(&mut self) -> String {
        let Some(child) = &mut self.child else { return std::future::pending().await };
        let ended = child.wait().await;
        self.child = None;
        ended.map_or_else(|error| error.to_string(), |status: ExitStatus| status.to_string())
    }

    /// Asks the server to end, and waits until it has.
    pub(super) async fn stop(&mut self) {
        let Some(mut child) = self.child.take() else { return };
        let id = child.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw);
        let _ = id.map(|process| kill_process(process, Signal::TERM));
        if timeout(GRACE, child.wait()).await.is_err() {
            eprintln!("dev: a call did not finish within {} s; aborting it", GRACE.as_secs());
            let _ = child.kill().await;
        }
    }

    fn modified(&self) -> Option<SystemTime> {
        fs::metadata(&self.program).and_then(|found| found.modified()).ok()
    }
}

/// The socket that the parent has put at the standard input, if this is a server of `dev --watch`,
/// and the process id of that parent.
///
/// # Errors
///
/// When the standard input is no socket.
pub(in crate::page) fn socket_of_parent() -> Result<Option<(tokio::net::TcpListener, i32)>> {
    // A program that a server starts inherits the variable, and has another parent.
    let first = parent();
    if env::var(PARENT).ok() != Some(first.to_string()) {
        return Ok(None);
    }
    let take = || {
        let listener = TcpListener::from(io::stdin().as_fd().try_clone_to_owned()?);
        // What handlers start does not need it.
        rustix::stdio::dup2_stdin(fs::File::open("/dev/null")?)?;
        Ok((tokio::net::TcpListener::from_std(listener)?, first))
    };
    take()
        .map(Some)
        .map_err(|error| Error::io("cannot take over the socket of `dev --watch`", error))
}

/// Waits until the parent that this process had at `first` is gone, which may have been killed.
pub(in crate::page) async fn parent_has_ended(first: i32) {
    while parent() == first {
        sleep(Duration::from_secs(1)).await;
    }
}

fn parent() -> i32 {
    Pid::as_raw(getppid())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_parent_that_was_gone_before_somebody_waits_for_its_end_has_ended() {
        // This process is not its own parent, which another one was at its start.
        let first = i32::try_from(std::process::id()).unwrap();
        timeout(Duration::from_secs(60), parent_has_ended(first)).await.unwrap();
        let waiting = timeout(Duration::from_millis(1), parent_has_ended(parent()));
        assert!(waiting.await.is_err());
    }
}
