//! The servers of a file, in the form of any known client.

mod entry;
mod launch;
mod toml;
mod variables;

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use mcp_runtime_client::{Error, Result};
use mcp_runtime_protocol::yaml;
use serde_json::{Map, Value};

pub(crate) use entry::ConfigEntry;
pub(crate) use launch::ConfigLaunch;
use variables::Variables;

/// The longest file that is read, in bytes.
const MAX_FILE: u64 = 4 * 1024 * 1024;

/// The members of a file that have its servers: of most clients, of VS Code, Zed, Codex, Amp,
/// opencode, and Goose.
const SERVERS: [&str; 7] = [
    "mcpServers",
    "servers",
    "context_servers",
    "mcp_servers",
    "amp.mcpServers",
    "mcp",
    "extensions",
];

/// The servers of a file: `mcpServers` in JSON, or the file of any other known client, which is told
/// by what is in it.
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
/// An entry may also have `cwd`, `disabled`, `required`, `enabled_tools` and `disabled_tools`, the
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
    folder: PathBuf,
    member: &'static str,
    entries: Map<String, Value>,
    inputs: BTreeMap<String, ConfigInput>,
}

/// An input, which may be secret.
pub(crate) struct ConfigInput(pub(crate) String);

/// Entries and inputs may have secrets.
impl fmt::Debug for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.names().collect();
        f.debug_struct("Config").field("folder", &self.folder).field("names", &names).finish()
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
        let failed = |error: &dyn fmt::Display| {
            Error::other(format!("the servers of {}: {error}", path.display()))
        };
        let length = fs::metadata(path).map_err(|error| failed(&error))?.len();
        if length > MAX_FILE {
            return Err(failed(&format_args!("the file is longer than {MAX_FILE} bytes")));
        }
        let text = fs::read_to_string(path).map_err(|error| failed(&error))?;
        let parsed = match path.extension().and_then(|extension| extension.to_str()) {
            Some("toml") => toml::parse(&text),
            Some("yaml" | "yml") => {
                yaml::read(&text).map_err(|(line, wrong)| format!("line {line}: {wrong}"))
            }
            _ => json(&text),
        };
        let absolute = std::path::absolute(path).map_err(|error| failed(&error))?;
        let folder = absolute.parent().unwrap_or(Path::new("")).to_owned();
        Self::of(parsed.map_err(|error| failed(&error))?, folder).map_err(|error| failed(&error))
    }

    /// Reads the JSON of a file, whose relative paths are meant from this folder.
    ///
    /// # Errors
    ///
    /// When it is not JSON, or has no servers of a known form.
    pub fn parse(text: &str, folder: impl Into<PathBuf>) -> Result<Self> {
        json(text).and_then(|file| Self::of(file, folder.into())).map_err(Error::other)
    }

    fn of(file: Value, folder: PathBuf) -> Result<Self, String> {
        let Value::Object(mut file) = file else { return Err("it is no object".to_owned()) };
        let found =
            SERVERS.into_iter().find(|member| file.get(*member).is_some_and(Value::is_object));
        let Some(member) = found else {
            return Err(format!("it has none of the members {}", SERVERS.join(", ")));
        };
        let entries = match file.shift_remove(member) {
            Some(Value::Object(entries)) => entries,
            _ => Map::new(),
        };
        let entries = entries.into_iter().filter(|(_, entry)| !is_of_goose(entry)).collect();
        Ok(Self { folder, member, entries, inputs: BTreeMap::new() })
    }

    /// Sets an input of VS Code's form, which a person was asked for.
    #[must_use]
    pub fn input(mut self, id: impl Into<String>, value: impl Into<String>) -> Self {
        self.inputs.insert(id.into(), ConfigInput(value.into()));
        self
    }

    /// The names of the servers, in the order of the file.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.keys().map(String::as_str)
    }

    /// The servers, and what is wrong with those that cannot be started.
    pub(crate) fn read_entries(&self) -> impl Iterator<Item = (&str, ConfigEntry)> {
        let home = std::env::home_dir();
        self.entries.iter().map(move |(name, entry)| {
            let variables = Variables {
                folder: &self.folder,
                home: home.as_deref(),
                inputs: &self.inputs,
                is_opencode: self.member == "mcp",
                environment: &|name| std::env::var(name).ok(),
            };
            (name.as_str(), ConfigEntry::read(entry, self.member, &variables))
        })
    }
}

/// Whether an entry is an extension that is part of Goose, and no server.
fn is_of_goose(entry: &Value) -> bool {
    let kind = entry.get("type").and_then(Value::as_str);
    matches!(kind, Some("builtin" | "platform" | "frontend" | "inline_python"))
}

/// Parses JSON with comments.
fn json(text: &str) -> Result<Value, String> {
    let options = jsonc_parser::ParseOptions::default();
    let parsed = jsonc_parser::parse_to_serde_value::<Option<Value>>(text, &options);
    parsed.map(Option::unwrap_or_default).map_err(|error| error.to_string())
}
