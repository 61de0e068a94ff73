//! The MCP servers of a session.

use std::ffi::OsStr;
use std::fmt;

use mcp_runtime_protocol::{Error, Result};

/// An MCP server that the agent connects to for a session.
///
/// ```
/// use mcp_runtime_acp::McpServer;
///
/// let files = McpServer::stdio("files", "/usr/bin/mcp-files").args(["--root", "/work"]);
/// let search = McpServer::http("search", "https://example.com/mcp")
///     .header("Authorization", "Bearer secret");
/// // The current executable, which serves MCP as well.
/// let own = McpServer::this_binary()?;
/// # Ok::<(), mcp_runtime::Error>(())
/// ```
///
/// Source: [ACP, "Session Setup", MCP Servers](https://agentclientprotocol.com/protocol/session-setup#mcp-servers).
#[derive(Clone, PartialEq, Eq)]
pub struct McpServer {
    pub(in crate::client) name: String,
    pub(in crate::client) way: McpWay,
}

/// How a server is reached.
#[derive(Clone, PartialEq, Eq)]
pub(in crate::client) enum McpWay {
    Stdio { command: String, args: Vec<String>, env: Vec<(String, String)> },
    Http { url: String, headers: Vec<(String, String)> },
}

impl McpServer {
    /// A program that the agent starts. The protocol requires an absolute path.
    pub fn stdio(name: impl Into<String>, command: impl Into<String>) -> Self {
        let way = McpWay::Stdio { command: command.into(), args: Vec::new(), env: Vec::new() };
        Self { name: name.into(), way }
    }

    /// A server at a URL, for agents that [support those](super::AgentCapabilities::mcp_http).
    pub fn http(name: impl Into<String>, url: impl Into<String>) -> Self {
        let way = McpWay::Http { url: url.into(), headers: Vec::new() };
        Self { name: name.into(), way }
    }

    /// The current executable, under its own name: it serves MCP as well.
    ///
    /// # Errors
    ///
    /// When the path of the executable is not known, or is not Unicode.
    pub fn this_binary() -> Result<Self> {
        let path = std::env::current_exe().map_err(|error| {
            Error::other(format!("cannot find the path of this program: {error}"))
        })?;
        let name = path.file_stem().and_then(OsStr::to_str);
        let (Some(name), Some(command)) = (name, path.to_str()) else {
            return Err(Error::other("the path of this program is not Unicode"));
        };
        Ok(Self::stdio(name, command))
    }

    /// Adds an argument to a program.
    #[must_use]
    pub fn arg(self, argument: impl Into<String>) -> Self {
        self.args([argument])
    }

    /// Adds arguments to a program.
    #[must_use]
    pub fn args<A: Into<String>>(mut self, arguments: impl IntoIterator<Item = A>) -> Self {
        if let McpWay::Stdio { args, .. } = &mut self.way {
            args.extend(arguments.into_iter().map(Into::into));
        }
        self
    }

    /// Sets an environment variable of a program.
    #[must_use]
    pub fn env(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        if let McpWay::Stdio { env, .. } = &mut self.way {
            env.push((name.into(), value.into()));
        }
        self
    }

    /// Adds a header to the requests to a URL.
    #[must_use]
    pub fn header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        if let McpWay::Http { headers, .. } = &mut self.way {
            headers.push((name.into(), value.into()));
        }
        self
    }

    /// Its name, which distinguishes its tools from those of other servers.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// Arguments, variables and headers may be secret.
impl fmt::Debug for McpServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("McpServer").field("name", &self.name).finish_non_exhaustive()
    }
}
