//! The capabilities of a client.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

use super::extensions::{Floors, declare, has_extension, keep_extensions, missing_extensions};
use super::{
    TasksCapability, empty, insert_flags, insert_some, keep_rest, missing_entries, take_flag,
    take_object, take_presence,
};
use crate::extension::ExtensionId;
use crate::protocol_version::ProtocolVersion;

/// A capability that a client declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ClientCapability {
    /// It lists its working directories.
    Roots,
    /// It notifies the server when they change.
    RootsListChanged,
    /// It samples its model for the server.
    Sampling,
    /// Its model may use the server's tools while sampling.
    SamplingTools,
    /// It gives its model context from servers.
    SamplingContext,
    /// It asks the user for the server.
    Elicitation,
    /// It shows forms.
    ElicitationForm,
    /// It opens URLs.
    ElicitationUrl,
    /// It runs requests from the server as tasks.
    Tasks,
    /// It supports an extension.
    Extension(ExtensionId),
}

/// The capabilities of a client.
///
/// ```
/// use mcp_runtime_protocol::{ClientCapabilities, ClientCapability, ProtocolVersion};
///
/// let declared: ClientCapabilities = serde_json::from_str(r#"{"elicitation": {}}"#).unwrap();
/// assert!(declared.supports(ClientCapability::ElicitationForm));
///
/// let required = ClientCapabilities::from(ClientCapability::ElicitationUrl);
/// let missing = required.missing_from(&declared).unwrap();
/// let missing = missing.for_version(ProtocolVersion::LATEST);
/// assert_eq!(serde_json::to_string(&missing).unwrap(), r#"{"elicitation":{"url":{}}}"#);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ClientCapabilities {
    /// It lists its working directories.
    pub roots: bool,
    /// It notifies the server when they change; written only next to `roots`.
    pub roots_list_changed: bool,
    /// It samples its model for the server.
    pub sampling: bool,
    /// Its model may use the server's tools while sampling; implies `sampling`.
    pub sampling_tools: bool,
    /// It gives its model context from servers; implies `sampling`.
    pub sampling_context: bool,
    /// It asks the user for the server.
    pub elicitation: bool,
    /// It shows forms; implies `elicitation`. A peer that declares `"elicitation": {}` means this.
    pub elicitation_form: bool,
    /// It opens URLs; implies `elicitation`.
    pub elicitation_url: bool,
    /// It runs requests from the server as tasks; only in 2025-11-25.
    pub tasks: Option<TasksCapability>,
    /// Experimental capabilities, by name.
    pub experimental: Option<Map<String, Value>>,
    /// Extensions, by identifier, with their settings.
    pub extensions: Option<Map<String, Value>>,
    /// Unknown members, including those inside known members.
    pub other: Map<String, Value>,
    /// Whether the peer wrote `"elicitation": {}`; it is written back like that.
    bare_elicitation: bool,
    /// The first revisions of extensions that specify one.
    floors: Floors,
}

impl ClientCapabilities {
    /// Returns what these capabilities require and `declared` lacks; `None` if nothing is missing.
    #[inline]
    pub fn missing_from(&self, declared: &Self) -> Option<Self> {
        let lacks = |capability| self.has(capability) && !declared.supports(capability);
        let roots_list_changed = self.roots_list_changed && !declared.roots_list_changed;
        let missing = Self {
            roots: lacks(ClientCapability::Roots) || roots_list_changed,
            roots_list_changed,
            sampling: lacks(ClientCapability::Sampling),
            sampling_tools: lacks(ClientCapability::SamplingTools),
            sampling_context: lacks(ClientCapability::SamplingContext),
            elicitation: lacks(ClientCapability::Elicitation),
            elicitation_form: lacks(ClientCapability::ElicitationForm),
            elicitation_url: lacks(ClientCapability::ElicitationUrl),
            tasks: self.tasks.clone().filter(|_| declared.tasks.is_none()),
            experimental: missing_entries(
                self.experimental.as_ref(),
                declared.experimental.as_ref(),
            ),
            extensions: missing_extensions(self.extensions.as_ref(), declared.extensions.as_ref()),
            other: Map::new(),
            bare_elicitation: false,
            floors: Floors::default(),
        };
        (missing != Self::default()).then_some(missing)
    }

    /// Returns whether a capability is declared, directly or by one that implies it.
    pub fn supports(&self, capability: ClientCapability) -> bool {
        self.has(capability)
            || match capability {
                ClientCapability::Sampling => self.sampling_tools || self.sampling_context,
                ClientCapability::Elicitation => self.elicitation_form || self.elicitation_url,
                _ => false,
            }
    }

