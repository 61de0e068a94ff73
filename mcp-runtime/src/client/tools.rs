//! Tools: listed, and called.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::Client;
use super::answer::Answered;
use super::call::Call;
use super::connection::Connection;
use super::lists::{Items, all};
use super::request::{Request, decode};
use crate::error::{Error, Result};
use crate::protocol::{CallToolResult, ListToolsResult, Method, Tool};

impl Client {
    /// Calls a tool for its value: what it answers as structured content, or else as text.
    ///
    /// ```no_run
    /// use mcp_runtime::json;
    ///
    /// # async fn run(client: mcp_runtime::client::Client) -> mcp_runtime::Result<()> {
    /// let sum: i64 = client.call("add", json!({ "a": 1, "b": 2 })).await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// The error that the server answered, what the tool says of its failure, or that its answer is
    /// no `R`.
    pub fn call<R>(&self, tool: &str, arguments: impl Serialize) -> Request<R>
    where
        R: DeserializeOwned + Send + 'static,
    {
        Request::new(self, Call::named(Method::CallTool, tool, &arguments), |client, call| {
            Box::pin(async move {
                let connection = client.connection();
                let result = connection.call_tool(&call).await?;
                value(connection, &call, &result).map_err(|error| {
                    Error::other(format!("{}: {error}", call.subject().unwrap_or_default()))
                })
            })
        })
    }

    /// Calls a tool. A tool that failed is a result, too: see `is_error`.
    ///
    /// # Errors
    ///
    /// The error that the server answered, in [`Error::rpc`].
    pub fn call_tool(&self, name: &str, arguments: impl Serialize) -> Request<CallToolResult> {
        Request::new(self, Call::named(Method::CallTool, name, &arguments), |client, call| {
            Box::pin(async move {
                let connection = client.connection();
                let result = connection.call_tool(&call).await?;
                decode(connection, &call, &result)
            })
        })
    }

    /// Lists the tools, all pages of them.
    pub fn list_tools(&self) -> Request<Vec<Tool>> {
        all::<ListToolsResult>(self)
    }

    /// The tools one by one.
    #[must_use]
    pub fn tools(&self) -> Items<Tool> {
        Items::new::<ListToolsResult>(self)
    }
}

/// The value of a result; most of it is not even looked at.
fn value<R: DeserializeOwned>(
    connection: &Connection,
    call: &Call,
    result: &Answered,
) -> Result<R> {
    let Some(structured) = result.structured_content().filter(|_| !result.is_error) else {
        let text = decode::<CallToolResult>(connection, call, result)?.text();
        if result.is_error {
            return Err(Error::other(text));
        }
        // A text is a value itself, unless it is the JSON of another one.
        return serde_json::from_str(&text)
            .or_else(|_| serde_json::from_value(text.into()))
            .map_err(Error::other);
    };
    serde_json::from_str(structured).or_else(|error| {
        /// How a value that is no object is sent up to 2025-11-25.
        #[derive(Deserialize)]
        struct Wrapped<R> {
            result: R,
        }
        let wrapped = serde_json::from_str::<Wrapped<R>>(structured);
        wrapped.map(|wrapped| wrapped.result).map_err(|_| Error::other(error))
    })
}
