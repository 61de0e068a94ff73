//! Arguments that are repeated in headers, as the schemas of the tools want it.
//!
//! Source: 2026-07-28, "Transports", Streamable HTTP, "Custom Headers from Tool Parameters".

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Deserialize;
use serde_json::Value;

use super::cache::CacheUse;
use super::call::Call;
use super::connection::{Answer, Connection};
use super::lists::every;
use crate::error::Result;
use crate::jsonrpc::ErrorCode;
use crate::protocol::{ListToolsResult, Method, Tool};
use crate::schema::Mirrored;

/// What is known of the tools that were listed, by their names.
#[derive(Default)]
pub(super) struct Listed(Mutex<HashMap<String, Arc<[Mirrored]>>>);

impl Listed {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<[Mirrored]>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Connection {
    /// Takes in what a tool wants. False if that cannot be done, so that the tool must not be used.
    pub(super) fn learn(&self, tool: &Tool) -> bool {
        if !self.has_headers() {
            return true;
        }
        match Mirrored::of(&tool.input_schema) {
            Ok(mirrored) => {
                self.listed.lock().insert(tool.name.clone(), mirrored);
                true
            }
            Err(mistakes) => {
                let mistakes = mistakes.join("; ");
                tracing::warn!(tool = %tool.name, %mistakes, "a tool is left out of the list");
                false
            }
        }
    }

    /// The headers of a call.
    pub(super) fn headers(&self, call: &Call) -> Vec<(String, String)> {
        #[derive(Default, Deserialize)]
        struct Params {
            #[serde(default)]
            arguments: Value,
        }
        if !self.has_headers() || call.known() != Some(Method::CallTool) {
            return Vec::new();
        }
        let known = call.name.as_ref().and_then(|name| self.listed.lock().get(&**name).cloned());
        let Some(mirrored) = known.filter(|mirrored| !mirrored.is_empty()) else {
            return Vec::new();
        };
        let params: Params = serde_json::from_str(&call.params).unwrap_or_default();
        let header = |argument: &Mirrored| {
            let mut path = argument.path.iter();
            let value = path.try_fold(&params.arguments, |value, name| value.get(name))?;
            Some((argument.header.clone(), text(value)?))
        };
        mirrored.iter().filter_map(header).collect()
    }

    /// Sends a request. A call whose headers the server finds wrong is sent once more, after the
    /// tools were listed afresh.
    pub(super) async fn exchange(self: &Arc<Self>, call: &Call, more: &str) -> Answer {
        let answer = self.send_once(call, more).await;
        let is_mismatch = answer.as_ref().is_err_and(|error| {
            error.rpc().is_some_and(|error| error.code == ErrorCode::HEADER_MISMATCH)
        });
        if !is_mismatch || !self.has_headers() || call.known() != Some(Method::CallTool) {
            return answer;
        }
        match Box::pin(self.list_afresh()).await {
            Ok(()) => self.send_once(call, more).await,
            Err(error) => {
                tracing::warn!(%error, "the tools cannot be listed");
                answer
            }
        }
    }

    async fn list_afresh(self: &Arc<Self>) -> Result<()> {
        let mut list = Call::new(Method::ListTools.name());
        list.options.cache = CacheUse::Refresh;
        every::<ListToolsResult>(self, list).await.map(drop)
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
