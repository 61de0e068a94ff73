//! What the server and its transports know about agents, which [`acp`](crate::acp) serves.
//!
//! It is behind a pointer that comes with the agent, so programs without agents do not contain it.

use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

use super::handler::Handler;
use super::response::{BoxFuture, Step};
use super::{Response, Server, States};
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
    /// Its location in the source.
    pub location: &'static str,
    /// Creates the service for it.
    pub make: MakeAgent,
}

/// The definition of a slash command of an agent.
#[derive(Clone, Copy, Debug)]
pub struct CommandDef {
    /// Its name, without the slash.
    pub name: &'static str,
    /// What it does.
    pub description: &'static str,
    /// The hint that the user is shown where the input is entered.
    pub hint: Option<&'static str>,
    /// How long a turn may take.
    pub timeout: Option<Duration>,
    /// Its location in the source.
    pub location: &'static str,
}

impl CommandDef {
    /// An empty definition.
    pub const EMPTY: Self =
        Self { name: "", description: "", hint: None, timeout: None, location: "" };
}

/// Creates the service for an agent, and runs a turn of the agent for the command line.
#[derive(Clone, Copy, Debug)]
pub struct MakeAgent {
    serve: Serve,
    run_prompt: RunPrompt,
}

/// Creates the service for an agent; mistakes are reported in its parts instead.
type Serve = fn(AgentParts<'_>) -> Option<Arc<dyn AgentService>>;

/// Runs a turn for the typed input, whose type only the command line knows.
pub(crate) type RunPrompt = fn(Server, Box<dyn Any + Send>) -> BoxFuture<crate::error::Result<()>>;

impl AgentDef {
    /// An empty definition.
    #[allow(dead_code, reason = "only `acp` serves agents")]
    pub(crate) const fn of(serve: Serve, run_prompt: RunPrompt) -> Self {
        let make = MakeAgent { serve, run_prompt };
        Self { name: "", description: "", timeout: None, location: "", make }
    }
}

/// The settings of an agent besides its functions. Only
/// [`AgentSettings`](crate::acp::AgentSettings) implements it.
pub trait DescribesAgent: Send + Sync + 'static {}

/// An agent with its handler.
pub(crate) struct AgentEntry {
    pub(crate) handler: Arc<Handler>,
    pub(crate) location: &'static str,
    pub(crate) make: MakeAgent,
}

impl AgentEntry {
    pub(crate) fn new(def: &AgentDef, handler: Handler) -> Self {
        Self { handler: Arc::new(handler), location: def.location, make: def.make }
    }
}

/// A slash command of an agent with its handler.
#[allow(dead_code, reason = "only `acp` serves commands")]
pub(crate) struct CommandEntry {
    pub(crate) def: CommandDef,
    pub(crate) handler: Arc<Handler>,
}

/// The parts of an agent.
#[allow(dead_code, reason = "only `acp` serves agents")]
pub(crate) struct AgentParts<'a> {
    pub(crate) handler: Arc<Handler>,
    pub(crate) commands: Vec<CommandEntry>,
    /// The versions of its protocol; if empty, all of them.
    pub(crate) versions: &'a [u16],
    pub(crate) states: &'a States,
    /// Where mistakes are reported.
    pub(crate) mistakes: &'a mut Vec<String>,
}

impl AgentParts<'_> {
    pub(super) fn build(self, make: MakeAgent) -> Option<ServedAgent> {
        let MakeAgent { serve, run_prompt } = make;
        serve(self).map(|service| ServedAgent { service, run_prompt })
    }
}

/// The agent of a server.
pub(crate) struct ServedAgent {
    service: Arc<dyn AgentService>,
    run_prompt: RunPrompt,
}

/// Serves the connections whose clients speak the Agent Client Protocol.
pub(crate) trait AgentService: Send + Sync {
    /// Whether a request, one of the first of a connection, uses that protocol; `None` if it cannot
    /// be determined from the request.
    fn is_addressed(&self, message: &ClientMessage<'_, '_>) -> Option<bool>;

    /// Serves a connection.
    fn connect(&self, server: &Server, peer: &SharedPeer) -> Box<dyn AgentConnection>;
}

/// A connection whose client speaks the Agent Client Protocol, as a state machine.
pub(crate) trait AgentConnection: Send {
    /// Handles one message.
    fn receive(&mut self, message: &ClientMessage<'_, '_>) -> AgentAction;

    /// Called when the response to a request has been sent.
    fn answered(&mut self, id: &RequestId);

    /// Called when no more messages will come from the client, so open questions get no answer.
    fn end(&self);
}

/// The action that a message to an agent requires.
#[allow(dead_code, reason = "only `acp` has connections to agents")]
pub(crate) enum AgentAction {
    /// There is nothing left to do.
    Nothing,
    /// The response is ready.
    Answer(RequestId, Response),
    /// A step has to run, and returns the response.
    Run(RequestId, Step),
    /// A future has to run that sends the response itself, and continues.
    Work(RequestId, BoxFuture<()>),
}

impl Server {
    /// The service of the agent, if there is one.
    pub(crate) fn agent(&self) -> Option<&Arc<dyn AgentService>> {
        self.0.agent.as_ref().map(|agent| &agent.service)
    }

    /// The function that runs a turn of its agent for the command line.
    #[allow(dead_code, reason = "only a command line asks")]
    pub(crate) fn run_prompt(&self) -> Option<RunPrompt> {
        self.0.agent.as_ref().map(|agent| agent.run_prompt)
    }
}
