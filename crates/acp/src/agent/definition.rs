//! The definition of an agent: its handlers and settings.

use std::collections::BTreeMap;
use std::sync::Arc;

use mcp_runtime::States;
use mcp_runtime::other_protocol::ProtocolHandler;

use super::commands::Commands;
use super::prompt_handler::{AGENT_KIND, PromptHandler};
use super::settings::AgentSettings;

/// The definition of an agent, which all connections share.
pub(super) struct Definition {
    pub(super) handler: PromptHandler,
    pub(super) commands: Commands,
    pub(super) settings: Arc<AgentSettings>,
}

impl Definition {
    /// The definition of the agent among the handlers, unless there is none. What is wrong is added
    /// to the mistakes.
    pub(super) fn new(
        handlers: Vec<ProtocolHandler>,
        states: &States,
        mistakes: &mut Vec<String>,
    ) -> Option<Self> {
        let settings = states.get::<AgentSettings>().unwrap_or_default();
        let is_agent = |handler: &ProtocolHandler| handler.def().kind == AGENT_KIND;
        let (agents, commands): (Vec<_>, Vec<_>) = handlers.into_iter().partition(is_agent);
        check_commands(&commands, !agents.is_empty(), mistakes);
        let mut agents = agents.into_iter();
        let agent = agents.next()?;
        for other in agents {
            let first = agent.def().location;
            let second = other.def().location;
            mistakes.push(format!(
                "a server can have only one agent, but there are two: {first} and {second}"
            ));
        }
        settings.check(mistakes);
        let of_commands = commands.into_iter().map(PromptHandler).collect();
        let handler = PromptHandler(agent);
        Some(Self { handler, commands: Commands::new(of_commands), settings })
    }
}

fn check_commands(commands: &[ProtocolHandler], has_agent: bool, mistakes: &mut Vec<String>) {
    let mut known = BTreeMap::new();
    for command in commands {
        let location = command.def().location;
        if !has_agent {
            mistakes.push(format!(
                "{command} ({location}) belongs to an agent, but the server has none: add one with \
                 `.agent::<f>()`"
            ));
        }
        if let Some(first) = known.insert(command.def().name, location) {
            mistakes.push(format!("{command} exists twice: {first} and {location}"));
        }
        if command.input().arguments.len() > 1 {
            mistakes.push(format!(
                "{command} ({location}) has more than one argument: a command gets what follows \
                 its name as one text"
            ));
        }
    }
}
