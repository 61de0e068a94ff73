//! A server binary as a command line program, in a process of its own.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod answers;
mod commands;
mod completion;
mod help;
mod log;
mod options;
mod prompt;
mod screen;
mod serving;
mod tasks;

use std::fs::File;
use std::process::{Command, Output};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use serde_json::Value;

/// What a command printed, and its exit status.
#[derive(Debug)]
struct Ran {
    status: i32,
    stdout: String,
    stderr: String,
}

impl Ran {
    fn of(command: &mut Command) -> Self {
        command.output().unwrap().into()
    }

    /// What it printed where nothing went wrong.
    fn answer(self) -> String {
        assert_eq!(self.status, 0, "{self:?}");
        self.stdout
    }

    fn json(self) -> Value {
        serde_json::from_str(&self.answer()).unwrap()
    }

    /// What it complained of where it failed without an answer.
    fn complaint(self, status: i32) -> String {
        assert_eq!(self.status, status, "{self:?}");
        assert_eq!(self.stdout, "");
        self.stderr
    }
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        Self {
            status: output.status.code().unwrap(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

/// A terminal: what a person has of it, and what a program has.
fn terminal() -> (File, File) {
    let person = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&person).unwrap();
    unlockpt(&person).unwrap();
    let program = ptsname(&person, Vec::new()).unwrap().into_string().unwrap();
    (person.into(), File::options().read(true).write(true).open(program).unwrap())
}

/// Lines that are neither blank nor comments.
fn code_lines(source: &str) -> usize {
    let lines = source.lines().map(str::trim);
    lines.filter(|line| !line.is_empty() && !line.starts_with("//")).count()
}
