//! Lists and calls tools.

use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::call::ClientCall;
use super::connection::Connection;
use super::decode::{check_memory, decode};
use super::extensions::{is_of_extension, resolve};
use super::handle::Client;
use super::lists::{Items, all};
use super::request_builder::{RequestBuilder, ResultFuture};
use super::result::{Outcome, RawResult};
use super::round_trips::send_until_complete;
use super::tool_listing::list_again;
use crate::error::{Error, Result};
use crate::protocol::{CallToolResult, ListToolsResult, Method, Tool};
use mcp_runtime_schema::validate::check_foreign;

impl Client {
    /// Calls a tool and returns its value: its structured content, or else its text.
    ///
    /// ```no_run
    /// use mcp_runtime::json;
    ///
    /// # async fn run(client: mcp_runtime_client::Client) -> mcp_runtime::Result<()> {
    /// let sum: i64 = client.call("add", json!({ "a": 1, "b": 2 })).await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// When the server returns an error, the tool fails, or its result cannot be deserialized as an
    /// `R`.
    pub fn call<R>(&self, tool: &str, arguments: impl Serialize) -> RequestBuilder<R>
    where
        R: DeserializeOwned + Send + 'static,
    {
        RequestBuilder::new(
            self,
            ClientCall::named(Method::CallTool, tool, &arguments),
            |client, call| {
                Box::pin(async move {
                    let connection = client.connection();
                    let result = call_tool(&client, &call).await?;
                    value(connection, &call, &result).map_err(|error| naming_tool(&call, error))
                })
            },
        )
    }

    /// Calls a tool. The failure of a tool is also a result: see `is_error`.
    ///
    /// # Errors
    ///
    /// When the server returns an error, which is in [`Error::rpc`].
    pub fn call_tool(
        &self,
        name: &str,
        arguments: impl Serialize,
    ) -> RequestBuilder<CallToolResult> {
        let call = ClientCall::named(Method::CallTool, name, &arguments);
        RequestBuilder::new(self, call, result_of_tool)
    }

    /// Lists all tools, across all pages.
    pub fn list_tools(&self) -> RequestBuilder<Vec<Tool>> {
        all::<ListToolsResult>(self)
    }

    /// Iterates over the tools, and requests pages as needed.
    #[must_use]
    pub fn tools(&self) -> Items<Tool> {
        Items::new::<ListToolsResult>(self)
    }
}

/// Calls a tool, and decodes all of its result.
pub(super) fn result_of_tool(client: Client, call: ClientCall) -> ResultFuture<CallToolResult> {
    Box::pin(async move {
        let connection = client.connection();
        let result = call_tool(&client, &call).await?;
        decode(connection, &call, &result)
    })
}

/// Calls a tool, answers its questions, and validates its result.
pub(super) async fn call_tool(client: &Client, call: &ClientCall) -> Outcome {
    let connection = client.connection();
    let result = if connection.settings.validates_results {
        Box::pin(call_and_validate(connection, call)).await?
    } else {
        send_until_complete(connection, call).await?
    };
    match &result.other_type {
        Some(kind) if is_of_extension(client, kind) => {
            Box::pin(resolve(client, call, &result)).await
        }
        _ => Ok(result),
    }
}

async fn call_and_validate(connection: &Arc<Connection>, call: &ClientCall) -> Outcome {
    let tool = call.subject().unwrap_or_default();
    if !connection.known_tools.has(&tool) {
        list_again(connection).await?;
    }
    let result = send_until_complete(connection, call).await?;
    if result.other_type.is_some() {
        return Ok(result);
    }
    if validate(connection, &tool, &result).is_err() {
        // The schema of the tool may have changed since.
        list_again(connection).await?;
        validate(connection, &tool, &result)?;
    }
    Ok(result)
}

/// Validates a result against the schema that its tool was listed with.
///
/// Source: [2026-07-28, "Tools", "Output Schema"](https://modelcontextprotocol.io/specification/2026-07-28/server/tools#output-schema).
fn validate(connection: &Connection, tool: &str, result: &RawResult) -> Result<()> {
    let Some(schema) = connection.known_tools.output_schema(tool).filter(|_| !result.is_error)
    else {
        return Ok(());
    };
    let content = result.structured_content().ok_or_else(|| {
        Error::other(format!(
            "the tool {tool:?} declares an output schema but returned no structured content"
        ))
    })?;
    let what = || format!("the structured content of the tool {tool:?}");
    check_memory(what, content, connection.settings.max_result)?;
    check_foreign(content, &schema).map_err(|violation| {
        Error::other(format!("the structured content of the tool {tool:?} does not match its output schema: {violation}"))
    })
}

/// The error of a call, with the name of the tool, unless its own text has it.
fn naming_tool(call: &ClientCall, error: Error) -> Error {
    let tool = call.subject().unwrap_or_default();
    let text = error.to_string();
    if text.contains(&format!("`{tool}`")) {
        return error;
    }
    Error::other(format!("{tool}: {text}"))
}

/// The value of a result; most of the result is not parsed.
fn value<R: DeserializeOwned>(
    connection: &Connection,
    call: &ClientCall,
    result: &RawResult,
) -> Result<R> {
    let Some(structured) = result.structured_content().filter(|_| !result.is_error) else {
        let text = decode::<CallToolResult>(connection, call, result)?.text();
        if result.is_error {
            return Err(Error::other(text));
        }
        // A text is itself the value, unless it is JSON of the type asked for. A tool that returns
        // nothing has none.
        let is_empty = text.is_empty();
        return serde_json::from_str(&text)
            .or_else(|_| serde_json::from_value(text.into()))
            .or_else(|error| {
                let nothing = is_empty.then(|| serde_json::from_str("null").ok()).flatten();
                nothing.ok_or(error)
            })
            .map_err(Error::other);
    };
    serde_json::from_str(structured).or_else(|error| {
        /// The form in which a value that is not an object is sent up to 2025-11-25.
        #[derive(Deserialize)]
        struct WrappedValue<R> {
            result: R,
        }
        let wrapped = serde_json::from_str::<WrappedValue<R>>(structured);
        wrapped.map(|wrapped| wrapped.result).map_err(|_| Error::other(error))
    })
}
