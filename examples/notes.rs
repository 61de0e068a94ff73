//! Lets a model search, read, write and delete the Markdown and text files of a directory: the
//! one that `NOTES_DIR` names, or else the current one.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use cap_fs_ext::OpenOptionsSyncExt as _;
use cap_std::ambient_authority;
use cap_std::fs::{Dir, File, Metadata, OpenOptions};
use mcp_runtime::{Env, Error, NotFound, Result, Schema, handlers, prompt, resource, server, tool};
use serde::{Deserialize, Serialize};

const NOTES_DIR: Env = Env::new("NOTES_DIR").directory().default(".").why("Where the notes are");

/// The name of a note: its path in the directory, such as `ideas/today.md`.
#[derive(Serialize, Deserialize, Schema)]
#[serde(try_from = "String")]
struct NoteName(String);

impl TryFrom<String> for NoteName {
    type Error = &'static str;

    fn try_from(name: String) -> Result<Self, Self::Error> {
        // An absolute path has an empty part, and `..` begins like a hidden file.
        let plain = |part: &str| !part.is_empty() && !part.starts_with('.');
        let is_note = name.ends_with(".md") || name.ends_with(".txt");
        let name = Some(name).filter(|name| is_note && name.split('/').all(plain));
        name.map(Self).ok_or("expected a path to a .md or .txt file")
    }
}

#[derive(Clone, Copy, Deserialize, Schema)]
#[serde(rename_all = "lowercase")]
enum Order {
    Name,
    Newest,
}

#[derive(Clone, Copy, Deserialize, Schema)]
#[serde(rename_all = "lowercase")]
enum Style {
    Sentence,
    Bullets,
}

#[derive(Serialize, Schema)]
struct SearchResult {
    notes: Vec<Note>,
}

#[derive(Serialize, Schema)]
struct Note {
    name: NoteName,
    bytes: u64,
    modified: String,
}

/// The directory. No path in it leads out of it, even if its links are changed at the same time.
struct Notes(Dir);

/// Searches, reads, writes and deletes notes: the Markdown and text files of one directory.
#[handlers]
impl Notes {
    /// Finds the notes that contain all the words.
    #[tool(title = "Search notes", read_only, open_world = false, blocking)]
    fn search(
        &self,
        /// Words, or parts of words.
        query: &str,
        /// How many notes to give at most.
        #[arg(default = 10, range(1..=100))]
        limit: usize,
        /// By name if left out.
        order: Option<Order>,
    ) -> SearchResult {
        let query = query.to_lowercase();
        let mut notes = self.notes();
        if let Some(Order::Newest) = order {
            notes.sort_by(|one, other| other.modified.cmp(&one.modified));
        }
        let found = notes.into_iter().filter(|note| {
            let text = self.read(&note.name).unwrap_or_default().to_lowercase();
            query.split_whitespace().all(|word| text.contains(word))
        });
        SearchResult { notes: found.take(limit).collect() }
    }

    /// Gives the text of a note.
    #[tool(title = "Read note", read_only, open_world = false)]
    fn read(&self, name: &NoteName) -> io::Result<String> {
        io::read_to_string(self.open(name, OpenOptions::new().read(true))?)
    }

    /// Writes a note; one that has the name already is replaced.
    #[tool(title = "Write note", destructive, idempotent, open_world = false)]
    fn write(&self, name: &NoteName, text: &str) -> io::Result<String> {
        if let Some((folder, _)) = name.0.rsplit_once('/') {
            self.0.create_dir_all(folder)?;
        }
        let mut file =
            self.open(name, OpenOptions::new().write(true).create(true).truncate(true))?;
        file.write_all(text.as_bytes())?;
        Ok(format!("Wrote {}.", name.0))
    }

    /// Deletes a note for good.
    #[tool(title = "Delete note", destructive, open_world = false)]
    fn delete(&self, name: &NoteName) -> io::Result<String> {
        self.open(name, OpenOptions::new().read(true))?;
        self.0.remove_file(&name.0)?;
        Ok(format!("Deleted {}.", name.0))
    }

    /// Asks for a summary of a note.
    #[prompt(title = "Summarize note")]
    fn summarize(
        &self,
        #[arg(complete = Self::names)] name: &NoteName,
        /// One sentence if left out.
        style: Option<Style>,
    ) -> io::Result<String> {
        let how = match style {
            Some(Style::Bullets) => "as a few bullet points",
            Some(Style::Sentence) | None => "in one sentence",
        };
        Ok(format!("Summarize this note {how}:\n\n{}", self.read(name)?))
    }

    /// One note.
    #[resource("notes://{+name}", title = "Note", mime = "text/markdown")]
    fn note(&self, #[arg(complete = Self::names)] name: &NoteName) -> Result<String, NotFound> {
        self.read(name).map_err(|_| NotFound)
    }

    /// All notes, with size and date.
    #[resource("notes://index", mime = "text/csv", cache(ttl = "10s", private))]
    fn index(&self) -> String {
        let mut csv = "name,bytes,modified\n".to_owned();
        for note in self.notes() {
            let name = note.name.0.replace('"', "\"\"");
            csv += &format!("\"{name}\",{},{}\n", note.bytes, note.modified);
        }
        csv
    }

    fn names(&self, typed: &str) -> Vec<String> {
        let names = self.notes().into_iter().map(|note| note.name.0);
        names.filter(|name| name.starts_with(typed)).collect()
    }

    /// All notes, by name.
    fn notes(&self) -> Vec<Note> {
        let mut notes = Vec::new();
        let mut folders = vec![PathBuf::from(".")];
        while let Some(folder) = folders.pop() {
            // Build output has no notes (<https://bford.info/cachedir/>).
            let is_cache = self.0.exists(folder.join("CACHEDIR.TAG"));
            let entries = self.0.read_dir(&folder).into_iter().flatten().flatten();
            for entry in entries.filter(|_| !is_cache) {
                let path = folder.join(entry.file_name());
                match entry.metadata() {
                    Ok(found) if found.is_dir() => folders.push(path),
                    Ok(found) if found.is_file() => notes.extend(describe(&path, &found)),
                    _ => {}
                }
            }
        }
        notes.sort_by(|one, other| one.name.0.cmp(&other.name.0));
        notes
    }

    /// Opens a note. Something else with such a name, for example a pipe, could block the server.
    fn open(&self, name: &NoteName, options: &mut OpenOptions) -> io::Result<File> {
        let file = self.0.open_with(&name.0, options.nonblock(true))?;
        file.metadata()?.is_file().then_some(file).ok_or_else(|| io::Error::other("not a file"))
    }
}

fn describe(path: &Path, file: &Metadata) -> Option<Note> {
    let name = path.strip_prefix(".").ok()?.to_str()?;
    Some(Note {
        name: name.to_owned().try_into().ok()?,
        bytes: file.len(),
        modified: humantime::format_rfc3339_seconds(file.modified().ok()?.into_std()).to_string(),
    })
}

fn main() -> Result<()> {
    let root = Dir::open_ambient_dir(NOTES_DIR.value().unwrap_or_default(), ambient_authority())
        .map_err(|error| Error::other(format!("NOTES_DIR: {error}")))?;
    let server = server!().needs(NOTES_DIR).handlers(Notes(root));
    server.subcommands(mcp_runtime_ship::subcommands()).run()
}
