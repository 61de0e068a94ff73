//! Results on their way to a model.

use mcp_runtime_client::protocol::CallToolResult;

/// The result of a call, for the model that made it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CallAnswer {
    /// The id of the call; Ollama has none, and Gemini only sometimes.
    pub id: Option<String>,
    /// The name by which the model called the tool.
    pub name: String,
    /// What the server answered, or why it was not asked.
    pub result: CallToolResult,
}

impl CallAnswer {
    /// Creates the answer to a call, whose id and name are the model's.
    pub fn new(id: Option<String>, name: impl Into<String>, result: CallToolResult) -> Self {
        Self { id, name: name.into(), result }
    }
}
