//! Logs.

use std::collections::VecDeque;

use super::Items;
use super::codec::{Decoder, Encoder};
use crate::clock::millis;
use crate::store::error::StoreError;
use crate::store::key::StoreKey;
use crate::store::log::{LogAppend, LogEntry, LogOutcome};

/// The overhead of an entry, in bytes.
const ENTRY: usize = 48;

/// A log in memory.
#[derive(Default)]
pub(super) struct LogItem {
    entries: VecDeque<LogEntry>,
    bytes: usize,
}

impl LogItem {
    #[inline]
    pub(super) fn bytes(&self) -> usize {
        self.bytes + self.entries.len() * ENTRY
    }

    #[inline]
    pub(super) fn encode(&self, to: &mut Encoder) {
        to.number(self.entries.len() as u64);
        for entry in &self.entries {
            to.number(entry.number);
            to.bytes(&entry.bytes);
        }
    }

    #[inline]
    pub(super) fn decode(from: &mut Decoder<'_>) -> Option<Self> {
        let mut log = Self::default();
        for entry in
            from.each(|from| Some(LogEntry { number: from.number()?, bytes: from.bytes()?.into() }))
        {
            log.push(entry?);
        }
        Some(log)
    }

    #[inline]
    fn push(&mut self, entry: LogEntry) {
        self.bytes += entry.bytes.len();
        self.entries.push_back(entry);
    }

    /// Drops the oldest entries until the rest fits into this many bytes. The last one stays.
    #[inline]
    fn keep(&mut self, bytes: usize) {
        while self.bytes > bytes && self.entries.len() > 1 {
            if let Some(oldest) = self.entries.pop_front() {
                self.bytes -= oldest.bytes.len();
            }
        }
    }
}

impl Items {
    #[inline]
    pub(in crate::store) fn append(
        &mut self,
        key: &StoreKey,
        append: LogAppend,
        now: u64,
    ) -> Result<LogOutcome, StoreError> {
        let last = self.typed::<LogItem>(key)?.and_then(|log| log.entries.back());
        let LogAppend { entries, keep, ttl } = append;
        if entries.is_empty() || entries.last() == last {
            return Ok(LogOutcome::Appended);
        }
        let last = last.map_or(0, |last| last.number);
        let numbers = [last].into_iter().chain(entries.iter().map(|entry| entry.number));
        if !numbers.is_sorted_by(|one, next| one < next) {
            return Ok(LogOutcome::Behind { last });
        }
        let growth = entries.iter().map(|entry| ENTRY + entry.bytes.len()).sum();
        self.change(key, growth, |log: &mut LogItem, expires| {
            entries.into_iter().for_each(|entry| log.push(entry));
            log.keep(keep);
            *expires = now.saturating_add(millis(ttl));
            LogOutcome::Appended
        })
    }

    #[inline]
    pub(in crate::store) fn log(
        &self,
        key: &StoreKey,
        after: u64,
        limit: usize,
    ) -> Result<Vec<LogEntry>, StoreError> {
        let Some(log) = self.typed::<LogItem>(key)? else { return Ok(Vec::new()) };
        let start = log.entries.partition_point(|entry| entry.number <= after);
        Ok(log.entries.range(start..).take(limit).cloned().collect())
    }
}
