//! The options of the program.

use std::path::PathBuf;

use clap::Args;

/// Which servers are offered, and how they are reached.
#[derive(Args, Debug)]
pub(crate) struct BridgeOptions {
    /// The URL of a server
    #[arg(value_name = "URL")]
    pub(crate) url: Option<String>,

    /// The command that starts a server, after `--`
    #[arg(last = true, value_name = "PROGRAM")]
    pub(crate) program: Vec<String>,

    /// A client's configuration file with several servers; each tool is prefixed with the name of its server
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,

    /// A header to send with each request to the URL; `${NAME}` is replaced with an environment variable
    #[arg(long = "header", value_name = "NAME: VALUE")]
    pub(crate) headers: Vec<String>,

    /// Log in through the browser if the server requires it, and save the login
    #[arg(long)]
    pub(crate) login: bool,

    /// The file that keeps logins
    #[arg(long, value_name = "FILE", env = "MCP_BRIDGE_TOKENS")]
    pub(crate) tokens: Option<PathBuf>,

    /// Offer only these tools, by the names that clients see
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(crate) tools: Vec<String>,
}
