//! The definition of an agent: its handlers and settings.

use std::sync::Arc;

use super::commands::Commands;
use super::settings::AgentSettings;
use mcp_runtime::internal::AgentParts;
use mcp_runtime::internal::Handler;

/// The definition of an agent, which all connections share.
pub(super) struct Definition {
    pub(super) handler: Arc<Handler>,
    pub(super) commands: Commands,
    pub(super) settings: Arc<AgentSettings>,
}

impl Definition {
    pub(super) fn new(parts: AgentParts<'_>) -> Self {
        let AgentParts { handler, commands, states, mistakes, .. } = parts;
        let settings = states.get::<AgentSettings>().unwrap_or_default();
        settings.check(mistakes);
        Self { handler, commands: Commands::new(commands), settings }
    }
}
