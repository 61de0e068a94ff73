//! The servers of a file, in the form of any known client.

mod entry;
mod env_file;
mod file;
mod launch;
mod of_client;
mod server;
mod toml;
mod variables;

use std::collections::BTreeMap;
use std::fmt;
use std::iter::repeat;
use std::path::{Path, PathBuf};

use mcp_runtime_client::{Error, Result};

pub(crate) use entry::ConfigEntry;
use file::ConfigFile;
pub use server::ConfigServer;
use variables::Variables;

/// The servers of a file, or of several: `mcpServers` in JSON, or the file of any other known
/// client, which is told by what is in it.
///
/// ```no_run
/// use mcp_runtime_host::{Clients, Config};
///
/// # async fn run() -> mcp_runtime_host::client::Result<()> {
/// let clients = Clients::builder("agent", "1.0").config(&Config::read("mcp.json")?).connect().await?;
/// # Ok(())
/// # }
/// ```
///
/// ```json
/// {
///   "mcpServers": {
///     "notes": { "command": "notes", "args": ["--root", "${workspaceFolder}"], "env_vars": ["NOTES_KEY"] },
///     "search": { "url": "https://example.com/mcp", "headers": { "X-Key": "${SEARCH_KEY}" }, "timeout": 20000 }
///   }
/// }
/// ```
///
/// An entry may also have `cwd`, `envFile`, `disabled`, `required`, `enabled_tools` and `disabled_tools`, the
/// `lock` that its server is held to, a `keepalive` in seconds, and what is to be approved
/// (`alwaysAllow`, `autoApprove`, `trust`, `default_tools_approval_mode`, and `approval_mode` of a
/// tool), where the host has no rule for a tool: as Codex, Cline, Gemini and others write it.
///
/// Comments are allowed. A file starts the programs that it names: read those alone that the user
/// trusts.
///
/// # Variables
///
/// In texts of an entry, `${NAME}`, `${env:NAME}` and, with a default, `${NAME:-text}` are variables
/// of the environment, `${input:ID}` is an [input](Self::input), and `${workspaceFolder}`,
/// `${workspaceFolderBasename}`, `${userHome}`, `${pathSeparator}` and `${/}` are what they are for
/// VS Code. A server with one that is not set has failed, and says which.
pub struct Config {
    files: Vec<ConfigFile>,
    inputs: BTreeMap<String, ConfigInput>,
}

/// An input, which may be secret.
pub(crate) struct ConfigInput(pub(crate) String);

/// Entries and inputs may have secrets.
impl fmt::Debug for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.names().collect();
        f.debug_struct("Config").field("names", &names).finish_non_exhaustive()
    }
}

impl Config {
    /// Reads a file: TOML or YAML if it is called so, or else JSON.
    ///
    /// # Errors
    ///
    /// When it cannot be read, or has no servers of a known form.
    pub fn read(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        ConfigFile::read(path).map(Self::of).map_err(|error| wrong(path, &error))
    }

    /// Reads the JSON of a file, whose relative paths are meant from this folder.
    ///
    /// # Errors
    ///
    /// When it is not JSON, or has no servers of a known form.
    pub fn parse(text: &str, folder: impl Into<PathBuf>) -> Result<Self> {
        let file = file::json(text).and_then(|file| ConfigFile::of(file, folder.into()));
        file.map(Self::of).map_err(Error::other)
    }

    fn of(file: ConfigFile) -> Self {
        Self { files: vec![file], inputs: BTreeMap::new() }
    }

    /// Sets an input of VS Code's form, which a person was asked for.
    #[must_use]
    pub fn input(mut self, id: impl Into<String>, value: impl Into<String>) -> Self {
        self.inputs.insert(id.into(), ConfigInput(value.into()));
        self
    }

    /// The names of the servers, in the order of the files.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.files.iter().flat_map(|file| file.entries.keys()).map(String::as_str)
    }

    /// The servers that are not disabled, by their names, in the order of the files.
    pub fn servers(&self) -> impl Iterator<Item = (&str, ConfigServer)> {
        let entries = self.read_entries().filter(|(_, entry)| !entry.settings.is_disabled);
        entries.map(|(name, entry)| (name, entry.into()))
    }

    /// The servers, and what is wrong with those that cannot be started.
    pub(crate) fn read_entries(&self) -> impl Iterator<Item = (&str, ConfigEntry)> {
        let home = std::env::home_dir();
        let entries = self.files.iter().flat_map(|file| file.entries.iter().zip(repeat(file)));
        entries.map(move |((name, entry), file)| {
            let variables = Variables {
                folder: &file.folder,
                home: home.as_deref(),
                inputs: &self.inputs,
                is_opencode: file.member == "mcp",
                environment: &|name| std::env::var(name).ok(),
            };
            (name.as_str(), ConfigEntry::read(entry, file.unit(), &variables))
        })
    }
}

/// What is wrong with a file.
fn wrong(path: &Path, error: &str) -> Error {
    Error::other(format!("cannot read the server configuration in {}: {error}", path.display()))
}
