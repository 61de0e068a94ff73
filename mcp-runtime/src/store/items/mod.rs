//! The contents of a store of one process: items by key, with their size and expiry.
//!
//! This implements the rules of the primitives, independently of where the items are stored.

mod codec;
mod index;
mod item;
mod log;
mod rate_limit;
mod record;

use std::collections::{BTreeSet, HashMap};

use foldhash::fast::RandomState;

use super::error::StoreError;
use super::key::StoreKey;

use codec::{Decoder, Encoder};
use item::{Item, StoredType};

/// The expiry of items that do not expire.
const NEVER: u64 = u64::MAX;

/// The overhead of an item, with its entries in the tables, in bytes.
const ITEM: usize = 256;

/// The capacity of a store.
#[derive(Clone, Copy)]
pub(super) struct Room {
    pub(super) bytes: usize,
    pub(super) items: usize,
}

/// The items of a store.
pub(super) struct Items {
    held: HashMap<StoreKey, StoredItem, RandomState>,
    /// The expiries, the next one first.
    expiries: BTreeSet<(u64, StoreKey)>,
    bytes: usize,
    pub(super) room: Room,
    /// Whether anything was changed since [`Items::take_changed`].
    changed: bool,
}

/// An item, with its expiry.
struct StoredItem {
    item: Item,
    expires: u64,
    bytes: usize,
}

impl Items {
    pub(super) fn new(room: Room) -> Self {
        let held = HashMap::default();
        let expiries = BTreeSet::new();
        Self { held, expiries, bytes: 0, room, changed: false }
    }

    /// Removes expired items, and returns their keys. Later operations do not see them.
    #[inline]
    pub(super) fn expire(&mut self, now: u64) -> Vec<StoreKey> {
        let mut gone = Vec::new();
        while self.expiries.first().is_some_and(|(at, _)| *at <= now) {
            let Some((_, key)) = self.expiries.pop_first() else { break };
            self.forget(&key);
            gone.push(key);
        }
        gone
    }

    /// Removes an item of any type, and returns whether there was one.
    #[inline]
    pub(super) fn remove(&mut self, key: &StoreKey) -> bool {
        let is_gone = self.forget(key).is_some();
        self.changed |= is_gone;
        is_gone
    }

    /// Whether the last operation changed anything, apart from removing expired items.
    pub(super) fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }

    /// Encodes the value of a key as bytes.
    #[inline]
    pub(super) fn encode(&self, key: &StoreKey) -> Option<Vec<u8>> {
        let held = self.held.get(key)?;
        let mut to = Encoder::default();
        to.number(held.expires);
        held.item.encode(&mut to);
        Some(to.0)
    }

    /// Inserts an item that [`Items::encode`] encoded. `None` if the bytes are invalid.
    #[inline]
    pub(super) fn decode(&mut self, key: StoreKey, bytes: &[u8]) -> Option<()> {
        let mut from = Decoder(bytes);
        let expires = from.number()?;
        let item = Item::decode(&mut from).filter(|_| from.0.is_empty())?;
        self.insert(key, item, expires);
        Some(())
    }

    /// The item of this type under a key.
    fn typed<S: StoredType>(&self, key: &StoreKey) -> Result<Option<&S>, StoreError> {
        let Some(held) = self.held.get(key) else { return Ok(None) };
        S::of(&held.item).map(Some).ok_or_else(|| wrong_type::<S>(key, &held.item))
    }

    /// Changes the item under a key, which begins empty if there is none.
    ///
    /// `growth` is the maximum by which it grows, without the overhead of an item. The change
    /// receives the expiry of the item. An item that is empty afterwards is removed.
    fn change<S: StoredType, T>(
        &mut self,
        key: &StoreKey,
        growth: usize,
        change: impl FnOnce(&mut S, &mut u64) -> T,
    ) -> Result<T, StoreError> {
        self.typed::<S>(key)?;
        self.admit(key, growth)?;
        self.changed = true;
        let (mut item, mut expires) = match self.forget(key) {
            Some(held) => (held.item, held.expires),
            None => (S::default().into(), NEVER),
        };
        let sort = S::of_mut(&mut item).ok_or_else(|| StoreError::Refused(key.to_string()))?;
        let changed = change(sort, &mut expires);
        if !item.is_empty() {
            self.insert(key.clone(), item, expires);
        }
        Ok(changed)
    }

    /// Inserts an item, and replaces any previous one.
    #[inline]
    fn insert(&mut self, key: StoreKey, item: Item, expires: u64) {
        self.forget(&key);
        let bytes = ITEM + 2 * key.as_str().len() + item.bytes();
        self.bytes += bytes;
        if expires != NEVER {
            self.expiries.insert((expires, key.clone()));
        }
        self.held.insert(key, StoredItem { item, expires, bytes });
    }

    #[inline]
    fn forget(&mut self, key: &StoreKey) -> Option<StoredItem> {
        let (key, held) = self.held.remove_entry(key)?;
        self.bytes -= held.bytes;
        if held.expires != NEVER {
            self.expiries.remove(&(held.expires, key));
        }
        Some(held)
    }

    /// Checks whether an item may grow by this much. A write that does not grow it is always
    /// possible.
    #[inline]
    fn admit(&self, key: &StoreKey, growth: usize) -> Result<(), StoreError> {
        let is_new = !self.held.contains_key(key);
        let growth = growth + if is_new { ITEM + 2 * key.as_str().len() } else { 0 };
        let Room { bytes, items } = self.room;
        if growth > 0 && self.bytes.saturating_add(growth) > bytes {
            return Err(StoreError::Refused(format!(
                "it is full: it holds {} of at most {bytes} bytes, and this needs {growth} more; raise \
                 `max_bytes` of the store, or let entries expire sooner",
                self.bytes
            )));
        }
        if is_new && self.held.len() >= items {
            return Err(StoreError::Refused(format!(
                "it is full: it holds {items} items, which is the maximum; raise `max_items` of the \
                 store, or let entries expire sooner"
            )));
        }
        Ok(())
    }

    #[cfg(test)]
    pub(super) fn weight(&self) -> (usize, usize) {
        (self.held.len(), self.bytes)
    }
}

fn wrong_type<S: StoredType>(key: &StoreKey, item: &Item) -> StoreError {
    StoreError::Refused(format!("{key} is {}, not {}", item.sort(), S::NAME))
}
