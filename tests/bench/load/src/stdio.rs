//! Calls over standard input and output: one thread, pipes that do not block, and a number of calls in flight.

use std::io::{self, ErrorKind, Read as _, Write as _};
use std::os::fd::AsFd;
use std::process::{ChildStdin, ChildStdout};
use std::time::Instant;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};

use crate::process::Server;
use crate::verify::{Verifier, result_of};
use crate::wire::{self, FIRST_ID, Template, Wire};
use crate::{Cli, Load};

pub struct Pipes {
    stdin: ChildStdin,
    stdout: ChildStdout,
    call: Template,
    verifier: Verifier,
    width: u64,
    deadline: Instant,
    next_id: u64,
    /// What is still to be written.
    out: Vec<u8>,
    /// What was read, from the beginning of a line.
    input: Vec<u8>,
    chunk: Vec<u8>,
}

impl Pipes {
    /// Greets a server that was started with pipes.
    pub fn open(
        server: &mut Server,
        cli: &Cli,
        verifier: Verifier,
        deadline: Instant,
    ) -> io::Result<Self> {
        let (Some(stdin), Some(stdout)) = (server.child.stdin.take(), server.child.stdout.take())
        else {
            return Err(io::Error::other("no pipes"));
        };
        for end in [stdin.as_fd(), stdout.as_fd()] {
            fcntl_setfl(end, fcntl_getfl(end)? | OFlags::NONBLOCK)?;
        }
        let mut pipes = Self {
            stdin,
            stdout,
            call: wire::call(cli.case, cli.wire),
            verifier,
            width: cli.width,
            deadline,
            next_id: FIRST_ID,
            out: Vec::new(),
            input: Vec::new(),
            chunk: vec![0; 256 << 10],
        };
        pipes.greet(cli.wire)?;
        Ok(pipes)
    }

    fn greet(&mut self, wire: Wire) -> io::Result<()> {
        let id = self.next_id;
        self.queue(&wire::hello(wire).0, id);
        self.next_id += 1;
        let mut answer = None;
        while answer.is_none() {
            self.exchange(|_, line| {
                answer.get_or_insert_with(|| result_of(line, id));
                Ok(())
            })?;
        }
        answer.unwrap_or(Ok(())).map_err(io::Error::other)?;
        if wire == Wire::Legacy {
            self.out.extend_from_slice(wire::INITIALIZED);
            self.out.push(b'\n');
        }
        Ok(())
    }

    fn queue(&mut self, template: &Template, id: u64) {
        template.push(&mut self.out, id);
        self.out.push(b'\n');
    }

    /// Writes and reads what goes now, and gives each whole line to `each`.
    fn exchange(
        &mut self,
        mut each: impl FnMut(&mut Verifier, &[u8]) -> io::Result<()>,
    ) -> io::Result<()> {
        self.flush()?;
        self.wait()?;
        match self.stdout.read(&mut self.chunk) {
            Ok(0) => {
                return Err(io::Error::new(
                    ErrorKind::UnexpectedEof,
                    "the server closed its output",
                ));
            }
            Ok(length) => self.input.extend_from_slice(&self.chunk[..length]),
            Err(error) if passing(&error) => return Ok(()),
            Err(error) => return Err(error),
        }
        let mut from = 0;
        while let Some(length) = memchr::memchr(b'\n', &self.input[from..]) {
            each(&mut self.verifier, &self.input[from..from + length])?;
            from += length + 1;
        }
        self.input.drain(..from);
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        let mut written = 0;
        while written < self.out.len() {
            match self.stdin.write(&self.out[written..]) {
                Ok(length) => written += length,
                Err(error) if passing(&error) => break,
                Err(error) => return Err(error),
            }
        }
        self.out.drain(..written);
        Ok(())
    }

    /// Waits until something can be read, or written if something is left.
    fn wait(&self) -> io::Result<()> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        let output = PollFd::new(&self.stdout, PollFlags::IN);
        let input = PollFd::new(&self.stdin, PollFlags::OUT);
        let mut ends = [output, input];
        let count = if self.out.is_empty() { 1 } else { 2 };
        let timeout =
            Timespec { tv_sec: left.as_secs().try_into().unwrap_or(i64::MAX), tv_nsec: 0 };
        match poll(&mut ends[..count], Some(&timeout)) {
            Ok(0) => Err(io::Error::new(ErrorKind::TimedOut, "no answer within the limit")),
            Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

impl Load for Pipes {
    fn run(&mut self, calls: u64) -> io::Result<()> {
        let first = self.next_id;
        let end = first + calls;
        let mut answered = vec![false; usize::try_from(calls).map_err(io::Error::other)?];
        let mut answers = 0;
        while answers < calls {
            while self.next_id < end && self.next_id - first - answers < self.width {
                self.call.push(&mut self.out, self.next_id);
                self.out.push(b'\n');
                self.next_id += 1;
            }
            let next_id = self.next_id;
            self.exchange(|verifier, line| {
                let Some(id) = verifier.see(line).map_err(io::Error::other)? else { return Ok(()) };
                if !(first..next_id).contains(&id)
                    || std::mem::replace(&mut answered[(id - first) as usize], true)
                {
                    return Err(io::Error::other(format!("nobody waits for an answer to {id}")));
                }
                answers += 1;
                Ok(())
            })?;
        }
        Ok(())
    }
}

/// An error after which one tries again.
pub fn passing(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted)
}
