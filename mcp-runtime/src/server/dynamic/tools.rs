//! Tools that come and go while a server runs.

use std::future::Future;
use std::sync::{Arc, PoisonError};

use serde::de::DeserializeOwned;

use super::catalog::{Catalog, Feature, Handler};
use super::handler::{Call, Inputs, Kind, Step, Target, ToolDef};
use super::tools::ToolEntry;
use super::{Catalogs, Current, Reply, Server};
use crate::error::{Error, Result};
use crate::protocol::CallToolResult;
use crate::schema::Schema;

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
    /// let server = server!().dynamic().build()?;
    /// server.add_tool("greet", "Greets somebody.", |who: Name| async move {
    ///     format!("Hello, {}!", who.name)
    /// })?;
    /// server.remove_tool("greet")?;
    /// # Ok::<(), mcp_runtime::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the server was not built with [`dynamic`](super::ServerBuilder::dynamic), the name is
    /// taken or not allowed, or the arguments are no object.
    pub fn add_tool<A, F, R>(
        &self,
        name: &str,
        description: &str,
        handler: impl Fn(A) -> F + Send + Sync + 'static,
    ) -> Result<()>
    where
        A: DeserializeOwned + Schema,
        F: Future<Output = R> + Send + 'static,
        R: Into<CallToolResult>,
    {
        let mut inputs = Inputs::<()>::describe(Inputs::all::<A>);
        let spec = inputs.finish().map_err(|errors| {
            Error::build(errors.iter().map(|error| format!("tool `{name}`: {error}")).collect())
        })?;
        let target = Target {
            kind: Kind::Tool(name.into()),
            spec,
            timeout: None,
            strict: false,
            confirm: &[],
            wrap: false,
            asks: false,
        };
        let run = move |call: &mut Call<'_>| match call.all::<A>() {
            None => call.refuse(),
            Some(arguments) => {
                let result = handler(arguments);
                Step::future(call, async move { Ok(Reply::Tool(result.await.into())) })
            }
        };
        let handler = Handler {
            target,
            run: Box::new(run),
            completers: Vec::new(),
            requirements: Vec::new(),
            needs: Vec::new(),
        };
        let definition = ToolDef { location: "added while the server runs", ..ToolDef::EMPTY };
        let mut entry = ToolEntry::new(name.to_owned(), &definition, None, handler);
        entry.tool.description = Some(description.to_owned()).filter(|text| !text.is_empty());
        let mut mistakes = Vec::new();
        entry.check(&mut mistakes);
        if !mistakes.is_empty() {
            return Err(Error::build(mistakes));
        }
        self.change(|catalog| {
            if catalog.tools.get(entry.key()).is_some() {
                return Err(Error::other(format!("there is a tool `{name}` already")));
            }
            catalog.tools.insert(entry, &mut mistakes);
            Ok(())
        })
    }

    /// Takes a tool away; clients learn of it. Calls that run already go on.
    ///
    /// # Errors
    ///
    /// If the server was not built with [`dynamic`](super::ServerBuilder::dynamic), or there is
    /// no such tool.
    pub fn remove_tool(&self, name: &str) -> Result<()> {
        self.change(|catalog| match catalog.tools.remove(name) {
            true => Ok(()),
            false => Err(Error::other(format!("there is no tool `{name}`"))),
        })
    }

    fn change(&self, edit: impl FnOnce(&mut Catalog) -> Result<()>) -> Result<()> {
        let Catalogs::Changing(current) = &self.0.catalogs else {
            return Err(Error::other("the server cannot change: build it with .dynamic()"));
        };
        {
            let mut current = current.write().unwrap_or_else(PoisonError::into_inner);
            let mut catalog = current.catalog.clone();
            edit(&mut catalog)?;
            *current = Arc::new(Current::new(catalog, true, self.0.updates.is_some()));
        }
        self.0.changes.send_modify(|changes| changes.tools += 1);
        Ok(())
    }
}
