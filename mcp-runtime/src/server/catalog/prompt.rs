//! A prompt of the catalog.

use std::sync::Arc;

use super::{Entry, Feature};
use crate::protocol::Prompt;
use crate::server::handler::{Handler, PromptDef};

/// A prompt of the catalog.
pub(crate) struct PromptEntry {
    pub(crate) prompt: Prompt,
    pub(crate) handler: Arc<Handler>,
    location: String,
}

impl PromptEntry {
    #[inline]
    pub(crate) fn new(name: String, def: &PromptDef, handler: Handler) -> Self {
        let prompt = def.listed(name, &handler.target.spec.schema);
        Self::of(prompt, handler, def.location)
    }

    /// Creates the entry of a prompt that is already described.
    pub(crate) fn of(prompt: Prompt, handler: Handler, location: &str) -> Self {
        Self { prompt, handler: Arc::new(handler), location: location.to_owned() }
    }
}

impl Entry for PromptEntry {
    const WHAT: &'static str = "prompt";

    fn key(&self) -> &str {
        &self.prompt.name
    }

    fn location(&self) -> &str {
        &self.location
    }

    fn handler(&self) -> &Handler {
        &self.handler
    }

    fn feature(&self) -> Feature<'_> {
        Feature::Prompt(&self.prompt)
    }
}
