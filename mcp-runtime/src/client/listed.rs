//! What tools want of a client: arguments repeated in headers, and answers held against a schema.
//!
//! Source: 2026-07-28, "Transports", Streamable HTTP, "Custom Headers from Tool Parameters", and
//! "Tools", "Output Schema".

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::Arc;

use serde_json::Value;
use tokio::time::Instant;

use super::answer::{Answer, Answered};
use super::cache::CacheUse;
use super::call::{Call, Options};
use super::connection::Connection;
use super::members::Members;
use super::walk::Walk;
use super::weight;
use crate::error::{Error, Result};
use crate::jsonrpc::{ErrorCode, cut};
use crate::protocol::{ListToolsResult, Method, Tool};
use crate::schema::{Mirrored, check_foreign};
use crate::sync::Mutex;

/// Of how many tools something is known at once, and how many bytes that may take.
const MOST: usize = 10_000;
const MOST_BYTES: usize = 16 * 1024 * 1024;

/// The header that repeats what a request is for.
const NAME: &str = "Mcp-Name";

/// What is known of the tools that were listed.
#[derive(Default)]
pub(super) struct Listed {
    known: Mutex<Known>,
    /// Held by who lists the tools afresh, for all who need that.
    listing: tokio::sync::Mutex<Listing>,
}

#[derive(Default)]
struct Known {
    /// By the names of the tools.
    tools: HashMap<String, Facts>,
    bytes: usize,
}

/// The last time that the tools were listed afresh.
#[derive(Default)]
struct Listing {
    began: Option<Instant>,
    failed: Option<String>,
}

/// What a tool wants.
#[derive(Clone)]
struct Facts {
    mirrored: Arc<[Mirrored]>,
    output: Option<Arc<Value>>,
    bytes: usize,
}

impl Listed {
    fn get(&self, tool: &str) -> Option<Facts> {
        self.known.lock().tools.get(tool).cloned()
    }

    /// Keeps what a tool wants; false if that is more than there may be.
    fn put(&self, tool: &str, facts: Facts) -> bool {
        if facts.bytes > MOST_BYTES {
            return false;
        }
        let mut known = self.known.lock();
        if known.tools.len() >= MOST || known.bytes + facts.bytes > MOST_BYTES {
            *known = Known::default();
        }
        known.bytes += facts.bytes;
        if let Some(before) = known.tools.insert(tool.to_owned(), facts) {
            known.bytes -= before.bytes;
        }
        true
    }
}

impl Connection {
    /// Takes in what a tool wants. False if that cannot be done, so that the tool must not be used.
    pub(super) fn learn(&self, tool: &Tool) -> bool {
        if !self.has_headers() && !self.settings.validates_results {
            return true;
        }
        let mirrored = match Mirrored::of(&tool.input_schema) {
            Ok(mirrored) => mirrored,
            Err(_) if !self.has_headers() => Arc::default(),
            Err(mistakes) => {
                let (tool, mistakes) = (cut(&tool.name), cut(&mistakes.join("; ")));
                tracing::warn!(%tool, %mistakes, "a tool is left out of the list");
                return false;
            }
        };
        let output = tool.output_schema.clone().filter(|_| self.settings.validates_results);
        let schema = output.as_ref().map_or(0, |schema| weight::of(&schema.to_string()));
        let repeated: usize = mirrored.iter().flat_map(|one| &one.path).map(String::len).sum();
        let facts = Facts { mirrored, output, bytes: tool.name.len() + schema + repeated };
        let is_kept = self.listed.put(&tool.name, facts);
        if !is_kept {
            let tool = cut(&tool.name);
            tracing::warn!(%tool, "a tool is left out of the list: its schemas are too large");
        }
        is_kept
    }

    /// Calls a tool, answers what it asks, and looks at what it answers.
    pub(super) async fn call_tool(self: &Arc<Self>, call: &Call) -> Result<Answered> {
        if !self.settings.validates_results {
            return self.complete(call).await;
        }
        let tool = call.subject().unwrap_or_default();
        if self.listed.get(&tool).is_none() {
            self.list_afresh().await?;
        }
        let result = self.complete(call).await?;
        if self.check_result(&tool, &result).is_err() {
            // The tool may have another schema by now.
            self.list_afresh().await?;
            self.check_result(&tool, &result)?;
        }
        Ok(result)
    }

