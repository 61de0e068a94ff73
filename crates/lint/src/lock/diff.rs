//! The changes between two locks, compared with the versions of both.

use std::cmp::Reverse;
use std::fmt;

use serde_json::{Value, json};

use super::change::{Bump, LockChange};
use super::version::Triple;

/// Everything that changed, the most important first.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LockDiff {
    /// The changes.
    pub changes: Vec<LockChange>,
    /// The version of the old lock.
    pub from: String,
    /// The version of the new lock.
    pub to: String,
}

/// What has to be done about the changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LockStatus {
    /// Nothing: the lock matches the server.
    UpToDate,
    /// The lock has to be written again; the version covers the changes.
    OutOfDate,
    /// The version has to be raised further.
    NeedsBump,
}

impl LockDiff {
    pub(super) fn new(mut changes: Vec<LockChange>, from: &str, to: &str) -> Self {
        changes.sort_by(|a, b| {
            let key = |change: &LockChange| (change.accepted, Reverse(change.level));
            key(a).cmp(&key(b)).then_with(|| a.at.cmp(&b.at))
        });
        Self { changes, from: from.to_owned(), to: to.to_owned() }
    }

    /// The version bump that the changes require, without accepted ones; `None` if there are none.
    #[must_use]
    pub fn verdict(&self) -> Option<Bump> {
        let counted = self.changes.iter().filter(|change| !change.accepted);
        counted.map(|change| change.level).max()
    }

    /// The lowest version that covers the changes; `None` if there are none, or if the version is
    /// not like `1.2.3`.
    #[must_use]
    pub fn needs(&self) -> Option<String> {
        Some(Triple::read(&self.from)?.after(self.verdict()?).to_string())
    }

    /// What has to be done about the changes.
    #[must_use]
    pub fn status(&self) -> LockStatus {
        let is_covered = match (self.verdict(), Triple::read(&self.from), Triple::read(&self.to)) {
            (None, ..) => true,
            (Some(bump), Some(from), Some(to)) => to >= from.after(bump),
            // Which of the two is higher is not known.
            (Some(_), ..) => self.from != self.to,
        };
        match (is_covered, self.changes.is_empty() && self.from == self.to) {
            (true, true) => LockStatus::UpToDate,
            (true, false) => LockStatus::OutOfDate,
            (false, _) => LockStatus::NeedsBump,
        }
    }

    /// The changes as JSON.
    #[must_use]
    pub fn to_json(&self) -> Value {
        json!({
            "verdict": self.verdict().map_or("same", Bump::as_str),
            "needs": self.needs(),
            "lockVersion": self.from,
            "version": self.to,
            "changes": self.changes,
        })
    }
}

impl fmt::Display for LockDiff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { changes, from, to } = self;
        if from != to {
            writeln!(
                f,
                "mcp.lock was written for version {from} of the server, which is now {to}"
            )?;
        }
        changes.iter().try_for_each(|change| writeln!(f, "{change}"))?;
        match self.status() {
            LockStatus::UpToDate => f.write_str("mcp.lock is up to date."),
            LockStatus::OutOfDate => f.write_str("mcp.lock is out of date; write it again."),
            LockStatus::NeedsBump => match self.needs() {
                Some(needs) => write!(
                    f,
                    "These changes require raising the server's version to {needs}; it is {to}."
                ),
                None => {
                    write!(f, "These changes require raising the server's version; it is {to}.")
                }
            },
        }
    }
}
