//! What a server offers, as it is listed.

use crate::protocol::{Prompt, Resource, ResourceTemplate, Tool};

/// Something that a server offers.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Feature<'a> {
    /// A tool.
    Tool(&'a Tool),
    /// A prompt.
    Prompt(&'a Prompt),
    /// A resource.
    Resource(&'a Resource),
    /// A resource template.
    ResourceTemplate(&'a ResourceTemplate),
}

impl Feature<'_> {
    /// The name of a tool or a prompt, the URI of a resource, or the template.
    pub fn key(&self) -> &str {
        match self {
            Self::Tool(tool) => &tool.name,
            Self::Prompt(prompt) => &prompt.name,
            Self::Resource(resource) => &resource.uri,
            Self::ResourceTemplate(template) => &template.uri_template,
        }
    }
}
