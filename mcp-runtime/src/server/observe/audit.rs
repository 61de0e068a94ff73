//! An audit log of tool calls, in JSON lines.

use std::fmt;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;
use serde_json::{Map, Value};

use super::{CompletedRequest, Observer};
use crate::clock;
use crate::error::{Error, Result};
use crate::protocol::Method;
use crate::sync::Mutex;

/// An audit log with a line of JSON for each tool call: time, tool, caller, outcome and duration.
/// It includes only arguments that are [requested](Self::arguments) by name.
///
/// ```no_run
/// use mcp_runtime::observe::Audit;
/// use mcp_runtime::server;
///
/// # fn main() -> mcp_runtime::Result<()> {
/// server!().audit(Audit::file("audit.jsonl")?.arguments(["name"])).run()
/// # }
/// ```
pub struct Audit {
    out: Mutex<Box<dyn Write + Send>>,
    arguments: Vec<String>,
}

impl Audit {
    /// Appends to a file, which is created if it does not exist.
    ///
    /// # Errors
    ///
    /// When the file cannot be opened.
    pub fn file(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        let file = OpenOptions::new().create(true).append(true).open(path);
        let named = |error| Error::other(format!("{}: {error}", path.display()));
        Ok(Self::to(file.map_err(named)?))
    }

    /// Writes to standard error.
    #[must_use]
    pub fn stderr() -> Self {
        Self::to(io::stderr())
    }

    /// Writes to any writer; each line is written as a whole.
    pub fn to(out: impl Write + Send + 'static) -> Self {
        Self { out: Mutex::new(Box::new(out)), arguments: Vec::new() }
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
    principal: Option<&'a str>,
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

    fn completed(&self, request: &CompletedRequest<'_>) {
        if request.method != Method::CallTool.name() {
            return;
        }
        let client =
            |info: &crate::protocol::Implementation| format!("{}/{}", info.name, info.version);
        let line = Line {
            time: clock::iso(clock::now()),
            tool: request.name,
            principal: request.principal,
            client: request.client.map(client),
            outcome: request.outcome.as_str(),
            error_code: request.error_code,
            ms: clock::millis(request.duration),
            args: self.picked(request.arguments),
        };
        let written = serde_json::to_vec(&line).map_err(io::Error::from).and_then(|mut line| {
            line.push(b'\n');
            self.out.lock().write_all(&line)
        });
        if let Err(error) = written {
            tracing::error!(%error, "the audit log cannot be written");
        }
    }
}

impl Audit {
    /// The arguments that are to be logged.
    fn picked(&self, arguments: Option<&str>) -> Option<Map<String, Value>> {
        let arguments: Map<String, Value> = serde_json::from_str(arguments?).ok()?;
        let is_named = |(name, _): &(String, Value)| self.arguments.contains(name);
        let picked: Map<_, _> = arguments.into_iter().filter(is_named).collect();
        (!picked.is_empty()).then_some(picked)
    }
}
