//! A server binary as a command line program, in a process of its own.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod answers;
mod commands;
mod completion;
mod help;
mod log;
mod options;
mod screen;
mod serving;
mod tasks;

use mcp_test_support::program::{Ran, terminal};

/// Lines that are neither blank nor comments.
fn code_lines(source: &str) -> usize {
    let lines = source.lines().map(str::trim);
    lines.filter(|line| !line.is_empty() && !line.starts_with("//")).count()
}
