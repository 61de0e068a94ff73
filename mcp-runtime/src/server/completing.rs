//! What a completion function is asked.

use std::ops::Deref;

use super::Context;
use crate::debug::short_debug;
use crate::protocol::CompleteParams;

/// What is to be completed: the text that somebody typed so far, the other arguments, and who asks.
///
/// A completion function takes it as `&Completing`, or as the `&str` that was typed;
/// [`ServerBuilder::on_complete`](crate::ServerBuilder::on_complete) gets it for what has no such function.
///
/// ```
/// use mcp_runtime::{Completing, Result, prompt, tool};
///
/// /// Asks about a house.
/// #[prompt]
/// fn ask(city: String, #[arg(complete = streets)] street: String) -> String {
///     format!("Who lives in {street}, {city}?")
/// }
///
/// async fn streets(asked: &Completing) -> Result<Vec<String>> {
///     let city = asked.argument("city").ok_or("the city goes first")?;
///     let streets = [("Rome", "Via Appia"), ("Paris", "Rue de Rivoli")].into_iter();
///     let here = streets.filter(|(of, street)| *of == city && street.starts_with(asked.typed()));
///     Ok(here.map(|(_, street)| street.to_owned()).collect())
/// }
/// ```
#[derive(Clone)]
pub struct Completing {
    params: CompleteParams,
    context: Context,
}

short_debug!(Completing { params });

impl Completing {
    pub(super) fn new(params: CompleteParams, context: Context) -> Self {
        Self { params, context }
    }

    /// What the client asks, without its `_meta`: also whose argument it is, and the argument's name.
    pub fn params(&self) -> &CompleteParams {
        &self.params
    }

    /// What was typed so far.
    pub fn typed(&self) -> &str {
        &self.params.argument.value
    }

    /// Another argument, if it is known yet; clients send them from 2025-06-18 on.
    pub fn argument(&self, name: &str) -> Option<&str> {
        let known = self.params.context.as_ref()?.arguments.as_ref()?;
        known.get(name).map(String::as_str)
    }

    /// Who asks, and how.
    pub fn context(&self) -> &Context {
        &self.context
    }
}

/// What was typed so far.
impl Deref for Completing {
    type Target = str;

    fn deref(&self) -> &str {
        self.typed()
    }
}
