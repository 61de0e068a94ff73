//! Standard output with the standard library alone: what a handler prints goes there, too.

use std::env;
use std::io::{self, Stdout};

/// The standard output.
pub(super) type Output = Stdout;

#[expect(clippy::unnecessary_wraps, reason = "to take a descriptor may fail")]
pub(super) fn take() -> io::Result<Output> {
    Ok(io::stdout())
}

/// The number of columns of a terminal, if the environment has it.
pub(super) fn columns<T>(_: T) -> Option<usize> {
    env::var("COLUMNS").ok()?.parse().ok()
}
