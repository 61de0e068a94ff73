//! What a connection has learnt of its server.

use std::sync::LazyLock;
use std::time::Duration;

use super::logging::LogLevel;
use super::members::Members;
use crate::error::Result;
use crate::protocol::meta::keys;
use crate::protocol::{
    ClientCapabilities, DiscoverResult, Implementation, InitializeResult, ProtocolVersion, Revise,
    ServerCapabilities, ServerCapability, SubscriptionFilter,
};

/// What was agreed on with the server, and what it said of itself.
#[derive(Default)]
pub(super) struct Session {
    info: Implementation,
    capabilities: ServerCapabilities,
    instructions: Option<String>,
    /// What the `_meta` of every request says; nothing in the legacy era.
    pub(super) meta: Members,
}

/// What holds for all requests that do not say otherwise.
pub(super) struct Settings {
    pub(super) timeout: Duration,
    pub(super) max_time: Duration,
    pub(super) max_rounds: usize,
    pub(super) max_message: usize,
    pub(super) max_result: usize,
    pub(super) keeps_results: bool,
    pub(super) validates_results: bool,
    pub(super) tells_of_roots: bool,
    pub(super) log_level: LogLevel,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            timeout: Duration::from_secs(60),
            max_time: Duration::from_secs(60 * 60),
            max_rounds: 10,
            max_message: 16 * 1024 * 1024,
            max_result: 64 * 1024 * 1024,
            keeps_results: true,
            validates_results: false,
            tells_of_roots: true,
            log_level: LogLevel::default(),
        }
    }
}

/// What a client says of itself.
#[derive(Clone)]
pub(super) struct Identity {
    pub(super) info: Implementation,
    pub(super) capabilities: ClientCapabilities,
}

impl Identity {
    /// What it says in a revision.
    pub(super) fn for_version(&self, version: ProtocolVersion) -> Self {
        let mut info = self.info.clone();
        info.revise(version);
        Self { info, capabilities: self.capabilities.for_version(version) }
    }

    /// What the `_meta` of every modern request says.
    ///
    /// Source: 2026-07-28, "Overview", `_meta`.
    pub(super) fn meta(&self, version: ProtocolVersion) -> Result<Members> {
        let said = self.for_version(version);
        let mut meta = Members::default();
        meta.add(keys::PROTOCOL_VERSION, &version)?;
        meta.add(keys::CLIENT_CAPABILITIES, &said.capabilities)?;
        meta.add(keys::CLIENT_INFO, &said.info)?;
        Ok(meta)
    }
}

impl Session {
    /// Nothing is known.
    pub(super) fn unknown() -> &'static Self {
        static UNKNOWN: LazyLock<Session> = LazyLock::new(Session::default);
        &UNKNOWN
    }

    /// A session with a modern server; one that does not discover says nothing of itself.
    pub(super) fn modern(meta: Members, discovered: Option<DiscoverResult>) -> Self {
        let Some(discovered) = discovered else {
            return Self { meta, ..Self::default() };
        };
        Self {
            info: discovered.meta.server_info.map(|info| (**info).clone()).unwrap_or_default(),
            capabilities: discovered.capabilities,
            instructions: discovered.instructions,
            meta,
        }
    }

    /// A session with a legacy server.
    pub(super) fn legacy(initialized: InitializeResult) -> Self {
        Self {
            info: initialized.server_info,
            capabilities: initialized.capabilities,
            instructions: initialized.instructions,
            meta: Members::default(),
        }
    }

    pub(super) fn info(&self) -> &Implementation {
        &self.info
    }

    pub(super) fn capabilities(&self) -> &ServerCapabilities {
        &self.capabilities
    }

    /// Whether the server sends log messages.
    pub(super) fn logs(&self) -> bool {
        self.capabilities.supports(ServerCapability::Logging)
    }

    /// The lists that may change.
    pub(super) fn list_changes(&self) -> SubscriptionFilter {
        let changes = |capability| self.capabilities.supports(capability).then_some(true);
        SubscriptionFilter {
            tools_list_changed: changes(ServerCapability::ToolsListChanged),
            prompts_list_changed: changes(ServerCapability::PromptsListChanged),
            resources_list_changed: changes(ServerCapability::ResourcesListChanged),
            resource_subscriptions: None,
        }
    }

    pub(super) fn instructions(&self) -> Option<&str> {
        self.instructions.as_deref()
    }
}
