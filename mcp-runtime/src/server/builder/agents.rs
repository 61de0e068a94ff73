//! The agent of a server.

use std::sync::Arc;

use super::ServerBuilder;
use crate::server::catalog::Entries;
use crate::server::routes::AgentFn;
use crate::server::{AgentService, States};

impl ServerBuilder {
    /// Adds an agent: a function with [`#[agent]`](macro@crate::acp::agent). The server speaks the
    /// [Agent Client Protocol](crate::acp), too, then: the first message of a connection says which.
    pub fn agent<A: AgentFn /* as in `.agent::<coder>()` */>(self) -> Self {
        self.add(Arc::new(()), "", |set| set.agent(A::route()))
    }
}

/// What serves the agent of a server; a server has at most one.
pub(super) fn build(
    entries: &mut [Entries],
    states: &States,
    mistakes: &mut Vec<String>,
) -> Option<Arc<dyn AgentService>> {
    let mut agents = entries.iter_mut().flat_map(|entries| std::mem::take(&mut entries.agents));
    let agent = agents.next()?;
    agent.handler.check(states, mistakes);
    for other in agents {
        let (first, second) = (agent.location, other.location);
        mistakes.push(format!("a server has one agent, and here are two: {first} and {second}"));
    }
    Some(agent.service())
}
