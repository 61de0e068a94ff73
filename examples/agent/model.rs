//! The model: what the agent needs of one, and one that is reached by HTTP.

use std::time::Duration;

use mcp_runtime::protocol::Tool;
use mcp_runtime::{Error, Result, json};
use serde::Deserialize;
use serde_json::Value;

/// A message of the conversation with a model.
pub(crate) enum Message {
    System(String),
    User(String),
    Assistant { text: String, calls: Vec<Call> },
    Tool { call: String, text: String },
}

/// A call of a tool that the model wants.
#[derive(Clone)]
pub(crate) struct Call {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) arguments: Value,
}

/// What a model replies.
pub(crate) struct Reply {
    pub(crate) text: String,
    pub(crate) calls: Vec<Call>,
    /// How many tokens the conversation has.
    pub(crate) tokens: u64,
}

/// A model.
pub(crate) trait Model {
    /// Continues a conversation.
    fn reply(
        &self,
        messages: &[Message],
        tools: &[Tool],
    ) -> impl Future<Output = Result<Reply>> + Send;
}

/// A model behind an API of chat completions.
pub(crate) struct Chat {
    http: reqwest::Client,
    url: Option<String>,
    name: String,
    key: Option<String>,
}

impl Chat {
    pub(crate) fn new(url: Option<String>, name: Option<String>, key: Option<String>) -> Self {
        Self { http: reqwest::Client::new(), url, name: name.unwrap_or_default(), key }
    }
}

impl Model for Chat {
    async fn reply(&self, messages: &[Message], tools: &[Tool]) -> Result<Reply> {
        let url = self.url.as_ref().ok_or("set the URL of the model: MODEL_URL=https://host/v1")?;
        let body = json!({
            "model": self.name,
            "messages": messages.iter().map(written).collect::<Vec<_>>(),
            "tools": tools.iter().map(function).collect::<Vec<_>>(),
        });
        let mut request = self.http.post(format!("{url}/chat/completions")).json(&body);
        request = request.timeout(Duration::from_secs(300));
        if let Some(key) = &self.key {
            request = request.bearer_auth(key);
        }
        let response = request.send().await.map_err(Error::other)?;
        let completion: Completion = response
            .error_for_status()
            .map_err(Error::other)?
            .json()
            .await
            .map_err(Error::other)?;
        read(completion)
    }
}

fn written(message: &Message) -> Value {
    match message {
        Message::System(text) => json!({ "role": "system", "content": text }),
        Message::User(text) => json!({ "role": "user", "content": text }),
        Message::Assistant { text, calls } if calls.is_empty() => {
            json!({ "role": "assistant", "content": text })
        }
        Message::Assistant { text, calls } => {
            let call = |call: &Call| {
                let arguments = call.arguments.to_string();
                let function = json!({ "name": call.name, "arguments": arguments });
                json!({ "id": call.id, "type": "function", "function": function })
            };
            let calls: Vec<Value> = calls.iter().map(call).collect();
            json!({ "role": "assistant", "content": text, "tool_calls": calls })
        }
        Message::Tool { call, text } => {
            json!({ "role": "tool", "tool_call_id": call, "content": text })
        }
    }
}

fn function(tool: &Tool) -> Value {
    let function = json!({
        "name": tool.name, "description": tool.description, "parameters": tool.input_schema,
    });
    json!({ "type": "function", "function": function })
}

#[derive(Deserialize)]
struct Completion {
    choices: Vec<Choice>,
    #[serde(default)]
    usage: Usage,
}

#[derive(Deserialize)]
struct Choice {
    message: Answer,
}

#[derive(Deserialize)]
struct Answer {
    content: Option<String>,
    #[serde(default)]
    tool_calls: Vec<ToolCall>,
}

#[derive(Deserialize)]
struct ToolCall {
    id: String,
    function: Function,
}

#[derive(Deserialize)]
struct Function {
    name: String,
    arguments: String,
}

#[derive(Default, Deserialize)]
struct Usage {
    #[serde(default)]
    total_tokens: u64,
}

fn read(completion: Completion) -> Result<Reply> {
    let tokens = completion.usage.total_tokens;
    let choice =
        completion.choices.into_iter().next().ok_or("the model returned an empty reply")?;
    let call = |ToolCall { id, function }| {
        // Arguments that are not JSON are refused by the tool, which tells the model.
        let arguments = serde_json::from_str(&function.arguments).unwrap_or_default();
        Call { id, name: function.name, arguments }
    };
    let calls = choice.message.tool_calls.into_iter().map(call).collect();
    Ok(Reply { text: choice.message.content.unwrap_or_default(), calls, tokens })
}
