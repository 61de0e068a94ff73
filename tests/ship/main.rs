//! Programs that are given to people, in processes of their own.

#![expect(clippy::unwrap_used, reason = "a helper of a test fails the test")]
#![allow(
    clippy::needless_pass_by_value,
    clippy::too_many_arguments,
    reason = "a handler is given what it asks for"
)]

mod beside;
mod container;
mod doctor;
mod install;
mod kept;
mod manifest;
mod outside;
mod references;
mod watch;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The home of a person, in a directory that goes with it.
struct Home(PathBuf);

impl Home {
    fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let home = std::env::temp_dir().join(format!("mcp-home-{}-{count}", std::process::id()));
        fs::create_dir_all(home.join("notes")).unwrap();
        fs::create_dir_all(home.join("project")).unwrap();
        Self(home)
    }

    fn path(&self, path: &str) -> PathBuf {
        self.0.join(path)
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap()
    }

    /// A program, started by this person in a project.
    fn command(&self, program: impl AsRef<Path>) -> Command {
        let mut command = Command::new(program.as_ref());
        command.env_clear().env("HOME", &self.0).env("PATH", "/usr/bin:/bin");
        command.current_dir(self.path("project"));
        command
    }

    fn shipped(&self, words: &[&str]) -> Command {
        let mut command = self.command(env!("CARGO_BIN_EXE_shipped-server"));
        command.args(words).env("SHIPPED_DIR", self.path("notes"));
        command
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn told(output: &Output) -> String {
    let text = [&output.stdout[..], &output.stderr[..]].concat();
    String::from_utf8(text).unwrap()
}
