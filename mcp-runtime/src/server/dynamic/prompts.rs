//! Prompts that come and go.

use std::future::Future;

use serde::de::DeserializeOwned;

use super::{LOCATION, List, add, handler, remove};
use crate::error::Result;
use crate::schema::Schema;
use crate::server::Server;
use crate::server::handler::{Inputs, PromptDef};
use crate::server::kind::HandlerKind;
use crate::server::prompts::PromptEntry;
use crate::server::respond::IntoPrompt;
use crate::server::step::Step;

impl Server {
    /// Adds a prompt that takes its arguments as one value; clients learn of it.
    ///
    /// ```
    /// use mcp_runtime::{Schema, server};
    ///
    /// #[derive(serde::Deserialize, Schema)]
    /// struct Review {
    ///     language: String,
    /// }
    ///
    /// let server = server!().dynamic_prompts().build()?;
    /// server.add_prompt("review", "Reviews code.", |review: Review| async move {
    ///     format!("Review this {} code.", review.language)
    /// })?;
    /// server.remove_prompt("review")?;
    /// # Ok::<(), mcp_runtime::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the server was not built with
    /// [`dynamic_prompts`](crate::ServerBuilder::dynamic_prompts), the name is taken, or the
    /// arguments are no object.
    pub fn add_prompt<A, F, R>(
        &self,
        name: &str,
        description: &str,
        get: impl Fn(A) -> F + Send + Sync + 'static,
    ) -> Result<()>
    where
        A: DeserializeOwned + Schema,
        F: Future<Output = R> + Send + 'static,
        R: IntoPrompt,
    {
        let handler = handler(HandlerKind::Prompt(name.into()), Inputs::all::<A>, move |call| {
            match call.all::<A>() {
                None => call.refuse(),
                Some(arguments) => {
                    let prompt = get(arguments);
                    Step::future(call, async move { prompt.await.respond() })
                }
            }
        })?;
        let definition = PromptDef { location: LOCATION, ..PromptDef::EMPTY };
        let mut entry = PromptEntry::new(name.to_owned(), &definition, handler);
        entry.prompt.description = Some(description.to_owned()).filter(|text| !text.is_empty());
        self.change(List::Prompts, |catalog| add(&mut catalog.prompts, entry))
    }

    /// Takes a prompt away; clients learn of it.
    ///
    /// # Errors
    ///
    /// If the server was not built with
    /// [`dynamic_prompts`](crate::ServerBuilder::dynamic_prompts), or the prompt does not exist.
    pub fn remove_prompt(&self, name: &str) -> Result<()> {
        self.change(List::Prompts, |catalog| remove(&mut catalog.prompts, name))
    }
}
