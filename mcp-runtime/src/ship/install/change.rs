//! A change of a file: its old and its new content.

use std::path::PathBuf;

use serde::Serialize;

use super::write;
use crate::error::Result;

/// What happens to an entry.
#[derive(Clone, Copy, Debug, Serialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(crate) enum EntryAction {
    Add,
    Replace,
    Remove,
    /// The entry already exists unchanged.
    Nothing,
}

/// A change of a file: its old and its new content.
#[derive(Clone, Debug)]
pub(crate) struct FileChange {
    pub(crate) client: String,
    pub(crate) file: PathBuf,
    pub(crate) action: EntryAction,
    pub(crate) before: Option<String>,
    /// `None` if the file is deleted.
    pub(crate) after: Option<String>,
    pub(super) server: String,
    pub(super) holds_secret: bool,
    pub(super) is_own: bool,
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
            (Some(after), EntryAction::Remove) => {
                write::replace(&self.file, self.before.as_deref(), after, false)?;
                write::delete(&backup)
            }
            (Some(after), _) => {
                if let Some(before) = self.before.as_deref().filter(|_| !self.is_own)
                    && !backup.exists()
                {
                    write::replace(&backup, None, before, self.holds_secret)?;
                }
                write::replace(&self.file, self.before.as_deref(), after, self.holds_secret)
            }
            (None, _) => {
                write::delete(&self.file)?;
                write::delete(&backup)
            }
        }
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
