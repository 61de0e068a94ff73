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

    /// Has the agent speak these versions of its protocol only, such as `[1]`; all that the features of
    /// this crate bring unless said otherwise.
    pub fn agent_versions(mut self, versions: impl IntoIterator<Item = u16>) -> Self {
        self.agent_versions = versions.into_iter().collect();
        self
    }

    /// Whether it has one so far.
    #[allow(dead_code, reason = "only a command line asks before it is built")]
    pub(crate) fn has_agent(&self) -> bool {
        self.entries.iter().any(|entries| !entries.agents.is_empty())
    }
}

/// What serves the agent of a server; a server has at most one.
pub(super) fn build(
    entries: &mut [Entries],
    versions: &[u16],
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
    agent.service(versions).map_err(|mistake| mistakes.push(mistake)).ok()
}
