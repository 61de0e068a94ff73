//! Prompts that are added and removed while a server runs.

use super::{HandlerClosure, LOCATION, List, add, check, handler, remove};
use crate::error::Result;
use crate::protocol::IntoPrompt;
use crate::server::Server;
use crate::server::catalog::PromptEntry;
use crate::server::handler::{CallDef, PromptDef};
use crate::server::handler_kind::HandlerKind;
use crate::server::respond::prompt;

impl Server {
    /// Adds a prompt: a [closure](HandlerClosure) that takes context parameters, and its arguments
    /// as one value; clients are notified.
    ///
    /// ```
    /// use mcp_runtime::{Changes, Schema, server};
    ///
    /// #[derive(serde::Deserialize, Schema)]
    /// struct Review {
    ///     language: String,
    /// }
    ///
    /// let server = server!().changes(Changes::new().prompts()).build()?;
    /// server.add_prompt("review", "Reviews code.", async |review: Review| {
    ///     format!("Review this {} code.", review.language)
    /// })?;
    /// server.remove_prompt("review")?;
    /// # Ok::<(), mcp_runtime::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the server was not built with [`Changes::prompts`](crate::Changes::prompts), the name is
    /// taken, or the arguments are not an object.
    pub fn add_prompt<Closure, Parameters>(
        &self,
        name: &str,
        description: &str,
        get: Closure,
    ) -> Result<()>
    where
        Closure: HandlerClosure<Parameters, Value: IntoPrompt>,
    {
        let kind = HandlerKind::Prompt(name.into());
        let mut handler = handler(kind, CallDef::EMPTY, get, prompt::<Closure::Value>)?;
        self.admit(&mut handler);
        check(&handler, self)?;
        let definition = PromptDef { location: LOCATION, ..PromptDef::EMPTY };
        let mut entry = PromptEntry::new(name.to_owned(), &definition, handler);
        entry.prompt.description = Some(description.to_owned()).filter(|text| !text.is_empty());
        self.change_one(List::Prompts, |catalog| add(&mut catalog.prompts, entry))
    }

    /// Removes a prompt; clients are notified.
    ///
    /// # Errors
    ///
    /// If the server was not built with [`Changes::prompts`](crate::Changes::prompts), or the prompt
    /// does not exist.
    #[inline]
    pub fn remove_prompt(&self, name: &str) -> Result<()> {
        self.change_one(List::Prompts, |catalog| remove(&mut catalog.prompts, name)).map(drop)
    }
}
