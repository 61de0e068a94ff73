//! Reads all skill files below a directory at once: paths from clients are looked up among what was
//! read, and never reach the file system.

use std::fs::{self, DirEntry, File};
use std::io::{self, Read as _};
use std::path::Path;

use super::index::{FoundFiles, Problem};
use crate::SKILL_FILE;

/// The maximum number of skill files of a server.
const MAX_FILES_IN_ALL: usize = 10_000;

/// The maximum total size of skill files, in bytes.
const MAX_BYTES_IN_ALL: usize = 64 * 1024 * 1024;

/// The maximum nesting depth of folders.
const MAX_DEPTH: usize = 32;

/// Reads the files of all skills below a directory.
///
/// # Errors
///
/// When the directory cannot be read, or exceeds a limit.
pub(super) fn scan(root: &Path, found: &mut FoundFiles) -> Result<(), String> {
    let place = |error: &dyn std::fmt::Display| format!("skills in {}: {error}", root.display());
    Scan { found }.folder(root, "", false, 0).map_err(|error| place(&error))
}

struct Scan<'a> {
    found: &'a mut FoundFiles,
}

impl Scan<'_> {
    fn folder(
        &mut self,
        folder: &Path,
        path: &str,
        is_in_skill: bool,
        depth: usize,
    ) -> Result<(), String> {
        if depth > MAX_DEPTH {
            return Err(format!("`{path}` is nested more than {MAX_DEPTH} folders deep"));
        }
        let with_path = |error: io::Error| format!("{}: {error}", folder.display());
        let entries = fs::read_dir(folder)
            .and_then(Iterator::collect::<io::Result<Vec<_>>>)
            .map_err(with_path)?;
        let is_in_skill =
            is_in_skill || entries.iter().any(|entry| entry.file_name() == SKILL_FILE);
        for entry in entries {
            let name = entry.file_name();
            let Some(name) = name.to_str() else {
                self.problem(&entry, "its name is not UTF-8");
                continue;
            };
            // Left there by the system or an editor.
            if name.starts_with('.') {
                continue;
            }
            let path = if path.is_empty() { name.to_owned() } else { format!("{path}/{name}") };
            let kind = entry.file_type().map_err(with_path)?;
            if kind.is_dir() {
                self.folder(&entry.path(), &path, is_in_skill, depth + 1)?;
            } else if !is_in_skill {
                continue;
            } else if kind.is_symlink() {
                self.problem(&entry, "it is a symbolic link: replace it with the file itself");
            } else if kind.is_file() {
                self.file(&entry, path)?;
            } else {
                self.problem(&entry, "it is neither a file nor a folder");
            }
        }
        Ok(())
    }

    fn file(&mut self, entry: &DirEntry, path: String) -> Result<(), String> {
        if self.found.files.len() == MAX_FILES_IN_ALL {
            return Err(format!("there are more than {MAX_FILES_IN_ALL} files"));
        }
        let left = MAX_BYTES_IN_ALL.saturating_sub(self.found.bytes);
        let bytes = read(&entry.path(), left)
            .map_err(|error| format!("{}: {error}", entry.path().display()))?;
        if bytes.len() > left {
            return Err(format!("the files total more than {MAX_BYTES_IN_ALL} bytes"));
        }
        self.found.bytes += bytes.len();
        self.found.files.push((path, bytes.into()));
        Ok(())
    }

    fn problem(&mut self, entry: &DirEntry, wrong: &str) {
        let path = entry.path().display().to_string();
        self.found.problems.push(Problem { path, wrong: wrong.to_owned() });
    }
}

/// Reads a file, up to one byte more than `left`.
fn read(path: &Path, left: usize) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("it is no longer a file"));
    }
    let mut bytes = Vec::new();
    file.take(u64::try_from(left).unwrap_or(u64::MAX).saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(bytes)
}
