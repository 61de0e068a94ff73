//! Records: parts under names, with a version.

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
    /// What time it is for the store, in milliseconds since 1970.
    pub now: u64,
    /// The parts that were asked for, in that order; `None` for one that the record does not have.
    pub parts: Vec<Option<Arc<[u8]>>>,
}

impl StoredRecord {
    /// The parts that were asked for, as many as are wanted here:
    /// `let [head, result] = record.into_parts();`
    pub fn into_parts<const N: usize>(self) -> [Option<Arc<[u8]>>; N] {
        let mut parts = self.parts.into_iter();
        std::array::from_fn(|_| parts.next().flatten())
    }
}

/// What has to be so for a record to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// There is no record of this key.
    Absent,
    /// There is one, of exactly this version.
    Version(u64),
    /// There is one.
    AnyVersion,
}

/// A change of a record.
///
/// Its clones are the same write: however many of them reach the store one after the other, it happens
/// once.
#[derive(Clone, Debug)]
#[must_use = "it is written by Store::put"]
pub struct RecordWrite {
    /// What has to be so.
    pub expected: Expected,
    /// Distinguishes this write from all others. A store keeps that of the last one with the record.
    pub token: WriteToken,
    /// The parts that are set, whether they are new or not. No name occurs twice.
    pub set: Vec<(Cow<'static, str>, Arc<[u8]>)>,
    /// The names of parts that are dropped. Those are not in `set`, and the record need not have them.
    pub drop: Vec<Cow<'static, str>>,
    /// How long the record lives from now on. Without, it expires when it would have anyway: never, if
    /// it is new.
    pub ttl: Option<Duration>,
}

/// What became of a [`RecordWrite`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteOutcome {
    /// The record is written, by this call or by an earlier one with the same token.
    Done {
        /// The version that the record has by that.
        version: u64,
        /// What time it is for the store, in milliseconds since 1970.
        now: u64,
    },
    /// There is a record of this version, which is not what was expected.
    Conflict {
        /// The version that it has.
        version: u64,
    },
    /// There is no such record, or none any more.
    Gone,
}

impl RecordWrite {
    /// Creates a record, unless there is one.
    pub fn create() -> Self {
        Self::new(Expected::Absent)
    }

    /// Changes a record, if nobody else has since it had this version.
    pub fn update(version: u64) -> Self {
        Self::new(Expected::Version(version))
    }

    /// Changes a record, whoever has changed it before, if it is there.
    pub fn touch() -> Self {
        Self::new(Expected::AnyVersion)
    }

    fn new(expected: Expected) -> Self {
        let token = WriteToken::new();
        Self { expected, token, set: Vec::new(), drop: Vec::new(), ttl: None }
    }

    /// Sets a part. The last word on a part counts.
    pub fn set(mut self, part: impl Into<Cow<'static, str>>, bytes: impl Into<Arc<[u8]>>) -> Self {
        let part = self.only(part.into());
        self.set.push((part, bytes.into()));
        self
    }

    /// Drops a part. The last word on a part counts.
    pub fn drop(mut self, part: impl Into<Cow<'static, str>>) -> Self {
        let part = self.only(part.into());
        self.drop.push(part);
        self
    }

    /// Lets the record live for this long from now on.
    pub fn ttl(mut self, ttl: Duration) -> Self {
        self.ttl = Some(ttl);
        self
    }

    /// Takes back what was said on a part.
    fn only(&mut self, part: Cow<'static, str>) -> Cow<'static, str> {
        self.set.retain(|(name, _)| *name != part);
        self.drop.retain(|name| *name != part);
        part
    }
}

/// Distinguishes one write from all others, of this process and of others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WriteToken([u8; 16]);

impl WriteToken {
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
