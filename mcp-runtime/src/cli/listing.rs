//! Everything that a server lists.

use serde::Serialize;
use serde_json::Value;

use super::client::Client;
use crate::error::Result;
use crate::protocol::Method;

/// Everything that a server lists.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Listing {
    pub(super) tools: Vec<Value>,
    pub(super) prompts: Vec<Value>,
    pub(super) resources: Vec<Value>,
    pub(super) resource_templates: Vec<Value>,
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
        let all = [&self.tools, &self.prompts, &self.resources, &self.resource_templates];
        all.into_iter().flatten().map(name)
    }
}

/// The name of a tool or a prompt, the URI of a resource, the URI template of a resource template.
pub(super) fn name(entry: &Value) -> &str {
    // A resource has a name, too, which is not what it is read by.
    ["uri", "uriTemplate", "name"].iter().find_map(|key| entry[key].as_str()).unwrap_or_default()
}

/// The entry of this name.
pub(super) fn find<'a>(entries: &'a [Value], wanted: &str) -> Option<&'a Value> {
    entries.iter().find(|entry| name(entry) == wanted)
}
