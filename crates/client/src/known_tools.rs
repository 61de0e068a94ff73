//! The parts of listed tools that the client needs: which arguments are repeated in headers, and
//! the schemas of their results.
//!
//! Source: [2026-07-28, "Transports", Streamable HTTP, "Custom Headers from Tool Parameters"](https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#custom-headers-from-tool-parameters), and
//! "Tools", "Output Schema".

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::Value;
use tokio::time::Instant;

use super::call::ClientCall;
use crate::jsonrpc::{memory_of, one_line, short_line};
use crate::protocol::{Method, TaskSupport, Tool};
use crate::sync::Mutex;
use mcp_runtime_schema::Mirrored;

/// How many tools are kept, and how many bytes they may need.
const MAX_TOOLS: usize = 10_000;
const MAX_TOOL_BYTES: usize = 16 * 1024 * 1024;

/// The header that repeats the subject of a request.
const NAME: &str = "Mcp-Name";

/// What is known about the tools that were listed.
#[derive(Default)]
pub(super) struct KnownTools {
    known: Mutex<ToolTable>,
    /// Held by the task that refreshes the list, on behalf of all that need it.
    pub(super) listing: tokio::sync::Mutex<LastListing>,
}

#[derive(Default)]
struct ToolTable {
    /// By the names of the tools.
    tools: HashMap<String, KnownTool>,
    bytes: usize,
}

/// The last time that the list was refreshed.
#[derive(Default)]
pub(super) struct LastListing {
    pub(super) began: Option<Instant>,
    pub(super) failed: Option<String>,
}

#[derive(Clone)]
struct KnownTool {
    mirrored: Arc<[Mirrored]>,
    output: Option<Arc<Value>>,
    task: TaskSupport,
    bytes: usize,
}

/// What has to be known about a tool.
#[derive(Clone, Copy)]
pub(super) struct Needs {
    /// Which of its arguments are repeated in headers.
    pub(super) headers: bool,
    /// The schema of its results.
    pub(super) schemas: bool,
    /// Whether calls of it are core tasks.
    pub(super) tasks: bool,
}

impl KnownTools {
    pub(super) fn has(&self, tool: &str) -> bool {
        self.known.lock().tools.contains_key(tool)
    }

    /// The schema of a tool's results, if it has one that is validated.
    pub(super) fn output_schema(&self, tool: &str) -> Option<Arc<Value>> {
        self.get(tool)?.output
    }

    /// Whether calls of a tool are core tasks, if it was listed.
    pub(super) fn task_support(&self, tool: &str) -> Option<TaskSupport> {
        Some(self.get(tool)?.task)
    }

    /// Adds a tool. Returns false if that is not possible, so that the tool must not be used.
    pub(super) fn learn(&self, tool: &Tool, needs: Needs) -> bool {
        let Needs { headers: has_headers, schemas: validates_results, tasks } = needs;
        if !has_headers && !validates_results && !tasks {
            return true;
        }
        let mirrored = match Mirrored::of(&tool.input_schema) {
            Ok(mirrored) => mirrored,
            Err(_) if !has_headers => Arc::default(),
            Err(mistakes) => {
                let tool = short_line(&tool.name);
                let mistakes = one_line(&mistakes.join("; "));
                tracing::warn!(%tool, %mistakes, "left a tool out of the list");
                return false;
            }
        };
        let output = tool.output_schema.clone().filter(|_| validates_results);
        let schema = output.as_ref().map_or(0, |schema| memory_of(&schema.to_string()));
        let repeated: usize = mirrored.iter().flat_map(|one| &one.path).map(String::len).sum();
        let bytes = tool.name.len() + schema + repeated;
        let task = tool
            .execution
            .as_ref()
            .and_then(|execution| execution.task_support)
            .unwrap_or(TaskSupport::Forbidden);
        let is_kept = self.put(&tool.name, KnownTool { mirrored, output, task, bytes });
        if !is_kept {
            let tool = short_line(&tool.name);
            tracing::warn!(%tool, "left a tool out of the list: its schemas are too large");
        }
        is_kept
    }

    /// The headers that repeat members of a request.
    ///
    /// Source: [2026-07-28, "Transports", Streamable HTTP, "Request Metadata"](https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#request-metadata).
    pub(super) fn headers(&self, call: &ClientCall) -> Vec<(String, String)> {
        let method = call.known();
        let Some(member) = call.subject_member() else {
            return Vec::new();
        };
        let params = call.params.to_object();
        let Some(subject) = params.get(member).and_then(Value::as_str) else {
            return Vec::new();
        };
        let mut headers = vec![(NAME.to_owned(), subject.to_owned())];
        let tool = self.get(subject).filter(|_| method == Some(Method::CallTool));
        if let (Some(tool), Some(arguments)) = (tool, params.get("arguments")) {
            let header = |argument: &Mirrored| {
                let mut path = argument.path.iter();
                let value = path.try_fold(arguments, |value, name| value.get(name))?;
                Some((argument.header.clone(), text(value)?))
            };
            headers.extend(tool.mirrored.iter().filter_map(header));
        }
        headers
    }

    fn get(&self, tool: &str) -> Option<KnownTool> {
        self.known.lock().tools.get(tool).cloned()
    }

    /// Keeps a tool; returns false if it exceeds the limit.
    fn put(&self, name: &str, tool: KnownTool) -> bool {
        if tool.bytes > MAX_TOOL_BYTES {
            return false;
        }
        let mut known = self.known.lock();
        if known.tools.len() >= MAX_TOOLS || known.bytes + tool.bytes > MAX_TOOL_BYTES {
            *known = ToolTable::default();
        }
        known.bytes += tool.bytes;
        if let Some(before) = known.tools.insert(name.to_owned(), tool) {
            known.bytes -= before.bytes;
        }
        true
    }
}

/// An argument as the value of a header; null does not have a header.
fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Bool(_) | Value::Number(_) => Some(value.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}
