//! Tools that come and go.

use std::future::Future;

use serde::de::DeserializeOwned;

use super::{LOCATION, List, add, handler, remove};
use crate::error::{Error, Result};
use crate::protocol::CallToolResult;
use crate::schema::Schema;
use crate::server::handler::{Inputs, ToolDef};
use crate::server::kind::HandlerKind;
use crate::server::step::Step;
use crate::server::tools::ToolEntry;
use crate::server::{Reply, Server};

impl Server {
    /// Adds a tool that takes its arguments as one value; clients learn of it.
    ///
    /// ```
    /// use mcp_runtime::{Schema, server};
    ///
    /// #[derive(serde::Deserialize, Schema)]
    /// struct Name {
    ///     name: String,
    /// }
    ///
    /// let server = server!().dynamic_tools().build()?;
    /// server.add_tool("greet", "Greets somebody.", |who: Name| async move {
    ///     format!("Hello, {}!", who.name)
    /// })?;
    /// server.remove_tool("greet")?;
    /// # Ok::<(), mcp_runtime::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the server was not built with [`dynamic_tools`](crate::ServerBuilder::dynamic_tools), the
    /// name is taken or not allowed, or the arguments are no object.
    pub fn add_tool<A, F, R>(
        &self,
        name: &str,
        description: &str,
        run: impl Fn(A) -> F + Send + Sync + 'static,
    ) -> Result<()>
    where
        A: DeserializeOwned + Schema,
        F: Future<Output = R> + Send + 'static,
        R: Into<CallToolResult>,
    {
        let handler = handler(HandlerKind::Tool(name.into()), Inputs::all::<A>, move |call| {
            match call.all::<A>() {
                None => call.refuse(),
                Some(arguments) => {
                    let result = run(arguments);
                    Step::future(call, async move { Ok(Reply::Tool(result.await.into())) })
                }
            }
        })?;
        let definition = ToolDef { location: LOCATION, ..ToolDef::EMPTY };
        let mut entry = ToolEntry::new(name.to_owned(), &definition, None, handler);
        entry.tool.description = Some(description.to_owned()).filter(|text| !text.is_empty());
        let mut mistakes = Vec::new();
        entry.check(&mut mistakes);
        if !mistakes.is_empty() {
            return Err(Error::build(mistakes));
        }
        self.change(List::Tools, |catalog| add(&mut catalog.tools, entry))
    }

    /// Takes a tool away; clients learn of it. Calls that run already go on.
    ///
    /// # Errors
    ///
    /// If the server was not built with [`dynamic_tools`](crate::ServerBuilder::dynamic_tools), or
    /// the tool does not exist.
    pub fn remove_tool(&self, name: &str) -> Result<()> {
        self.change(List::Tools, |catalog| remove(&mut catalog.tools, name))
    }
}
