//! The agent of a server.

use std::sync::Arc;

use super::ServerBuilder;
use crate::protocol::sorted::SortedMap;
use crate::server::States;
use crate::server::agent::{CommandEntry, DescribesAgent, serve};
use crate::server::catalog::Entries;
use crate::server::handler_traits::{AgentFn, CommandFn};
use crate::server::other_protocol::OtherProtocol;

impl ServerBuilder {
    /// Adds an agent: a function with `#[agent]` of `mcp-runtime-acp`. The server then also speaks
    /// the Agent Client Protocol: the first message of a connection selects the protocol.
    pub fn agent<A: AgentFn /* as in `.agent::<coder>()` */>(self) -> Self {
        self.add(Arc::new(()), "", |set| set.agent(A::route()))
    }

    /// Adds a slash command of the agent: a function with `#[command]` of
    /// `mcp-runtime-acp`.
    pub fn command<C: CommandFn /* as in `.command::<review>()` */>(self) -> Self {
        self.add(Arc::new(()), "", |set| set.command(C::route()))
    }

    /// Configures the agent besides its functions, as `mcp_runtime_acp::AgentSettings`: for
    /// example, options for users to choose from. Those that were given before are replaced.
    pub fn agent_settings(mut self, settings: impl DescribesAgent) -> Self {
        self.states.insert(settings);
        self
    }

    /// Adds another protocol that clients may speak instead of MCP, on connections that are not
    /// over HTTP; see [`OtherProtocol`]. An agent is one, too, and a server has at most one.
    pub fn other_protocol(mut self, protocol: impl OtherProtocol) -> Self {
        self.other_protocol = Some(Arc::new(protocol));
        self
    }

    /// The name of the protocol that was added, or that of agents if there is one.
    pub(crate) fn other_protocol_name(&self) -> Option<&'static str> {
        let has_agent = self.entries.iter().any(|entries| !entries.agents.is_empty());
        let other = self.other_protocol.as_ref().map(|protocol| protocol.name());
        if has_agent { Some("ACP") } else { other }
    }
}

/// Builds the agent of a server; a server has at most one.
pub(super) fn build(
    entries: &mut [Entries],
    states: &States,
    mistakes: &mut Vec<String>,
) -> Option<Arc<dyn OtherProtocol>> {
    let mut agents = Vec::new();
    let mut commands = Vec::new();
    for entries in entries {
        agents.append(&mut entries.agents);
        commands.append(&mut entries.commands);
    }
    check_commands(&commands, !agents.is_empty(), states, mistakes);
    let mut agents = agents.into_iter();
    let agent = agents.next()?;
    agent.handler.check(states, mistakes);
    for other in agents {
        let first = agent.location;
        let second = other.location;
        mistakes.push(format!(
            "a server can have only one agent, but there are two: {first} and {second}"
        ));
    }
    serve(agent, commands, states, mistakes)
}

fn check_commands(
    commands: &[CommandEntry],
    has_agent: bool,
    states: &States,
    mistakes: &mut Vec<String>,
) {
    let mut known = SortedMap::new();
    for CommandEntry { def, handler } in commands {
        let kind = &handler.target.kind;
        let location = def.location;
        if !has_agent {
            mistakes
                .push(format!("{kind} ({location}) belongs to an agent, but the server has none"));
        }
        if let Some(first) = known.insert(def.name, location) {
            mistakes.push(format!("{kind} exists twice: {first} and {location}"));
        }
        if handler.target.spec.schema.arguments.len() > 1 {
            mistakes.push(format!("{kind} ({location}) has more than one argument"));
        }
        handler.check(states, mistakes);
    }
}
