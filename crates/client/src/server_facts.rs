//! What a client knows about its server.

use std::sync::LazyLock;

use super::identity::EncodedMeta;
use crate::protocol::{
    DiscoverResult, Implementation, InitializeResult, Method, ProtocolVersion, ServerCapabilities,
    ServerCapability, SubscriptionFilter,
};

/// What was negotiated with the server, and what it declared.
#[derive(Default)]
pub(super) struct ServerFacts {
    version: Option<ProtocolVersion>,
    /// The known revisions that it says it serves, the oldest first.
    versions: Vec<ProtocolVersion>,
    info: Implementation,
    capabilities: ServerCapabilities,
    instructions: Option<String>,
    /// The `_meta` of every request; empty in the legacy era.
    pub(super) meta: EncodedMeta,
}

impl ServerFacts {
    /// The initial state, in which nothing is known.
    pub(super) fn unknown() -> &'static Self {
        static UNKNOWN: LazyLock<ServerFacts> = LazyLock::new(ServerFacts::default);
        &UNKNOWN
    }

    /// A modern server; without a response to `server/discover`, it has not declared anything.
    pub(super) fn modern(
        version: ProtocolVersion,
        meta: EncodedMeta,
        discovered: Option<DiscoverResult>,
    ) -> Self {
        let Some(discovered) = discovered else {
            return Self { version: Some(version), meta, ..Self::default() };
        };
        Self {
            version: Some(version),
            versions: known_versions(&discovered.supported_versions),
            info: discovered.meta.server_info.map(|info| (**info).clone()).unwrap_or_default(),
            capabilities: discovered.capabilities,
            instructions: discovered.instructions,
            meta,
        }
    }

    /// A legacy server.
    pub(super) fn legacy(version: ProtocolVersion, initialized: InitializeResult) -> Self {
        Self {
            version: Some(version),
            versions: vec![version],
            info: initialized.server_info,
            capabilities: initialized.capabilities,
            instructions: initialized.instructions,
            meta: EncodedMeta::default(),
        }
    }

    /// The known revisions that it says it serves, the oldest first.
    pub(super) fn versions(&self) -> &[ProtocolVersion] {
        &self.versions
    }

    /// The negotiated revision, once there is one.
    pub(super) fn version(&self) -> Option<ProtocolVersion> {
        self.version
    }

    pub(super) fn info(&self) -> &Implementation {
        &self.info
    }

    pub(super) fn capabilities(&self) -> &ServerCapabilities {
        &self.capabilities
    }

    /// Whether tool calls can become core tasks on request.
    pub(super) fn makes_core_tasks(&self) -> bool {
        let tasks = self.capabilities.tasks.as_ref().and_then(|tasks| tasks.requests.as_ref());
        self.version.is_some_and(|version| Method::GetTaskPayload.from_client(version))
            && tasks.and_then(|requests| requests.get("tools")?.get("call")).is_some()
    }

    /// Whether core tasks can be cancelled.
    pub(super) fn cancels_core_tasks(&self) -> bool {
        self.capabilities.tasks.as_ref().is_some_and(|tasks| tasks.cancel)
    }

    /// Whether the server sends log messages.
    pub(super) fn logs(&self) -> bool {
        self.capabilities.supports(ServerCapability::Logging)
    }

    /// The lists that may change.
    pub(super) fn list_changes(&self) -> SubscriptionFilter {
        let changes = |capability| self.capabilities.supports(capability).then_some(true);
        let mut filter = SubscriptionFilter::default();
        filter.tools_list_changed = changes(ServerCapability::ToolsListChanged);
        filter.prompts_list_changed = changes(ServerCapability::PromptsListChanged);
        filter.resources_list_changed = changes(ServerCapability::ResourcesListChanged);
        filter
    }

    pub(super) fn instructions(&self) -> Option<&str> {
        self.instructions.as_deref()
    }
}

fn known_versions(versions: &[String]) -> Vec<ProtocolVersion> {
    let mut known: Vec<ProtocolVersion> =
        versions.iter().filter_map(|version| version.parse().ok()).collect();
    known.sort_unstable();
    known
}
