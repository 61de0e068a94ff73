//! Serves an agent over a transport that a program chooses.

use mcp_runtime::{Server, Transport, other_protocol};
use mcp_runtime_protocol::Result;

/// Serves one connection to the agent of a server over a transport, until its input ends.
///
/// The command `acp` does this over standard input and output, and so does
/// [`run`](mcp_runtime::Server::run) for a program that has nothing but an agent. This is for
/// programs without a command line, and for other transports:
///
/// ```no_run
/// use mcp_runtime::{Result, server, stdio};
/// use mcp_runtime_acp::{AgentServer, Prompt, Turn, agent};
///
/// /// Repeats the prompt.
/// #[agent]
/// async fn echo(prompt: Prompt, turn: Turn) -> Result<()> {
///     turn.say(prompt.text()).await
/// }
///
/// #[tokio::main(flavor = "current_thread")]
/// async fn main() -> Result<()> {
///     mcp_runtime_acp::serve(server!().agent::<echo>().build()?, stdio()).await
/// }
/// ```
///
/// # Errors
///
/// When the server has no agent, or reading fails.
pub async fn serve(server: Server, transport: impl Transport) -> Result<()> {
    other_protocol::serve(server, transport).await
}
