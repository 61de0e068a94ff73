//! Calls as models make them.

use std::sync::Arc;

use mcp_runtime_client::protocol::CallToolResult;
use serde_json::{Map, Value};

use super::schema::kind;
use super::{CallAnswer, nulls, wire::RawCall};
use crate::tools::{HostTool, Tools};

/// The call of a tool by a model.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ModelCall {
    /// The id to which the result refers; Ollama has none, and Gemini only sometimes.
    pub id: Option<String>,
    /// The tool, which knows its server and its own name.
    pub tool: Arc<HostTool>,
    /// The arguments for the server.
    pub arguments: Map<String, Value>,
}

impl ModelCall {
    /// The result of the call, for the model.
    #[must_use]
    pub fn answer(&self, result: CallToolResult) -> CallAnswer {
        CallAnswer::new(self.id.clone(), &*self.tool.name, result)
    }
}

/// What a model calls, or an error that it can learn from.
pub(super) fn read(
    call: &RawCall<'_>,
    tools: &Tools,
    strict: bool,
) -> Result<ModelCall, CallAnswer> {
    let id = call.id.map(str::to_owned);
    let name = call.name.unwrap_or_default();
    let refused = |why: String| CallAnswer::new(id.clone(), name, CallToolResult::error(why));
    let tool = tools.find(name).map_err(|error| refused(error.to_string()))?;
    let mut arguments = arguments(call.arguments)
        .map_err(|why| refused(format!("the arguments are not a JSON object: {why}")))?;
    if strict {
        nulls::remove(&mut arguments, &tool.tool.input_schema);
    }
    Ok(ModelCall { id, tool, arguments })
}

/// The arguments, which some write as text; models leave them empty if there are none.
fn arguments(arguments: Option<&Value>) -> Result<Map<String, Value>, String> {
    let parsed = match arguments {
        Some(Value::String(text)) if text.trim().is_empty() => Value::Null,
        Some(Value::String(text)) => serde_json::from_str(text).map_err(|e| e.to_string())?,
        given => given.cloned().unwrap_or_default(),
    };
    match parsed {
        Value::Object(arguments) => Ok(arguments),
        Value::Null => Ok(Map::new()),
        other => Err(format!("they are {}", kind(&other))),
    }
}
