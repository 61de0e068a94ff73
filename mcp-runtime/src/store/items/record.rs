//! Records.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Items;
use super::codec::{Decoder, Encoder};
use crate::clock::millis;
use crate::store::error::StoreError;
use crate::store::key::StoreKey;
use crate::store::record::{Expected, RecordWrite, StoredRecord, WriteOutcome};

/// The overhead of a part, without its name and its bytes.
const PART: usize = 64;

/// A record in memory.
#[derive(Default)]
pub(super) struct RecordItem {
    version: u64,
    /// The token of the last write.
    token: [u8; 16],
    made_at: u64,
    parts: BTreeMap<Box<str>, Arc<[u8]>>,
}

impl RecordItem {
    #[inline]
    pub(super) fn bytes(&self) -> usize {
        self.parts.iter().map(|(name, bytes)| PART + name.len() + bytes.len()).sum()
    }

    /// How much a write adds, less what it removes.
    #[inline]
    fn growth(&self, write: &RecordWrite) -> usize {
        let old = |name: &str| self.parts.get(name).map_or(0, |old| PART + name.len() + old.len());
        let added = write.set.iter().map(|(name, bytes)| PART + name.len() + bytes.len());
        let gone =
            write.set.iter().map(|(name, _)| name).chain(&write.drop).map(|name| old(name)).sum();
        added.sum::<usize>().saturating_sub(gone)
    }

    #[inline]
    pub(super) fn encode(&self, to: &mut Encoder) {
        to.number(self.version);
        to.bytes(&self.token);
        to.number(self.made_at);
        to.number(self.parts.len() as u64);
        for (name, bytes) in &self.parts {
            to.bytes(name.as_bytes());
            to.bytes(bytes);
        }
    }

    #[inline]
    pub(super) fn decode(from: &mut Decoder<'_>) -> Option<Self> {
        let version = from.number()?;
        let token = from.bytes()?.try_into().ok()?;
        let made_at = from.number()?;
        let parts = from.each(|from| Some(((&*from.text()?).into(), from.bytes()?.into())));
        Some(Self { version, token, made_at, parts: parts.collect::<Option<_>>()? })
    }

    #[inline]
    fn apply(&mut self, write: RecordWrite, now: u64) {
        if self.version == 0 {
            self.made_at = now;
        }
        self.version += 1;
        self.token = *write.token.as_bytes();
        for name in &write.drop {
            self.parts.remove(&**name);
        }
        self.parts.extend(write.set.into_iter().map(|(name, bytes)| (name.into(), bytes)));
    }
}

impl Items {
    pub(in crate::store) fn get(
        &self,
        key: &StoreKey,
        parts: &[impl AsRef<str>],
        now: u64,
    ) -> Result<Option<StoredRecord>, StoreError> {
        let Some(record) = self.typed::<RecordItem>(key)? else { return Ok(None) };
        let parts = parts.iter().map(|name| record.parts.get(name.as_ref()).cloned()).collect();
        let &RecordItem { version, made_at, .. } = record;
        Ok(Some(StoredRecord { version, made_at, now, parts }))
    }

    #[inline]
    pub(in crate::store) fn put(
        &mut self,
        key: &StoreKey,
        write: RecordWrite,
        now: u64,
    ) -> Result<WriteOutcome, StoreError> {
        let empty = RecordItem::default();
        let old = self.typed::<RecordItem>(key)?.unwrap_or(&empty);
        let version = old.version;
        if version > 0 && old.token == *write.token.as_bytes() {
            return Ok(WriteOutcome::Done { version, now });
        }
        match write.expected {
            Expected::Absent if version > 0 => return Ok(WriteOutcome::Conflict { version }),
            Expected::Absent => {}
            Expected::Version(_) | Expected::AnyVersion if version == 0 => {
                return Ok(WriteOutcome::Gone);
            }
            Expected::Version(expected) if expected != version => {
                return Ok(WriteOutcome::Conflict { version });
            }
            Expected::Version(_) | Expected::AnyVersion => {}
        }
        let growth = old.growth(&write);
        self.change(key, growth, |record: &mut RecordItem, expires| {
            if let Some(ttl) = write.ttl {
                *expires = now.saturating_add(millis(ttl));
            }
            record.apply(write, now);
            WriteOutcome::Done { version: record.version, now }
        })
    }
}
