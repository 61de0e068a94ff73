//! Files about a program: for the MCP registry, desktop apps and containers.

mod bundle;
mod context;
mod docker;
mod registry;

pub(crate) use bundle::bundle;
pub(crate) use context::{IGNORED, ignore, outside};
pub(crate) use docker::{Container, dockerfile};
pub(crate) use registry::{registry_name, server_json};

use mcp_runtime::Server;
use mcp_runtime_protocol::{Error, Result};

/// The publisher of a program, and its package.
#[derive(Debug)]
pub(crate) struct Publisher {
    pub(crate) repository: Option<String>,
    /// The name in the registry.
    pub(crate) name: Option<String>,
    pub(crate) author: Option<String>,
    /// The name of the crate.
    pub(crate) package: String,
    /// The arguments of the program.
    pub(crate) args: Vec<String>,
}

impl Publisher {
    /// The host, the owner and the name of the repository.
    fn repository_parts(&self) -> Option<(&str, &str, &str)> {
        let url = self.repository.as_deref()?.strip_prefix("https://")?.trim_end_matches('/');
        let mut parts = url.splitn(3, '/');
        let host = parts.next()?;
        let owner = parts.next()?;
        let name = parts.next()?;
        Some((host, owner, name.trim_end_matches(".git")))
    }
}

/// What the server does, in one sentence.
fn description(server: &Server) -> Result<&str> {
    let description = server.info().description.as_deref().map(str::trim).unwrap_or_default();
    if description.is_empty() {
        Err(Error::other("a description is missing: write one as `description` in Cargo.toml"))
    } else {
        Ok(description)
    }
}
