//! The lines of an audit log: each is whole, and what is missing is counted.

use std::io::{self, Write};

use mcp_runtime_protocol::clock;
use serde_json::json;

use crate::stderr;

/// The end of an audit log.
pub(super) struct AuditLog {
    out: Box<dyn Write + Send>,
    /// Whether it ends in the middle of a line.
    is_torn: bool,
    /// How many lines are missing at the end.
    lost: u64,
}

impl AuditLog {
    pub(super) fn new(out: Box<dyn Write + Send>, is_torn: bool) -> Self {
        Self { out, is_torn, lost: 0 }
    }

    /// Appends a line; if it cannot be written, it is counted.
    pub(super) fn append(&mut self, line: &str) {
        let mut text = String::new();
        if self.is_torn {
            text.push('\n');
        }
        if self.lost > 0 {
            text += &json!({ "time": clock::iso(clock::now()), "lost": self.lost }).to_string();
            text.push('\n');
        }
        let start = text.len();
        text = text + line + "\n";
        let (written, ended) = self.write(text.as_bytes());
        if let Some(last) = written.checked_sub(1) {
            self.is_torn = text.as_bytes().get(last) != Some(&b'\n');
        }
        let Err(error) = ended else {
            self.lost = 0;
            return;
        };
        if self.lost == 0 {
            report(&error);
        }
        // The number that was missing may have been written, and this line not.
        self.lost = if written >= start { 1 } else { self.lost + 1 };
    }

    /// Writes as much as is possible, and returns how much that is.
    fn write(&mut self, text: &[u8]) -> (usize, io::Result<()>) {
        let mut written = 0;
        while let Some(rest) = text.get(written..).filter(|rest| !rest.is_empty()) {
            match self.out.write(rest) {
                Ok(0) => return (written, Err(io::ErrorKind::WriteZero.into())),
                Ok(bytes) => written += bytes,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return (written, Err(error)),
            }
        }
        (written, Ok(()))
    }
}

/// Reports once that lines are missing from now on, also where nothing else is logged.
fn report(error: &io::Error) {
    if tracing::enabled!(tracing::Level::ERROR) {
        tracing::error!(%error, "cannot write to the audit log; the lines of some calls will be missing");
    } else {
        let why = format!(
            "cannot write to the audit log: {error}; the lines of some calls will be missing"
        );
        stderr::log_line(&why);
    }
}
