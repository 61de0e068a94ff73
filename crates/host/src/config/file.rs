//! A file with servers.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use mcp_runtime_protocol::files::read_text;
use mcp_runtime_protocol::yaml;
use serde_json::{Map, Value};

use super::toml;

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

/// The servers of a file.
pub(super) struct ConfigFile {
    /// What relative paths are meant from.
    pub(super) folder: PathBuf,
    /// The member that has the servers.
    pub(super) member: String,
    pub(super) entries: Map<String, Value>,
    /// Whether it is that of a client which counts `timeout` in seconds, as its name says.
    counts_seconds: bool,
}

/// What `timeout` is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TimeUnit {
    Seconds,
    Milliseconds,
}

impl ConfigFile {
    /// Reads a file with servers of any known form.
    pub(super) fn read(path: &Path) -> Result<Self, String> {
        let file = parsed(path)?;
        let absolute = std::path::absolute(path).map_err(|error| error.to_string())?;
        let folder = absolute.parent().unwrap_or(Path::new("")).to_owned();
        Ok(Self { counts_seconds: counts_seconds(&absolute), ..Self::of(file, folder)? })
    }

    pub(super) fn of(file: Value, folder: PathBuf) -> Result<Self, String> {
        let Value::Object(mut file) = file else { return Err("it is not an object".to_owned()) };
        let found =
            SERVERS.into_iter().find(|member| file.get(*member).is_some_and(Value::is_object));
        let Some(member) = found else {
            return Err(format!("it has none of the members {}", SERVERS.join(", ")));
        };
        let entries = file.shift_remove(member).unwrap_or_default();
        Ok(Self::new(folder, member, entries))
    }

    /// The servers at a path of members, which may be none.
    pub(super) fn at(place: &Path, mut file: Value, path: &[String], folder: PathBuf) -> Self {
        let (member, above) =
            path.split_last().map_or(("", &[][..]), |(last, above)| (last, above));
        for name in above {
            file = file.get_mut(name).map(Value::take).unwrap_or_default();
        }
        let entries = file.get_mut(member).map(Value::take).unwrap_or_default();
        Self { counts_seconds: counts_seconds(place), ..Self::new(folder, member, entries) }
    }

    /// What `timeout` of its entries is counted in.
    pub(super) fn unit(&self) -> TimeUnit {
        if self.counts_seconds || self.member == "extensions" {
            TimeUnit::Seconds
        } else {
            TimeUnit::Milliseconds
        }
    }

    fn new(folder: PathBuf, member: &str, entries: Value) -> Self {
        let all = match entries {
            Value::Object(entries) => entries,
            _ => Map::new(),
        };
        let entries = all.into_iter().filter(|(_, entry)| !is_of_goose(entry)).collect();
        Self { folder, member: member.to_owned(), entries, counts_seconds: false }
    }
}

/// Whether a file is that of Cline, Roo Code or Kilo Code: their members are those of others, which
/// count milliseconds.
fn counts_seconds(path: &Path) -> bool {
    let is_called = |name: Option<&OsStr>, known: &[&str]| {
        name.and_then(OsStr::to_str).is_some_and(|name| known.contains(&name))
    };
    let folder = path.parent().and_then(Path::file_name);
    is_called(path.file_name(), &["cline_mcp_settings.json", "mcp_settings.json"])
        || is_called(folder, &[".cline", ".roo", ".kilocode"])
}

/// Parses a file: TOML or YAML if it is called so, or else JSON.
pub(super) fn parsed(path: &Path) -> Result<Value, String> {
    let text = read_text(path, MAX_FILE).map_err(|error| error.to_string())?;
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("toml") => toml::parse(&text),
        Some("yaml" | "yml") => {
            yaml::read(&text).map_err(|(line, wrong)| format!("line {line}: {wrong}"))
        }
        _ => json(&text),
    }
}

/// Whether an entry is an extension that is part of Goose, and no server.
fn is_of_goose(entry: &Value) -> bool {
    let kind = entry.get("type").and_then(Value::as_str);
    matches!(kind, Some("builtin" | "platform" | "frontend" | "inline_python"))
}

/// Parses JSON with comments.
pub(super) fn json(text: &str) -> Result<Value, String> {
    let options = jsonc_parser::ParseOptions::default();
    let parsed = jsonc_parser::parse_to_serde_value::<Option<Value>>(text, &options);
    parsed.map(Option::unwrap_or_default).map_err(|error| error.to_string())
}
