//! Programs that end, and terminals that they run at.

#![expect(clippy::unwrap_used, reason = "a helper of a test fails the test")]

use std::fs::File;
use std::process::{Command, Output};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use serde_json::Value;

/// What a command printed, and its exit status.
#[derive(Debug)]
pub struct Ran {
    /// Its exit status.
    pub status: i32,
    /// What it wrote to its standard output.
    pub stdout: String,
    /// What it wrote to standard error.
    pub stderr: String,
}

impl Ran {
    /// Runs a command.
    pub fn of(command: &mut Command) -> Self {
        command.output().unwrap().into()
    }

    /// What it printed where nothing went wrong.
    pub fn answer(self) -> String {
        assert_eq!(self.status, 0, "{self:?}");
        self.stdout
    }

    /// What it printed, as JSON.
    pub fn json(self) -> Value {
        serde_json::from_str(&self.answer()).unwrap()
    }

    /// What it complained of where it failed without an answer.
    pub fn complaint(self, status: i32) -> String {
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
pub fn terminal() -> (File, File) {
    let person = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&person).unwrap();
    unlockpt(&person).unwrap();
    let program = ptsname(&person, Vec::new()).unwrap().into_string().unwrap();
    (person.into(), File::options().read(true).write(true).open(program).unwrap())
}
