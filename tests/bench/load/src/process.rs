//! The process of a server: its start, its time on the processor, its end.

use std::fs;
use std::io;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

pub struct Server {
    pub child: Child,
}

impl Server {
    /// Starts a server, with pipes to its standard input and output if it is asked over them.
    pub fn start(command: &[String], pipes: bool) -> io::Result<Self> {
        let (program, arguments) =
            command.split_first().ok_or_else(|| io::Error::other("no command"))?;
        let end = || if pipes { Stdio::piped() } else { Stdio::null() };
        let mut command = Command::new(program);
        command.args(arguments).stdin(end()).stdout(end()).stderr(Stdio::null());
        let child =
            command.spawn().map_err(|error| io::Error::other(format!("{program}: {error}")))?;
        Ok(Self { child })
    }

    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    pub fn ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().ok().flatten()
    }

    /// Asks the server to end, and waits for that; its pipes are closed already.
    pub fn stop(mut self) {
        if self.ended().is_none() && !self.ends_within(Duration::from_millis(300)) {
            let _ = kill_process(Pid::from_child(&self.child), Signal::TERM);
            self.ends_within(Duration::from_secs(2));
        }
    }

    fn ends_within(&mut self, limit: Duration) -> bool {
        let until = Instant::now() + limit;
        while Instant::now() < until {
            if self.ended().is_some() {
                return true;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        false
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a process has used of the processors, in nanoseconds.
#[derive(Clone, Copy, Default)]
pub struct Cpu {
    /// In steps of 10 ms.
    ticks: u64,
    /// Of the threads that live; exact, but blind to those that have ended.
    scheduled: u64,
}

pub fn cpu(pid: u32) -> Cpu {
    Cpu { ticks: ticks(pid).unwrap_or(0), scheduled: scheduled(pid) }
}

fn ticks(pid: u32) -> Option<u64> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, after_name) = stat.rsplit_once(')')?;
    let mut times =
        after_name.split_whitespace().skip(11).map_while(|field| field.parse::<u64>().ok());
    let user = times.next()?;
    let system = times.next()?;
    Some((user + system) * (1_000_000_000 / rustix::param::clock_ticks_per_second()))
}

fn scheduled(pid: u32) -> u64 {
    let threads = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let time = |thread: fs::DirEntry| {
        let stat = fs::read_to_string(thread.path().join("schedstat")).ok()?;
        stat.split_whitespace().next()?.parse::<u64>().ok()
    };
    threads.filter_map(time).sum()
}

/// The seconds between two readings. The exact one counts, unless it is so far behind the other that a thread must have ended.
pub fn cpu_seconds(from: Cpu, to: Cpu) -> f64 {
    let ticks = to.ticks.saturating_sub(from.ticks);
    let scheduled = to.scheduled.saturating_sub(from.scheduled);
    let slack = 20_000_000 + ticks / 50;
    let exact = scheduled > 0 && scheduled + slack >= ticks;
    (if exact { scheduled } else { ticks }) as f64 / 1e9
}
