//! The capabilities of a server.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

use super::extensions::{Floors, declare, has_extension, keep_extensions, missing_extensions};
use super::{
    TasksCapability, empty, insert_flags, insert_some, keep_rest, missing_entries, take_flag,
    take_object,
};
use crate::extension::ExtensionId;
use crate::protocol_version::ProtocolVersion;

/// A capability that a server declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ServerCapability {
    /// It has tools.
    Tools,
    /// It notifies clients when its list of tools changes.
    ToolsListChanged,
    /// It has prompts.
    Prompts,
    /// It notifies clients when its list of prompts changes.
    PromptsListChanged,
    /// It has resources.
    Resources,
    /// It notifies clients when its list of resources changes.
    ResourcesListChanged,
    /// It notifies clients when a resource changes.
    ResourcesSubscribe,
    /// It sends log messages.
    Logging,
    /// It completes arguments.
    Completions,
    /// It runs requests as tasks.
    Tasks,
    /// It supports an extension.
    Extension(ExtensionId),
}

/// The capabilities of a server.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ServerCapabilities {
    /// It has tools.
    pub tools: bool,
    /// It notifies clients when its list of tools changes; written only next to `tools`.
    pub tools_list_changed: bool,
    /// It has prompts.
    pub prompts: bool,
    /// It notifies clients when its list of prompts changes; written only next to `prompts`.
    pub prompts_list_changed: bool,
    /// It has resources.
    pub resources: bool,
    /// It notifies clients when its list of resources changes; written only next to `resources`.
    pub resources_list_changed: bool,
    /// It notifies clients when a resource changes; written only next to `resources`.
    pub resources_subscribe: bool,
    /// It sends log messages.
    pub logging: bool,
    /// It completes arguments; from 2025-03-26.
    pub completions: bool,
    /// It runs requests as tasks; 2026-07-28 has an extension instead.
    pub tasks: Option<TasksCapability>,
    /// Experimental capabilities, by name.
    pub experimental: Option<Map<String, Value>>,
    /// Extensions, by identifier, with their settings.
    pub extensions: Option<Map<String, Value>>,
    /// Unknown members, including those inside known members.
    pub other: Map<String, Value>,
    /// The first revisions of extensions that specify one.
    floors: Floors,
}

impl ServerCapabilities {
    /// Returns what these capabilities require and `declared` lacks; `None` if nothing is missing.
    #[inline]
    pub fn missing_from(&self, declared: &Self) -> Option<Self> {
        let lacks = |capability| self.supports(capability) && !declared.supports(capability);
        let tools_list_changed = lacks(ServerCapability::ToolsListChanged);
        let prompts_list_changed = lacks(ServerCapability::PromptsListChanged);
        let resources_list_changed = lacks(ServerCapability::ResourcesListChanged);
        let resources_subscribe = lacks(ServerCapability::ResourcesSubscribe);
        let missing = Self {
            tools: lacks(ServerCapability::Tools) || tools_list_changed,
            tools_list_changed,
            prompts: lacks(ServerCapability::Prompts) || prompts_list_changed,
            prompts_list_changed,
            resources: lacks(ServerCapability::Resources)
                || resources_list_changed
                || resources_subscribe,
            resources_list_changed,
            resources_subscribe,
            logging: lacks(ServerCapability::Logging),
            completions: lacks(ServerCapability::Completions),
            tasks: self.tasks.clone().filter(|_| declared.tasks.is_none()),
            experimental: missing_entries(
                self.experimental.as_ref(),
                declared.experimental.as_ref(),
            ),
            extensions: missing_extensions(self.extensions.as_ref(), declared.extensions.as_ref()),
            other: Map::new(),
            floors: Floors::default(),
        };
        (missing != Self::default()).then_some(missing)
    }

    /// Returns whether a capability is declared.
    #[inline]
    pub fn supports(&self, capability: ServerCapability) -> bool {
        match capability {
            ServerCapability::Tools => self.tools,
            ServerCapability::ToolsListChanged => self.tools && self.tools_list_changed,
            ServerCapability::Prompts => self.prompts,
            ServerCapability::PromptsListChanged => self.prompts && self.prompts_list_changed,
            ServerCapability::Resources => self.resources,
            ServerCapability::ResourcesListChanged => self.resources && self.resources_list_changed,
            ServerCapability::ResourcesSubscribe => self.resources && self.resources_subscribe,
            ServerCapability::Logging => self.logging,
            ServerCapability::Completions => self.completions,
            ServerCapability::Tasks => self.tasks.is_some(),
            ServerCapability::Extension(id) => has_extension(self.extensions.as_ref(), id.as_str()),
        }
    }

