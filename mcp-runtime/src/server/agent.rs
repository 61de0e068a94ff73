//! What the server and its transports know about agents, which `mcp-runtime-acp` serves.
//!
//! It is behind a pointer that comes with the agent, so programs without agents do not contain it.

use std::sync::Arc;
use std::time::Duration;

use super::handler::Handler;
use super::response::{BoxFuture, Step};
use super::{Response, Server, States};
use crate::debug::short_debug;
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

/// Creates the service for an agent, and adds commands to the program.
#[derive(Clone, Copy, Debug)]
pub struct MakeAgent {
    serve: Serve,
    add_commands: fn(&mut States),
}

/// Creates the service for an agent; mistakes are reported in its parts instead.
type Serve = fn(AgentParts<'_>) -> Option<Arc<dyn AgentService>>;

impl MakeAgent {
    /// The service for an agent, and the commands of a program with one.
    pub const fn new(serve: Serve, add_commands: fn(&mut States)) -> Self {
        Self { serve, add_commands }
    }

    pub(crate) fn add_commands(self, states: &mut States) {
        (self.add_commands)(states);
    }
}

impl AgentDef {
    /// A definition without content, which serves nobody.
    pub const EMPTY: Self = Self {
        name: "",
        description: "",
        timeout: None,
        location: "",
        make: MakeAgent::new(|_| None, |_| ()),
    };
}

/// The settings of an agent besides its functions. Only
/// `mcp_runtime_acp::AgentSettings` implements it.
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
pub struct CommandEntry {
    /// Its definition.
    pub def: CommandDef,
    /// Its handler.
    pub handler: Arc<Handler>,
}

short_debug!(CommandEntry { def });

/// The parts of an agent.
pub struct AgentParts<'a> {
    /// What answers prompts.
    pub handler: Arc<Handler>,
    /// Its slash commands.
    pub commands: Vec<CommandEntry>,
    /// The versions of its protocol; if empty, all of them.
    pub versions: &'a [u16],
    /// The state of the server, in which its settings are.
    pub states: &'a States,
    /// Where mistakes are reported.
    pub mistakes: &'a mut Vec<String>,
}

short_debug!(AgentParts<'a> { versions });

impl AgentParts<'_> {
    pub(super) fn build(self, make: MakeAgent) -> Option<ServedAgent> {
        (make.serve)(self).map(ServedAgent)
    }
}

/// The agent of a server.
pub(crate) struct ServedAgent(Arc<dyn AgentService>);

/// Serves the connections whose clients speak the Agent Client Protocol.
pub trait AgentService: Send + Sync {
    /// Whether a request, one of the first of a connection, uses that protocol; `None` if it cannot
    /// be determined from the request.
    fn is_addressed(&self, message: &ClientMessage<'_, '_>) -> Option<bool>;

    /// Serves a connection.
    fn connect(&self, server: &Server, peer: &SharedPeer) -> Box<dyn AgentConnection>;
}

/// A connection whose client speaks the Agent Client Protocol, as a state machine.
pub trait AgentConnection: Send {
    /// Handles one message.
    fn receive(&mut self, message: &ClientMessage<'_, '_>) -> AgentAction;

    /// Called when the response to a request has been sent.
    fn answered(&mut self, id: &RequestId);

    /// Called when no more messages will come from the client, so open questions get no answer.
    fn end(&self);
}

/// The action that a message to an agent requires.
pub enum AgentAction {
    /// There is nothing left to do.
    Nothing,
    /// The response is ready.
    Answer(RequestId, Response),
    /// A step has to run, and returns the response.
    Run(RequestId, Step),
    /// A future has to run that sends the response itself, and continues.
    Work(RequestId, BoxFuture<()>),
}

short_debug!(AgentAction {});

impl Server {
    /// The service of the agent, if there is one.
    pub(crate) fn agent(&self) -> Option<&Arc<dyn AgentService>> {
        self.0.agent.as_ref().map(|ServedAgent(service)| service)
    }
}
