//! Standard error, with a progress line at a terminal that the next line replaces.

use std::io::{self, IsTerminal as _, Write as _};

use super::{colour, system};
use crate::jsonrpc::printable;
use crate::stderr;
use crate::sync::Mutex;

/// Whether a progress line is shown.
static DRAWN: Mutex<bool> = Mutex::new(false);

/// Moves to the start of the line, and clears it.
const CLEAR: &str = "\r\u{1b}[K";

/// Prints a line, which may have colours.
pub fn line(text: &str) {
    let mut drawn = DRAWN.lock();
    // If standard error is closed, there is no one to report to.
    let _ = writeln!(io::stderr(), "{}{text}", if *drawn { CLEAR } else { "" });
    *drawn = false;
}

/// Prints a line unless nobody reads standard error, for what is written while calls are served: they
/// must not wait for a reader.
pub fn log_line(text: &str) {
    let mut drawn = DRAWN.lock();
    stderr::write_line(&format!("{}{text}", if *drawn { CLEAR } else { "" }));
    *drawn = false;
}

/// Shows progress, in place of the previous progress line if possible.
pub fn progress(text: &str) {
    let stderr = io::stderr();
    if !(stderr.is_terminal() && colour::can_draw()) {
        return line(&printable(text));
    }
    // A line that wraps could not be overwritten.
    let width = system::columns(&stderr).unwrap_or(80).saturating_sub(1);
    let shown: String = printable(text).replace('\n', " ").chars().take(width).collect();
    let mut drawn = DRAWN.lock();
    let _ = write!(stderr.lock(), "{CLEAR}{shown}");
    *drawn = true;
}

/// Clears the progress line.
pub fn clear() {
    let mut drawn = DRAWN.lock();
    if *drawn {
        let _ = write!(io::stderr(), "{CLEAR}");
        *drawn = false;
    }
}

/// Whether standard error shows colours.
pub fn has_colours() -> bool {
    io::stderr().is_terminal() && colour::are_wanted()
}
