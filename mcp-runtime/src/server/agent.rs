//! What the server and its transports know of agents, which [`acp`](crate::acp) serves.
//!
//! It is behind a pointer that the agent brings along, so that the program of any other server has
//! nothing of it.

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
    /// Where it stands in the source.
    pub location: &'static str,
    /// What serves it.
    pub make: MakeAgent,
}

/// The definition of a slash command of an agent.
#[derive(Clone, Copy, Debug)]
pub struct CommandDef {
    /// Its name, without the slash.
    pub name: &'static str,
    /// What it does.
    pub description: &'static str,
    /// What the person is shown where the input is to be written.
    pub hint: Option<&'static str>,
    /// How long a turn may take.
    pub timeout: Option<Duration>,
    /// Where it stands in the source.
    pub location: &'static str,
}

impl CommandDef {
    /// A definition that says nothing.
    pub const EMPTY: Self =
        Self { name: "", description: "", hint: None, timeout: None, location: "" };
}

/// Makes what serves an agent, and runs a turn of it for the command line.
#[derive(Clone, Copy, Debug)]
pub struct MakeAgent {
    serve: Serve,
    run_prompt: RunPrompt,
}

/// Makes what serves an agent, unless something is wrong with it, which is reported with its parts.
type Serve = fn(AgentParts<'_>) -> Option<Arc<dyn AgentService>>;

/// Runs a turn for what was typed, which only the command line knows.
pub(crate) type RunPrompt = fn(Server, Box<dyn Any + Send>) -> BoxFuture<crate::error::Result<()>>;

impl AgentDef {
    /// A definition that says nothing.
    #[allow(dead_code, reason = "only `acp` serves agents")]
    pub(crate) const fn of(serve: Serve, run_prompt: RunPrompt) -> Self {
        let make = MakeAgent { serve, run_prompt };
        Self { name: "", description: "", timeout: None, location: "", make }
    }
}

/// What is said of an agent beside its functions: [`AgentSettings`](crate::acp::AgentSettings).
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

/// All that an agent is made of.
#[allow(dead_code, reason = "only `acp` serves agents")]
pub(crate) struct AgentParts<'a> {
    pub(crate) handler: Arc<Handler>,
    pub(crate) commands: Vec<CommandEntry>,
    /// The versions of its protocol; all where there are none.
    pub(crate) versions: &'a [u16],
    pub(crate) states: &'a States,
    /// Where all that is wrong is reported.
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

    /// The answer to a request has been sent.
    fn answered(&mut self, id: &RequestId);

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
    /// Something has to run that answers by itself, and continues.
    Work(RequestId, BoxFuture<()>),
}

impl Server {
    /// What serves an agent, if there is one.
    pub(crate) fn agent(&self) -> Option<&Arc<dyn AgentService>> {
        self.0.agent.as_ref().map(|agent| &agent.service)
    }

    /// What runs a turn of its agent for the command line.
    #[allow(dead_code, reason = "only a command line asks")]
    pub(crate) fn run_prompt(&self) -> Option<RunPrompt> {
        self.0.agent.as_ref().map(|agent| agent.run_prompt)
    }
}
