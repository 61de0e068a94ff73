//! What a server offers.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::{Implementation, Prompt, ProtocolVersion, Resource, ResourceTemplate, Tool};

/// What a server offers to a client in one revision: `Server::offers` and `Client::offers` return it, and
/// inventories, policies, locks and lints read it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Offers {
    /// How the server describes itself.
    pub info: Implementation,
    /// Its instructions for models.
    pub instructions: Option<String>,
    /// The revision in which it was asked.
    pub version: ProtocolVersion,
    /// The revisions that it serves, the oldest first; of a server elsewhere those that it names, which
    /// before 2026-07-28 is only the one above.
    pub versions: Vec<ProtocolVersion>,
    /// The result of `server/discover`, or of `initialize` before 2026-07-28, as it is sent.
    pub handshake: Value,
    /// The results of `tools/list`, `prompts/list`, `resources/list` and `resources/templates/list`, page by
    /// page, as they are sent.
    pub pages: Vec<Value>,
    /// What calls of a tool need, by its name; unknown, and so empty, for a server elsewhere.
    pub requirements: BTreeMap<String, ToolRequirements>,
}

/// What calls of a tool need.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ToolRequirements {
    /// The client capabilities, such as `elicitation.form`.
    pub needs: Vec<String>,
    /// Whether the user is asked before it runs.
    pub confirms: bool,
}

impl Offers {
    /// Creates the offers of a server that lists nothing.
    #[must_use]
    pub fn new(info: Implementation, version: ProtocolVersion) -> Self {
        Self {
            info,
            instructions: None,
            version,
            versions: vec![version],
            handshake: Value::Null,
            pages: Vec::new(),
            requirements: BTreeMap::new(),
        }
    }

    /// Its tools.
    #[must_use]
    #[inline]
    pub fn tools(&self) -> Vec<Tool> {
        self.listed("tools")
    }

    /// Its prompts.
    #[must_use]
    #[inline]
    pub fn prompts(&self) -> Vec<Prompt> {
        self.listed("prompts")
    }

    /// Its resources.
    #[must_use]
    #[inline]
    pub fn resources(&self) -> Vec<Resource> {
        self.listed("resources")
    }

    /// Its templates of resources.
    #[must_use]
    #[inline]
    pub fn resource_templates(&self) -> Vec<ResourceTemplate> {
        self.listed("resourceTemplates")
    }

    /// The entries of a list that can be read.
    fn listed<T: DeserializeOwned>(&self, list: &str) -> Vec<T> {
        let pages = self.pages.iter().filter_map(|page| page.get(list)?.as_array());
        pages.flatten().filter_map(|entry| serde_json::from_value(entry.clone()).ok()).collect()
    }
}
