//! Indexes.

use std::collections::{BTreeSet, HashMap};
use std::ops::Bound;
use std::sync::Arc;
use std::time::Duration;

use super::codec::{Decoder, Encoder};
use super::{Items, NEVER};
use crate::clock::millis;
use crate::store::error::StoreError;
use crate::store::index::{IndexChange, IndexEntry, IndexPage};
use crate::store::key::StoreKey;

/// The overhead of an entry in both tables, in bytes.
const ENTRY: usize = 160;

/// An index in memory.
#[derive(Default)]
pub(super) struct IndexItem {
    order: BTreeSet<IndexEntry>,
    times: HashMap<Arc<str>, u64>,
    bytes: usize,
}

impl IndexItem {
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    pub(super) fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    #[inline]
    pub(super) fn encode(&self, to: &mut Encoder) {
        to.number(self.order.len() as u64);
        for IndexEntry { at, name } in &self.order {
            to.number(*at);
            to.bytes(name.as_bytes());
        }
    }

    #[inline]
    pub(super) fn decode(from: &mut Decoder<'_>) -> Option<Self> {
        let mut index = Self::default();
        for entry in from.each(|from| Some((from.number()?, from.text()?))) {
            let (at, name) = entry?;
            index.set(name, at);
        }
        Some(index)
    }

    #[inline]
    fn set(&mut self, name: Arc<str>, at: u64) {
        self.drop(&name);
        self.bytes += ENTRY + name.len();
        self.times.insert(Arc::clone(&name), at);
        self.order.insert(IndexEntry { at, name });
    }

    #[inline]
    fn drop(&mut self, name: &str) {
        if let Some((name, at)) = self.times.remove_entry(name) {
            self.bytes -= ENTRY + name.len();
            self.order.remove(&IndexEntry { at, name });
        }
    }

    #[inline]
    fn apply(&mut self, change: IndexChange, now: u64) {
        let time = |after: Duration| now.saturating_add(millis(after));
        match change {
            IndexChange::Set { name, after } => self.set(name, time(after)),
            IndexChange::Extend { name, after } => {
                if self.times.get(&name).is_some_and(|at| *at < time(after)) {
                    self.set(name, time(after));
                }
            }
            IndexChange::Drop { name } => self.drop(&name),
            IndexChange::DropPassed => {
                while let Some(first) = self.order.first().filter(|first| first.at <= now) {
                    let name = Arc::clone(&first.name);
                    self.drop(&name);
                }
            }
        }
    }
}

impl Items {
    #[inline]
    pub(in crate::store) fn index(
        &mut self,
        key: &StoreKey,
        changes: Vec<IndexChange>,
        now: u64,
    ) -> Result<u64, StoreError> {
        let old = self.typed::<IndexItem>(key)?;
        let is_new = |name: &str| old.is_none_or(|old| !old.times.contains_key(name));
        let growth: usize = changes
            .iter()
            .map(|change| match change {
                IndexChange::Set { name, .. } if is_new(name) => ENTRY + name.len(),
                _ => 0,
            })
            .sum();
        if old.is_none() && growth == 0 {
            return Ok(0);
        }
        self.change(key, growth, |index: &mut IndexItem, expires| {
            let passes = changes.contains(&IndexChange::DropPassed);
            for change in changes {
                index.apply(change, now);
            }
            let last = index.order.last().map_or(NEVER, |last| last.at);
            *expires = if passes { last } else { NEVER };
            index.order.len() as u64
        })
    }

    #[inline]
    pub(in crate::store) fn entries(
        &self,
        key: &StoreKey,
        page: &IndexPage,
    ) -> Result<Vec<IndexEntry>, StoreError> {
        let Some(index) = self.typed::<IndexItem>(key)? else { return Ok(Vec::new()) };
        let from = page.after.as_ref().map_or(Bound::Unbounded, Bound::Excluded);
        let entries = if page.newest_first {
            let range = index.order.range((Bound::Unbounded, from));
            range.rev().take(page.most).cloned().collect()
        } else {
            index.order.range((from, Bound::Unbounded)).take(page.most).cloned().collect()
        };
        Ok(entries)
    }

    #[inline]
    pub(in crate::store) fn due(
        &mut self,
        key: &StoreKey,
        limit: usize,
        lease: Duration,
        now: u64,
    ) -> Result<Vec<IndexEntry>, StoreError> {
        let Some(index) = self.typed::<IndexItem>(key)? else { return Ok(Vec::new()) };
        let due = index.order.iter().take_while(|entry| entry.at <= now).take(limit);
        let names: Vec<Arc<str>> = due.map(|entry| Arc::clone(&entry.name)).collect();
        if names.is_empty() {
            return Ok(Vec::new());
        }
        let at = now.saturating_add(millis(lease));
        self.change(key, 0, |index: &mut IndexItem, expires| {
            for name in &names {
                index.set(Arc::clone(name), at);
            }
            if *expires != NEVER {
                *expires = (*expires).max(at);
            }
            names.into_iter().map(|name| IndexEntry { at, name }).collect()
        })
    }
}
