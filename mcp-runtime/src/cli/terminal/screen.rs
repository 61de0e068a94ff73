//! Standard error, with a line of progress at a terminal that the next line takes the place of.

use std::io::{self, IsTerminal as _, Write as _};

use super::{colour, system};
use crate::jsonrpc::printable;
use crate::sync::Mutex;

/// Whether a line of progress stands there.
static DRAWN: Mutex<bool> = Mutex::new(false);

/// Goes to the start of the line, and clears it.
const CLEAR: &str = "\r\u{1b}[K";

/// Prints a line, which may have colours.
pub(in crate::cli) fn line(text: &str) {
    let mut drawn = DRAWN.lock();
    // Whoever closed standard error does not want to know.
    let _ = writeln!(io::stderr(), "{}{text}", if *drawn { CLEAR } else { "" });
    *drawn = false;
}

/// Shows how far something is: in place of what was shown before, where that is possible.
pub(in crate::cli) fn progress(text: &str) {
    let stderr = io::stderr();
    if !(stderr.is_terminal() && colour::can_draw()) {
        return line(&printable(text));
    }
    // A line that breaks could not be drawn over.
    let width = system::columns(&stderr).unwrap_or(80).saturating_sub(1);
    let shown: String = printable(text).replace('\n', " ").chars().take(width).collect();
    let mut drawn = DRAWN.lock();
    let _ = write!(stderr.lock(), "{CLEAR}{shown}");
    *drawn = true;
}

/// Takes the line of progress away.
pub(in crate::cli) fn clear() {
    let mut drawn = DRAWN.lock();
    if *drawn {
        let _ = write!(io::stderr(), "{CLEAR}");
        *drawn = false;
    }
}

pub(in crate::cli) fn has_colours() -> bool {
    io::stderr().is_terminal() && colour::are_wanted()
}
