//! The definition of an agent: its handlers and settings.

use std::sync::Arc;

use mcp_runtime::States;
use mcp_runtime::internal::AgentHandler;

use super::commands::Commands;
use super::settings::AgentSettings;

/// The definition of an agent, which all connections share.
pub(super) struct Definition {
    pub(super) handler: AgentHandler,
    pub(super) commands: Commands,
    pub(super) settings: Arc<AgentSettings>,
}

impl Definition {
    pub(super) fn new(
        handler: AgentHandler,
        commands: Vec<AgentHandler>,
        states: &States,
        mistakes: &mut Vec<String>,
    ) -> Self {
        let settings = states.get::<AgentSettings>().unwrap_or_default();
        settings.check(mistakes);
        Self { handler, commands: Commands::new(commands), settings }
    }
}
