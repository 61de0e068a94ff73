//! Indexes: names ordered by time.

use std::sync::Arc;
use std::time::Duration;

/// A name in an index, with the time by which it is ordered. Names of the same time are ordered by
/// their bytes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct IndexEntry {
    /// Milliseconds since 1970, by the clock of the store.
    pub at: u64,
    /// The indexed name.
    pub name: Arc<str>,
}

/// A change of an index. Times are durations from now, by the clock of the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IndexChange {
    /// Adds the name, or moves it to another time.
    Set {
        /// The indexed name.
        name: Arc<str>,
        /// Its time, from now.
        after: Duration,
    },
    /// Moves the name to a later time. Does nothing if its time is already as late, or if it is not
    /// in the index.
    Extend {
        /// The indexed name.
        name: Arc<str>,
        /// Its time, from now.
        after: Duration,
    },
    /// Drops the name, if it is in the index.
    Drop {
        /// The indexed name.
        name: Arc<str>,
    },
    /// Drops each name whose time has passed, for an index of things that expire.
    ///
    /// If this is among the last changes of an index, the index may be dropped as a whole when the
    /// times of all its entries have passed.
    DropPassed,
}

impl IndexChange {
    /// [`IndexChange::Set`].
    #[inline]
    pub fn set(name: impl Into<Arc<str>>, after: Duration) -> Self {
        Self::Set { name: name.into(), after }
    }

    /// [`IndexChange::Extend`].
    #[inline]
    pub fn extend(name: impl Into<Arc<str>>, after: Duration) -> Self {
        Self::Extend { name: name.into(), after }
    }

    /// [`IndexChange::Drop`].
    #[inline]
    pub fn drop(name: impl Into<Arc<str>>) -> Self {
        Self::Drop { name: name.into() }
    }
}

/// Which entries of an index to read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use = "nothing is read until it is passed to `Store::entries`"]
pub struct IndexPage {
    /// Whether those with the latest times come first.
    pub newest_first: bool,
    /// The last entry of the previous page. It may no longer be in the index.
    pub after: Option<IndexEntry>,
    /// The maximum number of entries.
    pub most: usize,
}

impl IndexPage {
    /// The first page of the entries with the earliest times.
    #[inline]
    pub fn oldest(most: usize) -> Self {
        Self { newest_first: false, after: None, most }
    }

    /// The first page of the entries with the latest times.
    #[inline]
    pub fn newest(most: usize) -> Self {
        Self { newest_first: true, after: None, most }
    }

    /// The page after the one that ended with this entry.
    #[inline]
    pub fn after(mut self, entry: IndexEntry) -> Self {
        self.after = Some(entry);
        self
    }
}
