//! Everything that a server lists.

use serde::Serialize;

use super::client::Client;
use crate::error::Result;
use crate::protocol::{Method, Prompt, Resource, ResourceTemplate, Tool};

/// Everything that a server lists.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Listing {
    pub(super) tools: Vec<Tool>,
    pub(super) prompts: Vec<Prompt>,
    pub(super) resources: Vec<Resource>,
    pub(super) resource_templates: Vec<ResourceTemplate>,
}

impl Listing {
    /// Requests all lists from the server.
    ///
    /// # Errors
    ///
    /// The error of the server.
    pub(super) async fn of(client: &Client) -> Result<Self> {
        Ok(Self {
            tools: client.list(Method::ListTools, "tools").await?,
            prompts: client.list(Method::ListPrompts, "prompts").await?,
            resources: client.list(Method::ListResources, "resources").await?,
            resource_templates: client
                .list(Method::ListResourceTemplates, "resourceTemplates")
                .await?,
        })
    }

    /// The names of tools and prompts, and the URIs of resources.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        let tools = self.tools.iter().map(|tool| &tool.name);
        let prompts = self.prompts.iter().map(|prompt| &prompt.name);
        let resources = self.resources.iter().map(|resource| &resource.uri);
        let templates = self.resource_templates.iter().map(|template| &template.uri_template);
        tools.chain(prompts).chain(resources).chain(templates).map(String::as_str)
    }
}
