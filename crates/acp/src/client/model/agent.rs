//! How an agent describes itself.
//!
//! Source: [ACP, "Initialization"](https://agentclientprotocol.com/protocol/initialization).

use std::collections::BTreeMap;

use mcp_runtime_protocol::Implementation;

/// How an agent describes itself when it is connected.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::client) struct AgentFacts {
    /// Its name and version, if it reports them.
    pub info: Option<Implementation>,
    /// Its capabilities.
    pub capabilities: AgentCapabilities,
    /// How a user can authenticate, if that is required.
    pub auth_methods: Vec<AuthMethod>,
}

/// The capabilities of an agent. Members that are missing, or of the wrong type, are unsupported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "they are independent of each other")]
#[non_exhaustive]
pub struct AgentCapabilities {
    /// It reopens a session and replays its history.
    pub load: bool,
    /// It reopens a session without replaying it: `session/resume`.
    pub resume: bool,
    /// It lists sessions: `session/list`.
    pub list: bool,
    /// It closes sessions: `session/close`.
    pub close: bool,
    /// It deletes sessions: `session/delete`.
    pub delete: bool,
    /// A session may have additional directories.
    pub additional_directories: bool,
    /// Prompts may contain images.
    pub image: bool,
    /// Prompts may contain audio.
    pub audio: bool,
    /// Prompts may contain embedded resources; links are always allowed.
    pub embedded_context: bool,
    /// It starts MCP servers and communicates over standard input and output; in version 1 it
    /// always does.
    pub mcp_stdio: bool,
    /// It connects to MCP servers over HTTP.
    pub mcp_http: bool,
    /// It applies a system prompt of the client, after its own.
    pub system_prompt: bool,
    /// It also applies one in place of its own.
    pub system_prompt_override: bool,
    /// Users can log out.
    pub logout: bool,
}

/// A method for users to authenticate.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AuthMethod {
    /// Its id, for [`Client::authenticate`](crate::Client::authenticate).
    pub id: String,
    /// Its display name.
    pub name: String,
    /// A description.
    pub description: Option<String>,
    /// The command to run in a terminal, if that is how to authenticate.
    pub terminal: Option<AuthTerminal>,
}

/// How the program of the agent is run in a terminal to authenticate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct AuthTerminal {
    /// Its arguments, instead of those that start the agent.
    pub args: Vec<String>,
    /// Its environment variables.
    pub env: BTreeMap<String, String>,
}