    /// Adds a capability, and the one that it is part of.
    #[must_use]
    pub fn with(mut self, capability: ServerCapability) -> Self {
        match capability {
            ServerCapability::Tools => self.tools = true,
            ServerCapability::ToolsListChanged => {
                self.tools = true;
                self.tools_list_changed = true;
            }
            ServerCapability::Prompts => self.prompts = true,
            ServerCapability::PromptsListChanged => {
                self.prompts = true;
                self.prompts_list_changed = true;
            }
            ServerCapability::Resources => self.resources = true,
            ServerCapability::ResourcesListChanged => {
                self.resources = true;
                self.resources_list_changed = true;
            }
            ServerCapability::ResourcesSubscribe => {
                self.resources = true;
                self.resources_subscribe = true;
            }
            ServerCapability::Logging => self.logging = true,
            ServerCapability::Completions => self.completions = true,
            ServerCapability::Tasks => {
                self.tasks.get_or_insert_default();
            }
            ServerCapability::Extension(id) => self.declare(id, Map::new()),
        }
        self
    }

    /// Adds an extension with its settings; an existing declaration is kept.
    #[doc(hidden)]
    pub fn declare(&mut self, id: ExtensionId, settings: Map<String, Value>) {
        declare(&mut self.extensions, &mut self.floors, id, settings);
    }

    /// Removes the extensions that are for newer revisions only.
    #[doc(hidden)]
    pub fn keep_extensions(&mut self, version: ProtocolVersion) {
        keep_extensions(&mut self.extensions, &self.floors, version);
    }

    #[inline]
    fn from_map(mut map: Map<String, Value>) -> Self {
        let mut capabilities = Self {
            logging: take_object(&mut map, "logging").is_some(),
            completions: take_object(&mut map, "completions").is_some(),
            tasks: take_object(&mut map, "tasks").map(TasksCapability::from_map),
            experimental: take_object(&mut map, "experimental"),
            extensions: take_object(&mut map, "extensions"),
            ..Self::default()
        };
        if let Some(mut tools) = take_object(&mut map, "tools") {
            capabilities.tools = true;
            capabilities.tools_list_changed = take_flag(&mut tools, "listChanged");
            keep_rest(&mut map, "tools", tools);
        }
        if let Some(mut prompts) = take_object(&mut map, "prompts") {
            capabilities.prompts = true;
            capabilities.prompts_list_changed = take_flag(&mut prompts, "listChanged");
            keep_rest(&mut map, "prompts", prompts);
        }
        if let Some(mut resources) = take_object(&mut map, "resources") {
            capabilities.resources = true;
            capabilities.resources_list_changed = take_flag(&mut resources, "listChanged");
            capabilities.resources_subscribe = take_flag(&mut resources, "subscribe");
            keep_rest(&mut map, "resources", resources);
        }
        capabilities.other = map;
        capabilities
    }

    fn to_map(&self) -> Map<String, Value> {
        let mut map = self.other.clone();
        if self.tools {
            insert_flags(&mut map, "tools", [("listChanged", self.tools_list_changed)], true);
        }
        if self.prompts {
            insert_flags(&mut map, "prompts", [("listChanged", self.prompts_list_changed)], true);
        }
        if self.resources {
            let flags = [
                ("subscribe", self.resources_subscribe),
                ("listChanged", self.resources_list_changed),
            ];
            insert_flags(&mut map, "resources", flags, true);
        }
        insert_some(&mut map, "logging", self.logging.then(empty));
        insert_some(&mut map, "completions", self.completions.then(empty));
        insert_some(&mut map, "tasks", self.tasks.as_ref().map(TasksCapability::to_value));
        insert_some(&mut map, "experimental", self.experimental.clone());
        insert_some(&mut map, "extensions", self.extensions.clone());
        map
    }
}

impl From<ServerCapability> for ServerCapabilities {
    fn from(capability: ServerCapability) -> Self {
        Self::default().with(capability)
    }
}

impl FromIterator<ServerCapability> for ServerCapabilities {
    fn from_iter<I: IntoIterator<Item = ServerCapability>>(capabilities: I) -> Self {
        capabilities.into_iter().fold(Self::default(), Self::with)
    }
}

impl Serialize for ServerCapabilities {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_map().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for ServerCapabilities {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Map::deserialize(deserializer).map(Self::from_map)
    }
}
