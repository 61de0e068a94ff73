//! The known clients: where and how a server is added to each. The table is `clients.json`, where
//! another client is added.

mod entry;
mod home;
mod reference;

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use entry::TemplateValues;
pub(crate) use entry::{Launch, entry_over};
pub(crate) use home::{Home, find_in, is_program};

/// The scope of the files of a project.
pub(crate) const PROJECT: &str = "project";

/// The maximum length of the name of a server, in characters.
const MAX_NAME_CHARS: usize = 100;

/// Checks the name of a server: it becomes part of the names of files.
///
/// # Errors
///
/// What is wrong with it.
pub(crate) fn checked_name(name: &str) -> Result<String, String> {
    let wrong = if name.trim().is_empty() {
        "a name has at least one letter"
    } else if name.contains(['/', '\\']) || matches!(name, "." | "..") {
        "a name is part of the names of files, so it is no path"
    } else if name.chars().any(char::is_control) {
        "a name has no control characters"
    } else if name.chars().count() > MAX_NAME_CHARS {
        "a name has at most 100 characters"
    } else {
        return Ok(name.to_owned());
    };
    Err(wrong.to_owned())
}

/// All known clients.
pub(crate) fn all() -> Vec<ClientApp> {
    serde_json::from_str(include_str!("clients.json")).expect("a test reads the table")
}

/// The clients of these names; the error for an unknown one lists the known ones.
pub(crate) fn named(names: &[String]) -> Result<Vec<ClientApp>, String> {
    let mut all = all();
    let mut found = Vec::new();
    for name in names {
        let Some(place) = all.iter().position(|client| client.is_called(name)) else {
            if found.iter().any(|client: &ClientApp| client.is_called(name)) {
                continue;
            }
            let known: Vec<&str> = all.iter().map(|client| client.id.as_str()).collect();
            return Err(format!("`{name}` is not a known client; known are {}", known.join(", ")));
        };
        found.push(all.remove(place));
    }
    Ok(found)
}

/// A program that starts servers.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClientApp {
    pub(crate) id: String,
    pub(crate) name: String,
    #[serde(default)]
    aliases: Vec<String>,
    /// Its own programs.
    #[serde(default)]
    commands: Vec<String>,
    /// Paths that exist where it is installed.
    #[serde(default)]
    paths: Vec<String>,
    /// Whether it is installed where the directory of its file exists.
    #[serde(default)]
    beside_file: bool,
    /// Which variables of its environment it passes to servers.
    #[serde(default)]
    pub(crate) passes: Passes,
    /// The syntax of a variable that it looks up itself.
    pub(crate) expands: Option<String>,
    /// Whether it passes on what has another syntax as it is written.
    #[serde(default)]
    pub(crate) literal: bool,
    /// The kinds of servers whose entries have to have a type.
    #[serde(default)]
    pub(crate) typed: Vec<ServerKind>,
    /// Whether it takes a member `url` beside the one of its own.
    #[serde(default)]
    pub(crate) takes_url: bool,
    /// Whether it refuses numbers where texts belong, with the whole file.
    #[serde(default)]
    pub(crate) exact: bool,
    /// The member of an entry that lists the names of variables to pass on.
    pub(crate) env_names: Option<String>,
    /// Whether it refuses files with comments.
    #[serde(default)]
    pub(crate) strict: bool,
    /// The pattern for names of servers.
    pub(crate) names: Option<String>,
    /// How to make it read its file again.
    pub(crate) restart: Option<String>,
    /// How a project has to be trusted before its file is read.
    pub(crate) trust: Option<String>,
    /// Where it records what it trusts, if that can be read.
    pub(crate) trust_record: Option<TrustRecord>,
    /// Its own command that adds a server.
    pub(crate) add: Option<AddCommand>,
    /// A link that adds a server.
    pub(crate) link: Option<String>,
    /// The manual steps if there is no file.
    pub(crate) manual: Option<String>,
    pub(crate) entries: Vec<Place>,
}

/// How a client reaches a server.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ServerKind {
    Program,
    Url,
}

/// The words of a client's own command.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct AddCommand {
    pub(crate) stdio: Vec<String>,
    pub(crate) http: Vec<String>,
}

/// Which variables of its environment a client passes to servers.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Passes {
    /// Everything.
    #[default]
    All,
    /// A short allowlist.
    Codex,
    /// Everything but what looks secret.
    Gemini,
    /// Those of a desktop session, which no shell has set up.
    Desktop,
}

/// Where a client records what it trusts.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(crate) enum TrustRecord {
    /// The servers of each project, in the settings of Claude Code.
    Claude,
    /// Projects, in the configuration of Codex.
    Codex,
    /// Folders, for servers of every scope.
    Gemini,
}

