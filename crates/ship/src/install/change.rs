//! A change of a file: its old and its new content.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

use super::write;
use mcp_runtime_protocol::{Error, Result};

/// The backup of a file that did not exist.
const NO_FILE: &str = "There was no such file.\n";

/// How often a change is made anew for a file that others write meanwhile.
const MAX_TRIES: u32 = 100;

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

/// Makes a change anew, for what is in the file now.
pub(super) trait Plan: fmt::Debug {
    /// The change; `None` if there is nothing to do.
    ///
    /// # Errors
    ///
    /// When it cannot be made, worded for a person.
    fn change(&self) -> Result<Option<FileChange>, String>;
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
    /// The entry that is replaced or removed.
    pub(super) entry: Option<Value>,
    pub(super) plan: Arc<dyn Plan>,
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
    /// Applies the change to what is in the file by now: others may have written it since this was
    /// shown. Returns what has happened to the entry.
    ///
    /// # Errors
    ///
    /// When a file cannot be written, or when the entry is another one by now.
    pub(crate) fn apply(&self) -> Result<EntryAction> {
        if self.action == EntryAction::Nothing {
            return Ok(self.action);
        }
        let _alone = write::lock(&self.target)?;
        let mut change = self.clone();
        for _ in 0..MAX_TRIES {
            if change.is_applied()? {
                return Ok(change.action);
            }
            match self.again()? {
                None => return Ok(EntryAction::Nothing),
                Some(again) => change = again,
            }
        }
        Err(self.refused("other programs keep changing it; try again later"))
    }

    /// Plans this change again, for what the file has by now; `None` if there is nothing to do.
    fn again(&self) -> Result<Option<Self>> {
        let change = self.plan.change().map_err(Error::other)?;
        let again = change.filter(|again| again.action != EntryAction::Nothing);
        match again {
            Some(other) if other.entry != self.entry || other.target != self.target => {
                Err(self.refused("it changed in the meantime; try again"))
            }
            again => Ok(again),
        }
    }

    fn refused(&self, why: &str) -> Error {
        Error::other(format!("{}: {why}", self.target.display()))
    }

    /// Applies the change, unless the file has changed; returns whether it was applied.
    fn is_applied(&self) -> Result<bool> {
        // Its scope was checked when it was read for the plan.
        if write::read(&self.target, "user")? != self.before {
            return Ok(false);
        }
        let backup = write::backup_of(&self.file, &self.server);
        let before = self.before.as_deref();
        let is_done = match (&self.after, self.action) {
            (Some(after), EntryAction::Remove | EntryAction::Restore) => {
                write::replace(&self.target, before, after, false)?
            }
            (Some(after), _) => return self.is_written(&backup, after),
            (None, _) => write::delete_if(&self.file, before.unwrap_or_default())?,
        };
        if is_done {
            write::delete(&backup)?;
        }
        Ok(is_done)
    }

    /// Writes the entry, after a backup.
    fn is_written(&self, backup: &Path, after: &str) -> Result<bool> {
        // The backup of an entry that is not there is one of long ago.
        let is_kept = self.action == EntryAction::Replace && write::is_backup(backup);
        if is_kept {
            write::narrow(backup, &self.target, self.holds_secret)?;
        } else {
            let before = self.before.as_deref().unwrap_or(NO_FILE);
            write::put(backup, before, &self.target, self.holds_secret)?;
        }
        let before = self.before.as_deref();
        let written = write::replace(&self.target, before, after, self.holds_secret);
        if !is_kept && !matches!(written, Ok(true)) {
            let _ = write::delete(backup);
        }
        written
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
