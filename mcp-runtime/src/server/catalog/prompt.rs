//! A prompt of the catalog.

use std::sync::Arc;

use super::{Entry, Feature};
use crate::protocol::{Prompt, PromptArgument};
use crate::server::handler::{Handler, PromptDef, icons, meta};

/// A prompt of the catalog.
pub(crate) struct PromptEntry {
    pub(crate) prompt: Prompt,
    pub(crate) handler: Arc<Handler>,
    location: String,
}

impl PromptEntry {
    pub(crate) fn new(name: String, def: &PromptDef, handler: Handler) -> Self {
        let mut prompt = Prompt::new(name);
        prompt.title = def.title.map(str::to_owned);
        prompt.description = Some(def.description.to_owned()).filter(|text| !text.is_empty());
        prompt.arguments = arguments(&handler);
        prompt.icons = icons(def.icons);
        prompt.meta = meta(def.meta);
        Self::of(prompt, handler, def.location)
    }

    /// Creates the entry of a prompt that is already described.
    pub(crate) fn of(prompt: Prompt, handler: Handler, location: &str) -> Self {
        Self { prompt, handler: Arc::new(handler), location: location.to_owned() }
    }
}

/// Arguments of prompts are strings on the wire: only their names, their descriptions and whether
/// they are required are listed.
fn arguments(handler: &Handler) -> Option<Vec<PromptArgument>> {
    let schema = &handler.target.spec.schema;
    let arguments = schema.arguments.iter().map(|argument| {
        let property = schema.property(&argument.name);
        let description = property.and_then(|property| property.get("description")?.as_str());
        let mut listed = PromptArgument::new(&argument.name);
        listed.description = description.map(str::to_owned);
        listed.required = Some(argument.required);
        listed
    });
    Some(arguments.collect()).filter(|arguments: &Vec<_>| !arguments.is_empty())
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
