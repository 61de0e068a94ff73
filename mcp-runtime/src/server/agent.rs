//! What the server and its transports know of agents, which [`acp`](crate::acp) serves.
//!
//! It is behind a pointer that the agent brings along, so that the program of any other server has
//! nothing of it.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use super::handler::Handler;
use super::step::Step;
use super::{Response, Server};
use crate::jsonrpc::{RequestId, SharedPeer};
use crate::negotiation::ClientMessage;

/// The definition of an agent.
#[derive(Clone, Copy, Debug)]
pub struct AgentDef {
    /// The name of its function.
    pub name: &'static str,
    /// What it does.
    pub description: &'static str,
    /// How long a turn may take.
    pub timeout: Option<Duration>,
    /// Where it stands in the source.
    pub location: &'static str,
    /// What serves it.
    pub make: MakeAgent,
}

/// Makes what serves an agent.
#[derive(Clone, Copy, Debug)]
pub struct MakeAgent(Make);

/// Makes what serves an agent in these versions, or in all where there are none.
///
/// # Errors
///
/// When there is no such version.
type Make = fn(Arc<Handler>, &[u16]) -> Result<Arc<dyn AgentService>, String>;

impl AgentDef {
    /// A definition that says nothing.
    #[allow(dead_code, reason = "only `acp` serves agents")]
    pub(crate) const fn of(make: Make) -> Self {
        let make = MakeAgent(make);
        Self { name: "", description: "", timeout: None, location: "", make }
    }
}

/// An agent with its handler.
pub(crate) struct AgentEntry {
    pub(crate) handler: Arc<Handler>,
    pub(crate) location: &'static str,
    make: MakeAgent,
}

impl AgentEntry {
    pub(crate) fn new(def: &AgentDef, handler: Handler) -> Self {
        Self { handler: Arc::new(handler), location: def.location, make: def.make }
    }

    pub(super) fn service(&self, versions: &[u16]) -> Result<Arc<dyn AgentService>, String> {
        (self.make.0)(Arc::clone(&self.handler), versions)
    }
}

/// Serves the connections whose clients speak the Agent Client Protocol.
pub(crate) trait AgentService: Send + Sync {
    /// Whether a request, one of the first of a connection, is of that protocol; `None` if nobody can
    /// tell by it.
    fn is_addressed(&self, message: &ClientMessage<'_, '_>) -> Option<bool>;

    /// Serves a connection.
    fn connect(&self, server: &Server, peer: &SharedPeer) -> Box<dyn AgentConnection>;
}

/// A connection whose client speaks the Agent Client Protocol, as a state machine.
pub(crate) trait AgentConnection: Send {
    /// Takes one message.
    fn receive(&mut self, message: &ClientMessage<'_, '_>) -> AgentAction;

    /// Nothing more comes from the client, so no question is answered any more.
    fn end(&self);
}

/// What a message to an agent asks for.
#[allow(dead_code, reason = "only `acp` has connections to agents")]
pub(crate) enum AgentAction {
    /// Nothing, or it is done.
    Nothing,
    /// The answer is there.
    Answer(RequestId, Response),
    /// Something has to run, and gives the answer.
    Run(RequestId, Step),
    /// Something has to run that answers by itself, and goes on.
    Work(RequestId, Pin<Box<dyn Future<Output = ()> + Send>>),
}

impl Server {
    /// What serves an agent, if there is one.
    pub(crate) fn agent(&self) -> Option<&Arc<dyn AgentService>> {
        self.0.agent.as_ref()
    }
}
