//! Standard error in a program without a command line.

use std::io::{self, Write as _};

/// Prints a line.
pub(crate) fn log_line(text: &str) {
    // If standard error is closed, there is no one to report to.
    let _ = writeln!(io::stderr(), "{text}");
}
