//! A change of a file: its old and its new content.

use std::path::{Path, PathBuf};

use serde::Serialize;

use super::write;
use mcp_runtime_protocol::Result;

/// The backup of a file that did not exist.
const NO_FILE: &str = "There was no such file.\n";

/// What happens to an entry.
#[derive(Clone, Copy, Debug, Serialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(crate) enum EntryAction {
    Add,
    Replace,
    Remove,
    /// The entry of before is written again.
    Restore,
    /// The entry already exists unchanged.
    Nothing,
}

/// A change of a file: its old and its new content.
#[derive(Clone, Debug)]
pub(crate) struct FileChange {
    pub(crate) client: String,
    pub(crate) file: PathBuf,
    /// The file that is written: links are kept.
    pub(crate) target: PathBuf,
    pub(crate) action: EntryAction,
    pub(crate) before: Option<String>,
    /// `None` if the file is deleted.
    pub(crate) after: Option<String>,
    pub(super) server: String,
    pub(super) holds_secret: bool,
}

/// What is known of a file from before a server was added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Backup {
    /// Nothing.
    Unknown,
    /// It did not exist.
    NoFile,
    Text(String),
}

impl Backup {
    /// The one of a file. What cannot be read is as unknown as what is not there.
    pub(super) fn of(file: &Path, server: &str, scope: &str) -> Self {
        let backup = write::backup_of(file, server);
        let is_there = write::is_backup(&backup);
        match write::read(&backup, scope).ok().flatten().filter(|_| is_there) {
            None => Self::Unknown,
            Some(text) if text == NO_FILE => Self::NoFile,
            Some(text) => Self::Text(text),
        }
    }

    pub(super) fn text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }
}

impl FileChange {
    /// Applies the change.
    ///
    /// # Errors
    ///
    /// When a file cannot be written.
    pub(crate) fn apply(&self) -> Result<()> {
        let backup = write::backup_of(&self.file, &self.server);
        match (&self.after, self.action) {
            (_, EntryAction::Nothing) => Ok(()),
            (Some(after), EntryAction::Remove | EntryAction::Restore) => {
                write::replace(&self.target, self.before.as_deref(), after, false)?;
                write::delete(&backup)
            }
            (Some(after), _) => self.write(&backup, after),
            (None, _) => {
                write::delete(&self.file)?;
                write::delete(&backup)
            }
        }
    }

    /// Writes the entry, after a backup.
    fn write(&self, backup: &Path, after: &str) -> Result<()> {
        // The backup is beside the file, perhaps in a directory that is a link to no directory yet.
        write::make_directory(&self.target)?;
        // The backup of an entry that is not there is one of long ago.
        let is_kept = self.action == EntryAction::Replace && write::is_backup(backup);
        if is_kept {
            write::narrow(backup, &self.target)?;
        } else {
            let before = self.before.as_deref().unwrap_or(NO_FILE);
            write::put(backup, before, &self.target, self.holds_secret)?;
        }
        let before = self.before.as_deref();
        write::replace(&self.target, before, after, self.holds_secret).inspect_err(|_| {
            if !is_kept {
                let _ = write::delete(backup);
            }
        })
    }

    /// The removed and added lines: `- ` and `+ `.
    pub(crate) fn difference(&self) -> String {
        let before: Vec<&str> = self.before.as_deref().unwrap_or_default().lines().collect();
        let after: Vec<&str> = self.after.as_deref().unwrap_or_default().lines().collect();
        let same = |pair: &(&&str, &&str)| pair.0 == pair.1;
        let start = before.iter().zip(&after).take_while(same).count();
        let rest = before[start..].iter().rev().zip(after[start..].iter().rev());
        let end = rest.take_while(same).count();
        let gone = before[start..before.len() - end].iter().map(|line| format!("  - {line}\n"));
        let come = after[start..after.len() - end].iter().map(|line| format!("  + {line}\n"));
        gone.chain(come).collect()
    }
}
