//! The known clients: how a server is added to each. Another one is added in the table,
//! `clients.json` of the protocol crate.

mod entry;
mod reference;

use std::path::{Path, PathBuf};

use mcp_runtime_protocol::client_apps::{self, TABLE, USER};
use serde::Deserialize;

pub(crate) use entry::{Launch, entry_over};
pub(crate) use mcp_runtime_protocol::client_apps::{
    Format, Home, PROJECT, Place, ServerKind, find_in, is_program,
};

/// The maximum length of the name of a server, in characters.
const MAX_NAME_CHARS: usize = 100;

/// Checks the name of a server: it becomes part of the names of files.
///
/// # Errors
///
/// What is wrong with it.
pub(crate) fn checked_name(name: &str) -> Result<String, String> {
    let wrong = if name.trim().is_empty() {
        "a name must not be empty"
    } else if name.contains(['/', '\\']) || matches!(name, "." | "..") {
        "a name must not be a path: it becomes part of file names"
    } else if name.chars().any(char::is_control) {
        "a name must not have control characters"
    } else if name.chars().count() > MAX_NAME_CHARS {
        "a name must have at most 100 characters"
    } else {
        return Ok(name.to_owned());
    };
    Err(wrong.to_owned())
}

/// All known clients.
pub(crate) fn all() -> Vec<ClientApp> {
    serde_json::from_str(TABLE).expect("a test reads the table")
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
            return Err(client_apps::unknown(name, all.iter().map(|client| client.id.as_str())));
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
            || (self.beside_file && self.places(home, USER).next().is_some_and(is_beside))
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
