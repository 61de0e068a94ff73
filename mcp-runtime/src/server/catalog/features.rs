//! One container for everything that can be listed: in order, found by key, read in pages.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::jsonrpc::{ErrorObject, string};
use crate::server::unknown;

/// Something that is listed under a key.
pub(crate) trait Feature {
    /// What it is: `tool`, `prompt`, ...
    const WHAT: &'static str;

    /// Its name or its URI.
    fn key(&self) -> &str;

    /// Where it stands in the source.
    fn location(&self) -> &str;
}

/// The features of one kind.
pub(crate) struct Features<F> {
    entries: Vec<Arc<F>>,
    index: BTreeMap<Arc<str>, usize>,
}

impl<F: Feature> Features<F> {
    /// Adds a feature; a key that is taken already is an error that names both places.
    pub(crate) fn insert(&mut self, feature: F, errors: &mut Vec<String>) {
        if let Some(other) = self.get(feature.key()) {
            errors.push(format!(
                "two {}s are called `{}`: {} and {}",
                F::WHAT,
                feature.key(),
                other.location(),
                feature.location()
            ));
            return;
        }
        self.index.insert(feature.key().into(), self.entries.len());
        self.entries.push(Arc::new(feature));
    }

    /// Takes a feature away; whether it was there.
    pub(crate) fn remove(&mut self, key: &str) -> bool {
        let was_there = self.index.contains_key(key);
        self.retain(|feature| feature.key() != key);
        was_there
    }

    /// Takes away all other features.
    pub(crate) fn retain(&mut self, keep: impl Fn(&F) -> bool) {
        self.entries.retain(|entry| keep(entry));
        let keys = self.entries.iter().map(|entry| entry.key().into());
        self.index = keys.zip(0..).collect();
    }

    pub(crate) fn get(&self, key: &str) -> Option<&Arc<F>> {
        self.entries.get(*self.index.get(key)?)
    }

    /// The feature that a request names, given as JSON text.
    ///
    /// # Errors
    ///
    /// What a client is told that names nothing, or what is not there.
    pub(crate) fn named(&self, name: Option<&str>) -> Result<&Arc<F>, ErrorObject> {
        let name = name.and_then(string).ok_or_else(|| {
            ErrorObject::invalid_params(format!("`name` must be the name of a {}", F::WHAT))
        })?;
        self.known(&name)
    }

    /// The feature with a key, or the error that says that there is none.
    pub(crate) fn known(&self, key: &str) -> Result<&Arc<F>, ErrorObject> {
        let keys = self.entries.iter().map(|entry| entry.key());
        self.get(key).ok_or_else(|| unknown(F::WHAT, key, keys))
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Arc<F>> {
        self.entries.iter()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The features after a cursor, `size` at most, and the cursor of the page after them.
    ///
    /// A cursor names the last feature of the page before, so that pages stay right while
    /// features come and go behind it. `None` if the cursor is none of ours.
    pub(crate) fn page(
        &self,
        cursor: Option<&str>,
        size: usize,
    ) -> Option<(&[Arc<F>], Option<String>)> {
        let start = match cursor {
            None => 0,
            Some(cursor) => self.index.get(decode_cursor(cursor)?.as_str())? + 1,
        };
        let end = self.entries.len().min(start.saturating_add(size));
        let page = self.entries.get(start..end)?;
        let more = end < self.entries.len();
        let next = page.last().filter(|_| more).map(|last| encode_cursor(last.key()));
        Some((page, next))
    }
}

impl<F> Default for Features<F> {
    fn default() -> Self {
        Self { entries: Vec::new(), index: BTreeMap::new() }
    }
}

impl<F> Clone for Features<F> {
    fn clone(&self) -> Self {
        Self { entries: self.entries.clone(), index: self.index.clone() }
    }
}

/// Cursors are opaque: nobody is to read or build one.
///
/// Source: 2026-07-28, "Pagination".
fn encode_cursor(key: &str) -> String {
    use base64::Engine as _;
    base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(key)
}

fn decode_cursor(cursor: &str) -> Option<String> {
    use base64::Engine as _;
    let key = base64::engine::general_purpose::URL_SAFE_NO_PAD.decode(cursor).ok()?;
    String::from_utf8(key).ok()
}
