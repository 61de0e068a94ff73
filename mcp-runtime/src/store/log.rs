//! Logs: entries under rising numbers, of which the oldest are let go.

use std::sync::Arc;
use std::time::Duration;

/// An entry of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// Its number, which the writer chose: 1 or higher.
    pub number: u64,
    /// What was logged.
    pub bytes: Arc<[u8]>,
}

/// Entries for the end of a log, and how much the log keeps.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use = "it is written by Store::append"]
pub struct LogAppend {
    /// The new entries. Their numbers rise, but need not be without gaps.
    pub entries: Vec<LogEntry>,
    /// How many bytes the log keeps. It may keep more, but not twice as much, and keeps its last entry
    /// in any case.
    pub keep: usize,
    /// How long the log lives from now on.
    pub ttl: Duration,
}

/// What became of a [`LogAppend`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogOutcome {
    /// The entries are in the log, by this call or by an earlier one: the last entry of the log has the
    /// number and the bytes of the last one of them.
    Appended,
    /// The log had a number already that is as high as the first one of them, or the numbers do not
    /// rise. None was appended: somebody else writes this log.
    Behind {
        /// The highest number in the log.
        last: u64,
    },
}
