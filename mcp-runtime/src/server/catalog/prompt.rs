//! A prompt of the catalog.

use std::sync::Arc;

use super::{Entry, Feature};
use crate::protocol::Prompt;
use crate::server::feature_services::FeatureServices;
use crate::server::handler::{Handler, PromptDef};
use crate::server::namespace::Namespace;

/// A prompt of the catalog.
pub(crate) struct PromptEntry {
    pub(crate) prompt: Prompt,
    pub(crate) handler: Arc<Handler>,
    pub(super) services: FeatureServices,
    location: String,
}

impl PromptEntry {
    #[inline]
    pub(crate) fn new(name: String, def: &PromptDef, handler: Handler) -> Self {
        let prompt = def.listed(name, &handler.target.spec.schema);
        Self::of(prompt, handler, def.location)
    }

    /// Creates the entry of a prompt that is already described.
    #[inline]
    pub(crate) fn of(prompt: Prompt, handler: Handler, location: &str) -> Self {
        let services = FeatureServices::of_prompts().with_completion_of(&handler);
        let handler = Arc::new(handler);
        let location = location.to_owned();
        Self { prompt, handler, services, location }
    }

    /// Returns the prompt as clients see it through the server that its own is mounted in.
    #[inline]
    pub(in crate::server) fn within(&self, namespace: &Namespace, mounted: &str) -> Self {
        let mut prompt = self.prompt.clone();
        prompt.name = namespace.name(&prompt.name);
        let handler = Arc::clone(&self.handler);
        let location = format!("{}, {mounted}", self.location);
        Self { prompt, handler, services: self.services, location }
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
