//! All calls of one turn of a model.

use std::collections::BTreeMap;
use std::mem;
use std::sync::Arc;

use mcp_runtime_client::protocol::CallToolResult;
use serde_json::Value;
use tokio::task::JoinSet;

use crate::call::HostCall;
use crate::clients::Clients;
use crate::provider::{CallAnswer, ModelCall, ProviderFormat};

/// A call, with its place in the turn.
type PlacedCall = (usize, ModelCall);

impl Clients {
    /// Makes all calls of one turn of a model, as it has written them, and returns an answer for each
    /// in the same order.
    ///
    /// Servers are called at the same time. Of one server, tools that say that they change nothing
    /// are, too, and all others one after the other, in the order of the model. Whatever goes wrong
    /// is an answer that tells the model: no tool of that name, no permission, a server that is not
    /// ready, a call that was lost.
    ///
    /// ```
    /// use mcp_runtime::{server, tool};
    /// use mcp_runtime_host::{Clients, Provider};
    /// use serde_json::json;
    ///
    /// /// Adds two numbers.
    /// #[tool(read_only)]
    /// fn add(a: i64, b: i64) -> i64 {
    ///     a + b
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> mcp_runtime::Result<()> {
    /// # let clients = Clients::builder("agent", "1.0")
    /// #     .server("calculator", || server!().tool::<add>())
    /// #     .connect()
    /// #     .await?;
    /// let format = clients.tools().format(Provider::Anthropic);
    /// let mut messages = vec![json!({ "role": "user", "content": "What is 1 + 2?" })];
    /// // Sent with `format.tools()`, and answered by the model:
    /// let content = json!([
    ///     { "type": "tool_use", "id": "t1", "name": "calculator__add", "input": { "a": 1, "b": 2 } },
    /// ]);
    /// let answers = clients.run(&format, content.as_array().unwrap()).await;
    /// messages.push(json!({ "role": "assistant", "content": content }));
    /// messages.push(json!({ "role": "user", "content": format.results(&answers) }));
    /// # assert_eq!(messages[2]["content"][0]["content"][0]["text"], "3");
    /// # Ok(())
    /// # }
    /// ```
    pub async fn run(&self, format: &ProviderFormat, calls: &[Value]) -> Vec<CallAnswer> {
        let mut answers = Vec::with_capacity(calls.len());
        let mut by_server = BTreeMap::<String, Vec<PlacedCall>>::new();
        for call in calls {
            answers.push(match format.call(call) {
                Ok(call) => {
                    // A provider refuses a turn in which a call has no answer.
                    let none = call.answer(CallToolResult::error("The call returned no result."));
                    let calls = by_server.entry(call.tool.server.clone()).or_default();
                    calls.push((answers.len(), call));
                    none
                }
                Err(refused) => refused,
            });
        }
        let mut servers = JoinSet::new();
        for calls in by_server.into_values() {
            servers.spawn(call_in_order(self.clone(), calls));
        }
        // Dropping this future drops the tasks, which cancels their calls.
        while let Some(called) = servers.join_next().await {
            for (place, answer) in called.unwrap_or_default() {
                answers[place] = answer;
            }
        }
        answers
    }
}

/// Makes the calls of one server.
async fn call_in_order(clients: Clients, calls: Vec<PlacedCall>) -> Vec<(usize, CallAnswer)> {
    let mut answers = Vec::new();
    let mut reads = JoinSet::new();
    for call in calls {
        if changes_nothing(&call.1) {
            reads.spawn(answer(clients.clone(), call));
            continue;
        }
        // What it reads is to be as it was before.
        while let Some(read) = reads.join_next().await {
            answers.extend(read.ok());
        }
        answers.push(answer(clients.clone(), call).await);
    }
    while let Some(read) = reads.join_next().await {
        answers.extend(read.ok());
    }
    answers
}

fn changes_nothing(call: &ModelCall) -> bool {
    let hints = call.tool.tool.annotations.as_ref();
    hints.and_then(|hints| hints.read_only_hint) == Some(true)
}

async fn answer(clients: Clients, (place, mut call): PlacedCall) -> (usize, CallAnswer) {
    // They are encoded by then, and may be large.
    let arguments = mem::take(&mut call.arguments);
    let made = HostCall::new(clients.group(), Ok(Arc::clone(&call.tool)), &arguments);
    drop(arguments);
    let result = made.await.unwrap_or_else(|error| CallToolResult::error(error.to_string()));
    (place, call.answer(result))
}
