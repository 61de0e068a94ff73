//! What the server and its transports know about agents, which `mcp-runtime-acp` serves.
//!
//! It is [another protocol](crate::other_protocol), behind a pointer that comes with the agent, so
//! programs without agents do not contain it.

use std::sync::Arc;

use serde_json::Value;

use super::handler::{CallDef, Handler};
use super::other_protocol::OtherProtocol;
use super::response::BoxFuture;
use super::{Context, Response, States};
use crate::debug::short_debug;
use crate::schema::ArgumentSchema;

/// The definition of an agent.
#[derive(Clone, Copy, Debug)]
pub struct AgentDef {
    /// The name of its function.
    pub name: &'static str,
    /// What it does.
    pub description: &'static str,
    /// How its turns run.
    pub call: CallDef,
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
    /// How its turns run.
    pub call: CallDef,
    /// Its location in the source.
    pub location: &'static str,
}

impl CommandDef {
    /// An empty definition.
    pub const EMPTY: Self =
        Self { name: "", description: "", hint: None, call: CallDef::EMPTY, location: "" };
}

/// Makes a service of an agent's handlers, and adds commands to the program.
#[derive(Clone, Copy, Debug)]
pub struct MakeAgent {
    serve: Serve,
    add_commands: fn(&mut States),
}

/// Makes the service of the agent and its slash commands, with the states of the server. The error
/// lists mistakes.
type Serve =
    fn(AgentHandler, Vec<AgentHandler>, &States) -> Result<Arc<dyn OtherProtocol>, Vec<String>>;

impl MakeAgent {
    /// The service of an agent, and the commands of a program with one.
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
        call: CallDef::EMPTY,
        location: "",
        make: MakeAgent::new(|_, _, _| Err(Vec::new()), |_| ()),
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
pub(crate) struct CommandEntry {
    pub(crate) def: CommandDef,
    pub(crate) handler: Arc<Handler>,
}

/// Makes the service of an agent; what is wrong is added to the mistakes.
pub(super) fn serve(
    agent: AgentEntry,
    commands: Vec<CommandEntry>,
    states: &States,
    mistakes: &mut Vec<String>,
) -> Option<Arc<dyn OtherProtocol>> {
    let commands = commands.into_iter().map(|CommandEntry { def, handler }| AgentHandler {
        handler,
        name: def.name,
        description: def.description,
        hint: def.hint,
    });
    let name = "";
    let description = "";
    let hint = None;
    let handler = AgentHandler { handler: agent.handler, name, description, hint };
    let served = (agent.make.serve)(handler, commands.collect(), states);
    served.map_err(|wrong| mistakes.extend(wrong)).ok()
}

/// What answers the prompts of an agent, or those that name a slash command.
pub struct AgentHandler {
    handler: Arc<Handler>,
    name: &'static str,
    description: &'static str,
    hint: Option<&'static str>,
}

short_debug!(AgentHandler { name });

impl AgentHandler {
    /// The name of the command.
    pub fn name(&self) -> &str {
        self.name
    }

    /// What the command does.
    pub fn description(&self) -> &str {
        self.description
    }

    /// What the user is shown where the input is entered, if the command takes any.
    #[inline]
    pub fn hint(&self) -> Option<String> {
        let input = self.input().map(|input| {
            let description = &self.schema()["properties"][input.name.as_str()]["description"];
            description.as_str().unwrap_or(&input.name).to_owned()
        });
        self.hint.map(str::to_owned).or(input)
    }

    /// Runs the handler; empty input counts as none unless the command requires it.
    #[inline]
    pub fn run(&self, context: &mut Context, input: &str) -> BoxFuture<Response> {
        let argument = self.input().filter(|argument| argument.required || !input.is_empty());
        let text = argument.map(|argument| (argument.name.as_str(), input.to_owned()));
        let step = self.handler.call_with_text(context, text.into_iter().collect());
        Box::pin(step.response())
    }

    fn schema(&self) -> &Value {
        &self.handler.target.spec.schema.schema
    }

    fn input(&self) -> Option<&ArgumentSchema> {
        self.handler.target.spec.schema.arguments.first()
    }
}