    /// Adds a capability, and the one that it is part of.
    #[must_use]
    pub fn with(mut self, capability: ClientCapability) -> Self {
        match capability {
            ClientCapability::Roots => self.roots = true,
            ClientCapability::RootsListChanged => {
                self.roots = true;
                self.roots_list_changed = true;
            }
            ClientCapability::Sampling => self.sampling = true,
            ClientCapability::SamplingTools => self.sampling_tools = true,
            ClientCapability::SamplingContext => self.sampling_context = true,
            ClientCapability::Elicitation => self.elicitation = true,
            ClientCapability::ElicitationForm => self.elicitation_form = true,
            ClientCapability::ElicitationUrl => self.elicitation_url = true,
            ClientCapability::Tasks => {
                self.tasks.get_or_insert_default();
            }
            ClientCapability::Extension(id) => self.declare(id, Map::new()),
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

    fn has(&self, capability: ClientCapability) -> bool {
        match capability {
            ClientCapability::Roots => self.roots,
            ClientCapability::RootsListChanged => self.roots && self.roots_list_changed,
            ClientCapability::Sampling => self.sampling,
            ClientCapability::SamplingTools => self.sampling_tools,
            ClientCapability::SamplingContext => self.sampling_context,
            ClientCapability::Elicitation => self.elicitation,
            ClientCapability::ElicitationForm => self.elicitation_form,
            ClientCapability::ElicitationUrl => self.elicitation_url,
            ClientCapability::Tasks => self.tasks.is_some(),
            ClientCapability::Extension(id) => has_extension(self.extensions.as_ref(), id.as_str()),
        }
    }

    fn from_map(mut map: Map<String, Value>) -> Self {
        let mut capabilities = Self {
            tasks: take_object(&mut map, "tasks").map(TasksCapability::from_map),
            experimental: take_object(&mut map, "experimental"),
            extensions: take_object(&mut map, "extensions"),
            ..Self::default()
        };
        if let Some(mut roots) = take_object(&mut map, "roots") {
            capabilities.roots = true;
            capabilities.roots_list_changed = take_flag(&mut roots, "listChanged");
            keep_rest(&mut map, "roots", roots);
        }
        if let Some(mut sampling) = take_object(&mut map, "sampling") {
            capabilities.sampling = true;
            capabilities.sampling_tools = take_presence(&mut sampling, "tools");
            capabilities.sampling_context = take_presence(&mut sampling, "context");
            keep_rest(&mut map, "sampling", sampling);
        }
        if let Some(mut elicitation) = take_object(&mut map, "elicitation") {
            // https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#capabilities
            capabilities.bare_elicitation = elicitation.is_empty();
            capabilities.elicitation = true;
            capabilities.elicitation_form =
                take_presence(&mut elicitation, "form") || capabilities.bare_elicitation;
            capabilities.elicitation_url = take_presence(&mut elicitation, "url");
            keep_rest(&mut map, "elicitation", elicitation);
        }
        capabilities.other = map;
        capabilities
    }

    fn to_map(&self) -> Map<String, Value> {
        let mut map = self.other.clone();
        if self.roots {
            insert_flags(&mut map, "roots", [("listChanged", self.roots_list_changed)], true);
        }
        if self.supports(ClientCapability::Sampling) {
            let flags = [("tools", self.sampling_tools), ("context", self.sampling_context)];
            insert_flags(&mut map, "sampling", flags, empty());
        }
        if self.supports(ClientCapability::Elicitation) {
            let bare = self.bare_elicitation && !self.elicitation_url;
            let form = self.elicitation_form && !bare;
            let flags = [("form", form), ("url", self.elicitation_url)];
            insert_flags(&mut map, "elicitation", flags, empty());
        }
        insert_some(&mut map, "tasks", self.tasks.as_ref().map(TasksCapability::to_value));
        insert_some(&mut map, "experimental", self.experimental.clone());
        insert_some(&mut map, "extensions", self.extensions.clone());
        map
    }
}

impl From<ClientCapability> for ClientCapabilities {
    fn from(capability: ClientCapability) -> Self {
        Self::default().with(capability)
    }
}

impl FromIterator<ClientCapability> for ClientCapabilities {
    fn from_iter<I: IntoIterator<Item = ClientCapability>>(capabilities: I) -> Self {
        capabilities.into_iter().fold(Self::default(), Self::with)
    }
}

impl Serialize for ClientCapabilities {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_map().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for ClientCapabilities {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Map::deserialize(deserializer).map(Self::from_map)
    }
}
