//! Logs: entries with increasing numbers, of which the oldest are dropped.

use std::sync::Arc;
use std::time::Duration;

/// An entry of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// Its number, which the writer chose: 1 or higher.
    pub number: u64,
    /// The content of the entry.
    pub bytes: Arc<[u8]>,
}

/// Entries for the end of a log, and how much the log keeps.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use = "it is not written until it is passed to `Store::append`"]
pub struct LogAppend {
    /// The new entries. Their numbers increase, possibly with gaps.
    pub entries: Vec<LogEntry>,
    /// How many bytes the log keeps. It may keep more, but less than twice as much, and always
    /// keeps its last entry.
    pub keep: usize,
    /// How long the log lives from now on.
    pub ttl: Duration,
}

/// The outcome of a [`LogAppend`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogOutcome {
    /// The entries are in the log, by this call or by an earlier one: the last entry of the log has the
    /// number and the bytes of the last one of them.
    Appended,
    /// The log already had a number as high as the first one of them, or the numbers do not
    /// increase. None was appended: there is another writer of this log.
    Behind {
        /// The highest number in the log.
        last: u64,
    },
}
