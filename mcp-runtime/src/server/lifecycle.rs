//! `initialize` and `server/discover`: how the server describes itself.

use std::sync::Arc;

use serde_json::value::to_raw_value;

use super::catalog::Catalog;
use super::feature_services::FeatureServices;
use super::list_results::{EncodedLists, encode};
use super::{Context, Current, Env, Lists, Reply, Server};
use crate::jsonrpc::ErrorObject;
use crate::protocol::{
    DiscoverResult, ExtensionId, Implementation, InitializeResult, ProtocolVersion, Revise,
    ServerCapabilities, ServerCapability, ServerInfo, TasksCapability,
};

/// The abilities of a server that its catalog does not show.
#[derive(Clone, Copy, Default)]
pub(super) struct Abilities {
    /// The lists that can change.
    pub(super) dynamic: Lists<bool>,
    /// Whether clients can subscribe to every resource.
    pub(super) updates: bool,
    /// What serves features that are added later, and completions that no handler gives.
    pub(super) services: FeatureServices,
}

impl Abilities {
    /// These abilities and others.
    #[inline]
    pub(super) fn and(mut self, other: Self) -> Self {
        for (is_dynamic, other) in self.dynamic.0.iter_mut().zip(other.dynamic.0) {
            *is_dynamic |= other;
        }
        self.updates |= other.updates;
        self.services = self.services.or(other.services);
        self
    }
}

/// How the server describes itself.
pub(super) struct Introduction {
    pub(super) info: Arc<ServerInfo>,
    pub(super) instructions: Option<String>,
    /// The environment variables that it needs.
    pub(super) needs: Vec<Env>,
}

impl Server {
    /// Name and version of the server.
    pub fn info(&self) -> &Implementation {
        &self.0.introduction.info
    }

    /// What the server is for and how to use it, as a model reads it.
    pub fn instructions(&self) -> Option<&str> {
        self.0.introduction.instructions.as_deref()
    }

    pub(crate) fn shared_info(&self) -> &Arc<ServerInfo> {
        &self.0.introduction.info
    }
}

impl Current {
    pub(super) fn new(catalog: Catalog, abilities: Abilities) -> Self {
        let services = abilities.services.or(catalog.services());
        let capabilities = capabilities(&catalog, abilities, services.completes());
        let mirrors = catalog.tools.iter().any(|tool| tool.mirrors());
        let is_filtered = catalog.is_filtered();
        let has_tasks = catalog.task().is_some();
        Self {
            catalog,
            capabilities,
            encoded: EncodedLists::default(),
            services,
            is_filtered,
            mirrors,
            has_tasks,
        }
    }
}

/// The capabilities of a server with this catalog, in the form of the newest revision; it declares
/// no more than it offers.
fn capabilities(catalog: &Catalog, abilities: Abilities, completes: bool) -> ServerCapabilities {
    let Lists([tools, prompts, resources]) = abilities.dynamic;
    let has_resources = resources || !catalog.resources.is_empty() || !catalog.templates.is_empty();
    let capabilities = [
        (ServerCapability::Tools, tools || !catalog.tools.is_empty()),
        (ServerCapability::ToolsListChanged, tools),
        (ServerCapability::Prompts, prompts || !catalog.prompts.is_empty()),
        (ServerCapability::PromptsListChanged, prompts),
        (ServerCapability::Resources, has_resources),
        (ServerCapability::ResourcesListChanged, resources),
        (
            ServerCapability::ResourcesSubscribe,
            has_resources && (abilities.updates || catalog.is_watched()),
        ),
        (ServerCapability::Completions, completes),
        (ServerCapability::Logging, true),
        (ServerCapability::Extension(ExtensionId::UI), catalog.has_pages()),
        (ServerCapability::Extension(ExtensionId::TASKS), catalog.task().is_some()),
    ];
    let offered = capabilities.into_iter().filter(|(_, offered)| *offered);
    let mut all =
        offered.fold(ServerCapabilities::default(), |all, (capability, _)| all.with(capability));
    // 2025-11-25 has this capability, and later revisions have the extension.
    all.tasks = catalog.task().is_some().then(TasksCapability::of_calls);
    all
}

impl Server {
    /// The capabilities that it declares in a revision.
    fn capabilities(&self, version: ProtocolVersion) -> ServerCapabilities {
        let mut capabilities = self.current().capabilities.clone();
        self.0.extensions.declare(&mut capabilities);
        capabilities.for_version(version)
    }

    /// Source: [2025-11-25, "Lifecycle", initialization](https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#initialization).
    pub(super) fn initialize(&self, context: &Context) -> Result<Reply, ErrorObject> {
        let version = context.request().version;
        let mut capabilities = self.capabilities(version);
        if let Some(tasks) = &mut capabilities.tasks {
            tasks.list &= context.is_of_one_client();
        }
        let mut result = InitializeResult::new(version.as_str(), capabilities, self.info().clone());
        result.instructions.clone_from(&self.0.introduction.instructions);
        result.revise(version);
        let json =
            to_raw_value(&result).map_err(|error| ErrorObject::internal(error.to_string()))?;
        Ok(Reply::Encoded(json.into()))
    }

    /// Source: [2026-07-28, "Discovery"](https://modelcontextprotocol.io/specification/2026-07-28/server/discover).
    pub(super) fn discover(&self, context: &Context) -> Result<Reply, ErrorObject> {
        let version = context.request().version;
        // The newest first, which a client should prefer.
        let versions = self.versions().iter().rev().map(ToString::to_string).collect();
        let mut result = DiscoverResult::new(versions, self.capabilities(version));
        result.instructions.clone_from(&self.0.introduction.instructions);
        (result.ttl_ms, result.cache_scope) = self.0.lists.cache.stated();
        Ok(Reply::Encoded(encode(result, version, self)?))
    }
}
