//! How an agent and its slash commands are defined, and added to a server.

use mcp_runtime::ServerBuilder;
use mcp_runtime::other_protocol::{ProtocolDef, ProtocolRoute, add_handler};

use super::prompt_handler::{AGENT_KIND, COMMAND_KIND};
use super::service::ACP;
use super::settings::AgentSettings;

/// The definition of an agent, which generated code fills in: only programs with an agent contain
/// the protocol.
pub const AGENT: ProtocolDef = ProtocolDef::new(AGENT_KIND, ACP);

/// The definition of a slash command, likewise.
pub const COMMAND: ProtocolDef = ProtocolDef::new(COMMAND_KIND, ACP);

/// A free function that is an agent. Only [`#[agent]`](macro@crate::agent) implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an agent",
    note = "annotate the function with `#[agent]`, and import it by the function's name"
)]
pub trait AgentFn {
    /// The definition of the agent.
    #[doc(hidden)]
    fn route() -> ProtocolRoute<()>;
}

/// A free function that is a slash command of an agent. Only [`#[command]`](macro@crate::command)
/// implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a command",
    note = "annotate the function with `#[command]`, and import it by the function's name"
)]
pub trait CommandFn {
    /// The definition of the command.
    #[doc(hidden)]
    fn route() -> ProtocolRoute<()>;
}

/// Adds an agent to a server, which then speaks the Agent Client Protocol: when it is started with the
/// argument `acp`, or without one if it has no tools, prompts or resources.
///
/// ```no_run
/// use mcp_runtime::{Result, server};
/// use mcp_runtime_acp::{AgentServer, Prompt, Turn, agent};
///
/// /// Repeats the prompt.
/// #[agent]
/// async fn echo(prompt: Prompt, turn: Turn) -> Result<()> {
///     turn.say(prompt.text()).await
/// }
///
/// fn main() -> Result<()> {
///     server!().agent::<echo>().run()
/// }
/// ```
pub trait AgentServer: Sized {
    /// Adds the agent: a function with [`#[agent]`](macro@crate::agent).
    #[must_use]
    fn agent<A: AgentFn /* as in `.agent::<coder>()` */>(self) -> Self;

    /// Adds a slash command of the agent: a function with [`#[command]`](macro@crate::command).
    #[must_use]
    fn command<C: CommandFn /* as in `.command::<review>()` */>(self) -> Self;

    /// Configures the agent besides its functions: for example, options for users to choose from.
    /// Settings that were given before are replaced.
    #[must_use]
    fn agent_settings(self, settings: AgentSettings) -> Self;
}

impl AgentServer for ServerBuilder {
    fn agent<A: AgentFn>(self) -> Self {
        add_handler(self, A::route())
    }

    fn command<C: CommandFn>(self) -> Self {
        add_handler(self, C::route())
    }

    fn agent_settings(self, settings: AgentSettings) -> Self {
        self.state(settings)
    }
}