/// A file to which servers are added.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Place {
    pub(crate) scope: String,
    pub(crate) paths: BTreeMap<System, String>,
    pub(crate) format: Format,
    key: Vec<String>,
    stdio: Option<Value>,
    http: Option<Value>,
    /// A variable that names another directory, and the file in it; without a file, it names the file.
    variable: Option<(String, String)>,
    /// Files that are read if they exist and the file itself does not.
    #[serde(default)]
    instead: Vec<String>,
}

/// An operating system.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "lowercase")]
pub(crate) enum System {
    Linux,
    Macos,
    Windows,
}

/// The format of a file.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Format {
    Json,
    Jsonc,
    Toml,
    Yaml,
}

impl ClientApp {
    fn is_called(&self, name: &str) -> bool {
        self.id == name || self.aliases.iter().any(|alias| alias == name)
    }

    /// Its own programs.
    pub(crate) fn commands(&self) -> &[String] {
        &self.commands
    }

    /// Whether it seems to be installed.
    pub(crate) fn is_there(&self, home: &Home) -> bool {
        self.commands.iter().any(|command| home.finds(command))
            || self.paths.iter().any(|path| home.paths(path, "").iter().any(|path| path.exists()))
            || (self.beside_file && self.places(home, "user").next().is_some_and(is_beside))
    }

    /// The files of a scope on this system, for a server of any name.
    pub(crate) fn places(&self, home: &Home, scope: &str) -> impl Iterator<Item = PathBuf> {
        let places = self.entries.iter().filter(move |place| place.scope == scope);
        places.flat_map(|place| place.files(home, "x")).collect::<Vec<_>>().into_iter()
    }

    /// Whether a server may have this name.
    pub(crate) fn takes_name(&self, name: &str) -> bool {
        let Some(pattern) = &self.names else { return true };
        regex_lite::Regex::new(pattern).is_ok_and(|pattern| pattern.is_match(name))
    }
}

#[expect(clippy::needless_pass_by_value, reason = "as an iterator gives it")]
fn is_beside(file: PathBuf) -> bool {
    file.parent().is_some_and(Path::is_dir)
}

impl Place {
    /// The file of this system; more than one where the client has several copies of itself.
    pub(crate) fn files(&self, home: &Home, name: &str) -> Vec<PathBuf> {
        let Some(usual) = self.paths.get(&home.system) else { return Vec::new() };
        if let Some((variable, file)) = &self.variable
            && let Some(directory) = home.variable(variable)
        {
            let directory = PathBuf::from(directory);
            return vec![if file.is_empty() { directory } else { directory.join(file) }];
        }
        let files = home.paths(usual, name);
        if files.iter().any(|file| file.exists()) {
            return files;
        }
        let mut others = self.instead.iter().flat_map(|path| home.paths(path, name));
        others.find(|file| file.exists()).map_or(files, |file| vec![file])
    }

    /// The key of the entry of a server in the file.
    pub(crate) fn key(&self, home: &Home, name: &str) -> Vec<String> {
        let filled = |part: &String| match part.as_str() {
            "$name" => name.to_owned(),
            "$project_dir" => home.project.display().to_string(),
            part => part.to_owned(),
        };
        self.key.iter().map(filled).collect()
    }

    /// The form of an entry; `None` if the client does not support this kind.
    pub(crate) fn template(&self, kind: ServerKind) -> Option<&Value> {
        match kind {
            ServerKind::Program => self.stdio.as_ref(),
            ServerKind::Url => self.http.as_ref(),
        }
    }

    /// The entry of a server; `None` if the client does not support this kind.
    pub(crate) fn entry(&self, launch: &Launch, name: &str, description: &str) -> Option<Value> {
        let kind = match launch {
            Launch::Program { .. } => ServerKind::Program,
            Launch::Url { .. } => ServerKind::Url,
        };
        let keeps_empty = self.format == Format::Yaml;
        let values = TemplateValues { launch, name, description, keeps_empty };
        self.template(kind).map(|template| values.fill(template))
    }
}

impl fmt::Display for System {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Linux => "Linux",
            Self::Macos => "macOS",
            Self::Windows => "Windows",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_every_client_and_entry() {
        let all = all();
        let entries: usize =
            all.iter().flat_map(|client| &client.entries).map(|place| place.paths.len()).sum();
        assert_eq!((all.len(), entries), (23, 107));
        for client in &all {
            assert!(client.manual.is_some() == client.entries.is_empty(), "{}", client.id);
            assert!(client.takes_name("notes"), "{}", client.id);
        }
    }

    #[test]
    fn clients_are_found_by_their_names() {
        let names = ["claude".to_owned(), "cc".to_owned(), "codex".to_owned()];
        let found: Vec<String> = named(&names).unwrap().into_iter().map(|found| found.id).collect();
        assert_eq!(found, ["claude-code", "codex"]);
        assert!(
            named(&["emacs".to_owned()]).unwrap_err().contains("`emacs` is not a known client")
        );
    }
}
