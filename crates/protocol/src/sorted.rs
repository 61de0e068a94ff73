//! A map that is sorted by its keys, for few entries.
//!
//! A `BTreeMap` is compiled anew for each type of its entries, to ten times as much code as a sorted vector. A vector moves
//! all entries after one that is inserted or removed: use this for maps that stay small or grow at their end, and those of
//! the standard library for what a peer can make large.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap as _, Serializer};

/// So few entries are compared one after the other, which takes less than to halve them.
const SCANNED: usize = 8;

/// A map, sorted by its keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortedMap<K, V>(Vec<(K, V)>);

impl<K, V> Default for SortedMap<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K: Ord, V> SortedMap<K, V> {
    /// An empty map.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// The value of a key.
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        let at = self.position(key).ok()?;
        Some(&self.0[at].1)
    }

    /// The value of a key, to be changed.
    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        let at = self.position(key).ok()?;
        Some(&mut self.0[at].1)
    }

    /// Whether a key has a value.
    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.position(key).is_ok()
    }

    /// Sets the value of a key, and returns the one that it replaces.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.position(&key) {
            Ok(at) => Some(std::mem::replace(&mut self.0[at].1, value)),
            Err(at) => {
                self.0.insert(at, (key, value));
                None
            }
        }
    }

    /// Removes a key, and returns its value.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let at = self.position(key).ok()?;
        Some(self.0.remove(at).1)
    }

    /// The first entry from a key on, and those after it.
    pub fn range_from<Q: Ord + ?Sized>(&self, key: &Q) -> &[(K, V)]
    where
        K: Borrow<Q>,
    {
        let (Ok(start) | Err(start)) = self.position(key);
        &self.0[start..]
    }

    /// Removes the entries that `keep` does not keep.
    pub fn retain(&mut self, mut keep: impl FnMut(&K, &mut V) -> bool) {
        self.0.retain_mut(|(key, value)| keep(key, value));
    }

    /// Where a key is, or where it belongs.
    fn position<Q: Ord + ?Sized>(&self, key: &Q) -> Result<usize, usize>
    where
        K: Borrow<Q>,
    {
        if self.0.len() <= SCANNED {
            for (at, (known, _)) in self.0.iter().enumerate() {
                match known.borrow().cmp(key) {
                    Ordering::Less => {}
                    Ordering::Equal => return Ok(at),
                    Ordering::Greater => return Err(at),
                }
            }
            return Err(self.0.len());
        }
        self.0.binary_search_by(|(known, _)| known.borrow().cmp(key))
    }
}

impl<K, V> SortedMap<K, V> {
    /// The number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no entry.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The keys, in their order.
    pub fn keys(&self) -> impl Iterator<Item = &K> {
        self.0.iter().map(|(key, _)| key)
    }

    /// The values, in the order of their keys.
    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.0.iter().map(|(_, value)| value)
    }
}

impl<K, V> IntoIterator for SortedMap<K, V> {
    type Item = (K, V);
    type IntoIter = std::vec::IntoIter<(K, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<K: Ord, V> Extend<(K, V)> for SortedMap<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        for (key, value) in entries {
            self.insert(key, value);
        }
    }
}

impl<K: Serialize, V: Serialize> Serialize for SortedMap<K, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.len()))?;
        for (key, value) in &self.0 {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

impl<'de, K: Ord + Deserialize<'de>, V: Deserialize<'de>> Deserialize<'de> for SortedMap<K, V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Entries(PhantomData))
    }
}

/// Reads the entries of a map.
struct Entries<K, V>(PhantomData<(K, V)>);

impl<'de, K: Ord + Deserialize<'de>, V: Deserialize<'de>> Visitor<'de> for Entries<K, V> {
    type Value = SortedMap<K, V>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
        let mut map = SortedMap::new();
        while let Some((key, value)) = entries.next_entry()? {
            map.insert(key, value);
        }
        Ok(map)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_found_in_the_order_of_their_keys() {
        let mut map = SortedMap::new();
        for key in [5, 1, 9, 3, 7] {
            assert_eq!(map.insert(key, key * 10), None);
        }
        assert_eq!(map.insert(3, 33), Some(30));
        assert_eq!(map.keys().copied().collect::<Vec<_>>(), [1, 3, 5, 7, 9]);
        assert_eq!(map.values().copied().collect::<Vec<_>>(), [10, 33, 50, 70, 90]);
        assert_eq!((map.get(&9), map.get(&4), map.contains_key(&1)), (Some(&90), None, true));
        assert_eq!(map.range_from(&4), [(5, 50), (7, 70), (9, 90)]);
        assert_eq!(map.range_from(&10), []);
        assert_eq!((map.remove(&5), map.remove(&5)), (Some(50), None));
        map.retain(|key, _| *key > 1);
        assert_eq!(map.into_iter().map(|(key, _)| key).collect::<Vec<_>>(), [3, 7, 9]);
    }

    #[test]
    fn its_json_is_that_of_a_map() {
        let read: SortedMap<String, u8> = serde_json::from_str(r#"{"b":2,"a":1}"#).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), r#"{"a":1,"b":2}"#);
    }
}
