//! What tools want of a client: arguments repeated in headers, and answers held against a schema.
//!
//! Source: 2026-07-28, "Transports", Streamable HTTP, "Custom Headers from Tool Parameters", and
//! "Tools", "Output Schema".

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::Value;

use super::answer::{Answer, Answered};
use super::cache::CacheUse;
use super::call::Call;
use super::connection::Connection;
use super::lists::every;
use super::members::Members;
use crate::error::{Error, Result};
use crate::jsonrpc::ErrorCode;
use crate::protocol::{ListToolsResult, Method, Tool};
use crate::schema::{Mirrored, check_foreign};

/// Of how many tools something is known at once.
const MOST: usize = 10_000;

/// The header that repeats what a request is for.
const NAME: &str = "Mcp-Name";

/// What is known of the tools that were listed, by their names.
#[derive(Default)]
pub(super) struct Listed(Mutex<HashMap<String, Facts>>);

/// What a tool wants.
#[derive(Clone)]
struct Facts {
    mirrored: Arc<[Mirrored]>,
    output: Option<Arc<Value>>,
}

impl Listed {
    fn get(&self, tool: &str) -> Option<Facts> {
        self.lock().get(tool).cloned()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Facts>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
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
                let mistakes = mistakes.join("; ");
                tracing::warn!(tool = %tool.name, %mistakes, "a tool is left out of the list");
                return false;
            }
        };
        let facts = Facts { mirrored, output: tool.output_schema.clone() };
        let mut listed = self.listed.lock();
        if listed.len() >= MOST {
            listed.clear();
        }
        listed.insert(tool.name.clone(), facts);
        true
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
        let content: Value = serde_json::from_str(content).map_err(Error::other)?;
        check_foreign(&content, &schema).map_err(|violation| {
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

    /// Lists the tools again; on the heap, since most calls need it not.
    fn list_afresh(self: &Arc<Self>) -> Pin<Box<dyn Future<Output = Result<()>> + Send + '_>> {
        let mut list = Call::new(Method::ListTools.name());
        list.options.cache = CacheUse::Refresh;
        Box::pin(async move { every::<ListToolsResult>(self, list).await.map(drop) })
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
