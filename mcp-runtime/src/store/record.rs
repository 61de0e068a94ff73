//! Records: named parts, with a version.

use std::borrow::Cow;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

/// Some parts of a record, as they were at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRecord {
    /// How often it has been written; 1 after it was created.
    pub version: u64,
    /// When it was created, by the clock of the store, in milliseconds since 1970.
    pub made_at: u64,
    /// The current time of the store, in milliseconds since 1970.
    pub now: u64,
    /// The requested parts, in that order; `None` for one that the record does not have.
    pub parts: Vec<Option<Arc<[u8]>>>,
}

impl StoredRecord {
    /// The requested parts, as an array: `let [head, result] = record.into_parts();`
    #[inline]
    pub fn into_parts<const N: usize>(self) -> [Option<Arc<[u8]>>; N] {
        let mut parts = self.parts.into_iter();
        std::array::from_fn(|_| parts.next().flatten())
    }
}

/// The condition for a record to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// There is no record of this key.
    Absent,
    /// There is one, of exactly this version.
    Version(u64),
    /// There is one, of any version.
    AnyVersion,
}

/// A change of a record.
///
/// Its clones are the same write: however many of them reach the store in succession, it is applied
/// once.
#[derive(Clone, Debug)]
#[must_use = "it is not written until it is passed to `Store::put`"]
pub struct RecordWrite {
    /// The condition for the write.
    pub expected: Expected,
    /// Identifies this write. A store keeps the token of the last write with the record.
    pub token: WriteToken,
    /// The parts to set, new or existing. No name occurs twice.
    pub set: Vec<(Cow<'static, str>, Arc<[u8]>)>,
    /// The names of the parts to drop. They are not in `set`, and the record need not have them.
    pub drop: Vec<Cow<'static, str>>,
    /// How long the record lives from now on. Without it, the expiry does not change: a new record
    /// never expires.
    pub ttl: Option<Duration>,
}

/// The outcome of a [`RecordWrite`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteOutcome {
    /// The record is written, by this call or by an earlier one with the same token.
    Done {
        /// The new version of the record.
        version: u64,
        /// The current time of the store, in milliseconds since 1970.
        now: u64,
    },
    /// There is a record, but none was expected, or one of another version.
    Conflict {
        /// Its actual version.
        version: u64,
    },
    /// There is no such record, or it has expired.
    Gone,
}

impl RecordWrite {
    /// Creates a record, unless it exists.
    #[inline]
    pub fn create() -> Self {
        Self::new(Expected::Absent)
    }

    /// Changes a record, if it still has this version.
    #[inline]
    pub fn update(version: u64) -> Self {
        Self::new(Expected::Version(version))
    }

    /// Changes a record, if it exists, whatever its version.
    #[inline]
    pub fn touch() -> Self {
        Self::new(Expected::AnyVersion)
    }

    #[inline]
    fn new(expected: Expected) -> Self {
        let token = WriteToken::new();
        Self { expected, token, set: Vec::new(), drop: Vec::new(), ttl: None }
    }

    /// Sets a part. The last call for a part wins.
    #[inline]
    pub fn set(mut self, part: impl Into<Cow<'static, str>>, bytes: impl Into<Arc<[u8]>>) -> Self {
        let part = self.only(part.into());
        self.set.push((part, bytes.into()));
        self
    }

    /// Drops a part. The last call for a part wins.
    #[inline]
    pub fn drop(mut self, part: impl Into<Cow<'static, str>>) -> Self {
        let part = self.only(part.into());
        self.drop.push(part);
        self
    }

    /// Lets the record live for this long from now on.
    #[inline]
    pub fn ttl(mut self, ttl: Duration) -> Self {
        self.ttl = Some(ttl);
        self
    }

    /// Removes earlier changes of a part.
    #[inline]
    fn only(&mut self, part: Cow<'static, str>) -> Cow<'static, str> {
        self.set.retain(|(name, _)| *name != part);
        self.drop.retain(|name| *name != part);
        part
    }
}

/// Identifies one write among all others, of this process and of others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WriteToken([u8; 16]);

impl WriteToken {
    #[inline]
    fn new() -> Self {
        static PROCESS: LazyLock<u64> = LazyLock::new(|| RandomState::new().hash_one(()));
        static WRITES: AtomicU64 = AtomicU64::new(0);
        let write = WRITES.fetch_add(1, Ordering::Relaxed);
        let mut token = [0; 16];
        token[..8].copy_from_slice(&PROCESS.to_be_bytes());
        token[8..].copy_from_slice(&write.to_be_bytes());
        Self(token)
    }

    /// Its bytes, to be kept with the record.
    #[inline]
    pub fn as_bytes(&self) -> &[u8; 16] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_word_on_a_part_counts() {
        let write = RecordWrite::create().set("a", *b"1").drop("a").set("a", *b"2").drop("b");
        assert_eq!(write.set, [("a".into(), (*b"2").into())]);
        assert_eq!(write.drop, ["b"]);
    }

    #[test]
    fn a_clone_is_the_same_write() {
        let write = RecordWrite::create();
        assert_eq!(write.clone().token, write.token);
        assert_ne!(RecordWrite::create().token, write.token);
    }

    #[test]
    fn parts_that_are_missing_are_none() {
        let parts = vec![Some((*b"1").into())];
        let record = StoredRecord { version: 1, made_at: 0, now: 0, parts };
        assert_eq!(record.into_parts(), [Some((*b"1").into()), None]);
    }
}
