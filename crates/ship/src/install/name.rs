//! The name of a server in the files of clients, and the path of its program.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use crate::clients::Home;
use mcp_runtime_protocol::{Error, Result};

/// The maximum length of a name: clients prefix the names of tools with it, which may have 60
/// characters in total.
const MAX_NAME_CHARS: usize = 24;

/// A name that every client accepts: lowercase letters, digits and hyphens, and without the word
/// `mcp`.
pub(crate) fn server_name(name: &str) -> String {
    let lower = name.to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_ascii_alphanumeric()).collect();
    let distinctive: Vec<&str> =
        words.iter().filter(|word| !word.is_empty() && !matches!(**word, "mcp")).copied().collect();
    let joined = if distinctive.is_empty() { "server".to_owned() } else { distinctive.join("-") };
    let name: String = joined.chars().take(MAX_NAME_CHARS).collect();
    name.trim_end_matches('-').to_owned()
}

/// The path of this program: preferably a link to it in the `PATH` of the person, which stays the
/// same when a new version is installed.
///
/// # Errors
///
/// When the system does not report it.
pub(crate) fn program(home: &Home) -> Result<PathBuf> {
    let running = env::current_exe()
        .map_err(|error| Error::io("cannot find the path of this program", error))?;
    let real = fs::canonicalize(&running).unwrap_or_else(|_| running.clone());
    let linked = running.file_name().and_then(|name| home.find(&name.to_string_lossy()));
    let leads_here = |link: &PathBuf| {
        link.is_absolute() && fs::canonicalize(link).is_ok_and(|leads_to| leads_to == real)
    };
    Ok(linked.filter(leads_here).unwrap_or_else(|| plain(&real)))
}

/// Whether a program is in a target directory of cargo, which `cargo clean` deletes.
pub(crate) fn is_build(program: &Path) -> bool {
    // Where intermediate files are in a directory of their own, only the second one is beside it.
    let marks = [".rustc_info.json", "CACHEDIR.TAG"];
    let mut directories = program.ancestors().skip(1);
    directories.any(|directory| marks.iter().any(|mark| directory.join(mark).exists()))
}

/// The path without the prefix of long paths on Windows, which not every client understands.
fn plain(path: &Path) -> PathBuf {
    let text = path.display().to_string();
    text.strip_prefix(r"\\?\").map_or_else(|| path.to_owned(), PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fit_every_client() {
        for (name, expected) in [
            ("notes", "notes"),
            ("Notes_Server-MCP", "notes-server"),
            ("mcp-notes", "notes"),
            ("mcp", "server"),
            ("a-very-long-name-of-a-server-of-somebody", "a-very-long-name-of-a-se"),
        ] {
            assert_eq!(server_name(name), expected);
        }
    }
}
