//! An audit log of tool calls, in JSON lines.

use std::borrow::Cow;
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write};
use std::path::Path;

use mcp_runtime::observe::{CompletedRequest, Observer};
use mcp_runtime_protocol::sync::Mutex;
use mcp_runtime_protocol::{Error, Implementation, Method, Result, clock};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::audit_log::AuditLog;
use crate::stderr;

/// How many bytes are logged of the name and of the version that a client gives itself.
const MAX_CLIENT: usize = 128;
/// How many bytes are logged of the name of a principal.
const MAX_PRINCIPAL: usize = 1024;
/// How many bytes are logged of an argument, as JSON.
const MAX_ARGUMENT: usize = 4 * 1024;

/// An audit log with a line of JSON for each tool call: time, tool, caller, outcome and duration.
/// It includes only arguments that are [requested](Self::arguments) by name.
///
/// ```no_run
/// use mcp_runtime::observe::Telemetry;
/// use mcp_runtime::server;
/// use mcp_runtime_observe::Audit;
///
/// # fn main() -> mcp_runtime::Result<()> {
/// let audit = Audit::file("audit.jsonl")?.arguments(["name"]);
/// server!().telemetry(Telemetry::new().observer(audit)).run()
/// # }
/// ```
///
/// If a line cannot be written, the call is served all the same. The next line that can be written
/// says how many are missing: `{"time":"..","lost":3}`. What peers choose is cut: names of clients
/// and principals, and long arguments.
pub struct Audit {
    out: Mutex<AuditLog>,
    arguments: Vec<String>,
}

impl Audit {
    /// Appends to a file. If it does not exist, it is created, for its owner alone.
    ///
    /// # Errors
    ///
    /// When the file cannot be opened.
    pub fn file(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        let mut options = OpenOptions::new();
        options.create(true).append(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let named = |error| Error::other(format!("{}: {error}", path.display()));
        let file = options.open(path).map_err(named)?;
        // An earlier process may have been killed while it wrote.
        let is_torn = file.metadata().is_ok_and(|file| file.is_file()) && is_torn(path);
        Ok(Self::new(AuditLog::new(Box::new(file), is_torn)))
    }

    /// Writes to standard error; with the feature `cli`, lines that nobody reads are lost, without it the
    /// server waits for a reader.
    #[must_use]
    pub fn stderr() -> Self {
        Self::to(Stderr)
    }

    /// Writes to any writer; each line is written as a whole. It is written to where requests are
    /// served, so it must not block.
    pub fn to(out: impl Write + Send + 'static) -> Self {
        Self::new(AuditLog::new(Box::new(out), false))
    }

    fn new(log: AuditLog) -> Self {
        Self { out: Mutex::new(log), arguments: Vec::new() }
    }

    /// Includes the arguments with these names, of any tool.
    #[must_use]
    pub fn arguments(mut self, names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.arguments = names.into_iter().map(Into::into).collect();
        self
    }
}

impl fmt::Debug for Audit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Audit").field("arguments", &self.arguments).finish_non_exhaustive()
    }
}

#[derive(Serialize)]
struct Line<'a> {
    time: String,
    /// `None` for a name that no tool has.
    tool: Option<&'a str>,
    principal: Option<Cow<'a, str>>,
    client: Option<String>,
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    error_code: Option<i64>,
    ms: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    args: Option<Map<String, Value>>,
}

impl Observer for Audit {
    fn wants_arguments(&self) -> bool {
        !self.arguments.is_empty()
    }

    fn on_completed(&self, request: &CompletedRequest<'_>) {
        if request.method != Method::CallTool.name() {
            return;
        }
        let client = |info: &Implementation| {
            format!("{}/{}", cut(&info.name, MAX_CLIENT), cut(&info.version, MAX_CLIENT))
        };
        let line = Line {
            time: clock::iso(clock::now()),
            tool: request.name,
            principal: request.principal.map(|name| cut(name, MAX_PRINCIPAL)),
            client: request.client.map(client),
            outcome: request.outcome.as_str(),
            error_code: request.error_code,
            ms: clock::millis(request.duration),
            args: self.picked(request.arguments()),
        };
        match serde_json::to_string(&line) {
            Ok(line) => self.out.lock().append(&line),
            Err(error) => {
                tracing::error!(%error, "could not serialize a line of the audit log as JSON")
            }
        }
    }
}

impl Audit {
    /// The arguments that are to be logged.
    fn picked(&self, arguments: Option<&str>) -> Option<Map<String, Value>> {
        let arguments: Map<String, Value> = serde_json::from_str(arguments?).ok()?;
        let is_named = |(name, _): &(String, Value)| self.arguments.contains(name);
        let picked: Map<_, _> = arguments.into_iter().filter(is_named).map(short).collect();
        (!picked.is_empty()).then_some(picked)
    }
}

/// An argument, of which only the start is logged if it is long.
fn short((name, value): (String, Value)) -> (String, Value) {
    let json = value.to_string();
    match cut(&json, MAX_ARGUMENT) {
        Cow::Borrowed(_) => (name, value),
        Cow::Owned(start) => (name, Value::String(start)),
    }
}

/// The start of a text.
fn cut(text: &str, most: usize) -> Cow<'_, str> {
    if text.len() <= most {
        return Cow::Borrowed(text);
    }
    let end = (0..=most).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
    Cow::Owned(format!("{}…", &text[..end]))
}

/// Whether a file ends in the middle of a line.
fn is_torn(path: &Path) -> bool {
    let last = || {
        let mut file = File::open(path)?;
        file.seek(SeekFrom::End(-1))?;
        let mut last = [0];
        file.read_exact(&mut last)?;
        io::Result::Ok(last != *b"\n")
    };
    last().unwrap_or(false)
}

/// Standard error, to which whole lines are written.
struct Stderr;

impl Write for Stderr {
    fn write(&mut self, lines: &[u8]) -> io::Result<usize> {
        stderr::log_line(String::from_utf8_lossy(lines).trim_end_matches('\n'));
        Ok(lines.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