    fn check_result(&self, tool: &str, result: &Answered) -> Result<()> {
        let Some(schema) = self.listed.get(tool).and_then(|facts| facts.output) else {
            return Ok(());
        };
        if result.is_error {
            return Ok(());
        }
        let content = result.structured_content().ok_or_else(|| {
            Error::other(format!("the tool {tool:?} has a schema, and answers no content for it"))
        })?;
        let what = || format!("what the tool {tool:?} answers");
        weight::check(what, content, self.settings.max_result)?;
        check_foreign(content, &schema).map_err(|violation| {
            Error::other(format!("what the tool {tool:?} answers is not as listed: {violation}"))
        })
    }

    /// The headers that repeat what a request says.
    ///
    /// Source: 2026-07-28, "Transports", Streamable HTTP, "Request Metadata".
    pub(super) fn headers(&self, call: &Call) -> Vec<(String, String)> {
        let method = call.known().filter(|_| self.has_headers());
        let Some(member) = method.and_then(Method::subject) else {
            return Vec::new();
        };
        let params = call.params.to_object();
        let Some(subject) = params.get(member).and_then(Value::as_str) else {
            return Vec::new();
        };
        let mut headers = vec![(NAME.to_owned(), subject.to_owned())];
        let facts = self.listed.get(subject).filter(|_| method == Some(Method::CallTool));
        if let (Some(facts), Some(arguments)) = (facts, params.get("arguments")) {
            let header = |argument: &Mirrored| {
                let mut path = argument.path.iter();
                let value = path.try_fold(arguments, |value, name| value.get(name))?;
                Some((argument.header.clone(), text(value)?))
            };
            headers.extend(facts.mirrored.iter().filter_map(header));
        }
        headers
    }

    /// Sends a request. A call whose headers the server finds wrong is sent once more, after the
    /// tools were listed afresh.
    pub(super) async fn exchange(self: &Arc<Self>, call: &Call, more: &Members) -> Answer {
        let answer = self.send_once(call, more).await;
        let is_mismatch = answer.as_ref().is_err_and(|error| {
            error.rpc().is_some_and(|error| error.code == ErrorCode::HEADER_MISMATCH)
        });
        if !is_mismatch || !self.has_headers() || call.known() != Some(Method::CallTool) {
            return answer;
        }
        match self.list_afresh().await {
            Ok(()) => self.send_once(call, more).await,
            Err(error) => {
                tracing::warn!(%error, "the tools cannot be listed");
                answer
            }
        }
    }

    /// Lists the tools again, once for all that need it at the same time; on the heap, since most
    /// calls need it not.
    fn list_afresh(self: &Arc<Self>) -> Pin<Box<dyn Future<Output = Result<()>> + Send + '_>> {
        let needed = Instant::now();
        Box::pin(async move {
            let mut last = self.listed.listing.lock().await;
            if last.began.is_none_or(|began| began < needed) {
                *last = Listing { began: Some(Instant::now()), failed: None };
                last.failed = self.learn_all().await.err().map(|error| error.to_string());
            }
            last.failed.clone().map_or(Ok(()), |why| Err(Error::other(why)))
        })
    }

    /// Lists the tools for what they want, and keeps nothing else of them.
    async fn learn_all(self: &Arc<Self>) -> Result<()> {
        let mut walk = Walk::new(Options { cache: CacheUse::Refresh, ..Options::default() });
        while walk.next::<ListToolsResult>(self).await?.is_some() {}
        Ok(())
    }

    /// Whether what is sent is repeated in headers.
    fn has_headers(&self) -> bool {
        let is_modern = self.version().is_some_and(|version| version.is_modern());
        is_modern && self.transport().is_some_and(|transport| transport.has_headers())
    }
}

/// An argument as the text of a header; null is none.
fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Bool(_) | Value::Number(_) => Some(value.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}
