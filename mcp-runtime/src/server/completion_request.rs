//! The request that a completion function answers.

use std::ops::Deref;

use super::Context;
use crate::debug::short_debug;
use crate::protocol::CompleteParams;

/// A completion request: the text typed so far, the other arguments, and the context.
///
/// A completion function takes it as `&CompletionRequest`, or as the `&str` that was typed;
/// [`ServerBuilder::on_complete`](crate::ServerBuilder::on_complete) gets it for arguments without
/// such a function.
///
/// ```
/// use mcp_runtime::{CompletionRequest, Result, prompt, tool};
///
/// /// Asks about a house.
/// #[prompt]
/// fn ask(city: String, #[arg(complete = streets)] street: String) -> String {
///     format!("Who lives in {street}, {city}?")
/// }
///
/// async fn streets(asked: &CompletionRequest) -> Result<Vec<String>> {
///     let city = asked.argument("city").ok_or("enter the city first")?;
///     let streets = [("Rome", "Via Appia"), ("Paris", "Rue de Rivoli")].into_iter();
///     let here = streets.filter(|(of, street)| *of == city && street.starts_with(asked.typed()));
///     Ok(here.map(|(_, street)| street.to_owned()).collect())
/// }
/// ```
#[derive(Clone)]
pub struct CompletionRequest {
    params: CompleteParams,
    context: Context,
}

short_debug!(CompletionRequest { params });

impl CompletionRequest {
    pub(super) fn new(params: CompleteParams, context: Context) -> Self {
        Self { params, context }
    }

    /// The parameters of the request, without `_meta`: also the reference to the prompt or
    /// template, and the argument's name.
    pub fn params(&self) -> &CompleteParams {
        &self.params
    }

    /// The text typed so far.
    pub fn typed(&self) -> &str {
        &self.params.argument.value
    }

    /// Another argument, if it is known yet; clients send them from 2025-06-18 on.
    #[inline]
    pub fn argument(&self, name: &str) -> Option<&str> {
        let known = self.params.context.as_ref()?.arguments.as_ref()?;
        known.get(name).map(String::as_str)
    }

    /// The context of the request.
    pub fn context(&self) -> &Context {
        &self.context
    }
}

/// The text typed so far.
impl Deref for CompletionRequest {
    type Target = str;

    fn deref(&self) -> &str {
        self.typed()
    }
}
