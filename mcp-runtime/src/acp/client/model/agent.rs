//! How an agent describes itself.
//!
//! Source: [ACP, "Initialization"](https://agentclientprotocol.com/protocol/initialization).

use std::collections::BTreeMap;

use crate::protocol::Implementation;

/// How an agent describes itself when it is connected.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::acp::client) struct AgentFacts {
    /// Name and version, if it says them.
    pub info: Option<Implementation>,
    /// What it can do.
    pub capabilities: AgentCapabilities,
    /// How a person can authenticate, where that is needed.
    pub auth_methods: Vec<AuthMethod>,
}

/// What an agent can do. What it leaves out, and what is not of its type, it cannot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "they are independent of each other")]
#[non_exhaustive]
pub struct AgentCapabilities {
    /// It continues with a session and replays what was said.
    pub load: bool,
    /// It continues with a session: `session/resume`.
    pub resume: bool,
    /// It lists sessions: `session/list`.
    pub list: bool,
    /// It closes sessions: `session/close`.
    pub close: bool,
    /// It deletes sessions: `session/delete`.
    pub delete: bool,
    /// A session may have more directories than one.
    pub additional_directories: bool,
    /// Prompts may have pictures.
    pub image: bool,
    /// Prompts may have sound.
    pub audio: bool,
    /// Prompts may have resources in them; links they may always have.
    pub embedded_context: bool,
    /// It starts MCP servers and talks to them over standard input and output; in version 1 it always
    /// does.
    pub mcp_stdio: bool,
    /// It connects to MCP servers over HTTP.
    pub mcp_http: bool,
    /// A person can log out.
    pub logout: bool,
}

/// A way in which a person can authenticate.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AuthMethod {
    /// Its id, for [`Client::authenticate`](crate::acp::Client::authenticate).
    pub id: String,
    /// Its name, for people.
    pub name: String,
    /// What it is.
    pub description: Option<String>,
    /// What is to be run in a terminal, if that is how it is done.
    pub terminal: Option<AuthTerminal>,
}

/// How the program of the agent is run in a terminal to authenticate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct AuthTerminal {
    /// Its arguments, in place of those that start the agent.
    pub args: Vec<String>,
    /// Variables of its environment.
    pub env: BTreeMap<String, String>,
}
