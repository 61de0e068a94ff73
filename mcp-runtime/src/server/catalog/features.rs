//! What a server offers, as it is listed, and a container for it: ordered, and indexed by key.

use std::borrow::Cow;
use std::sync::Arc;

use crate::jsonrpc::{ErrorObject, string};
use crate::protocol::sorted::SortedMap;
use crate::protocol::{Prompt, Resource, ResourceTemplate, Tool};
use crate::server::handler::Handler;
use crate::server::unknown;

/// Something that a server offers.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Feature<'a> {
    /// A tool.
    Tool(&'a Tool),
    /// A prompt.
    Prompt(&'a Prompt),
    /// A resource.
    Resource(&'a Resource),
    /// A resource template.
    ResourceTemplate(&'a ResourceTemplate),
}

impl Feature<'_> {
    /// The name of a tool or a prompt, the URI of a resource, or the template.
    pub fn key(&self) -> &str {
        match self {
            Self::Tool(tool) => &tool.name,
            Self::Prompt(prompt) => &prompt.name,
            Self::Resource(resource) => &resource.uri,
            Self::ResourceTemplate(template) => &template.uri_template,
        }
    }

    /// Whether it is read-only: a tool if it is declared so, as with `#[tool(read_only)]`, and
    /// anything else always.
    pub fn is_read_only(&self) -> bool {
        let Self::Tool(tool) = self else { return true };
        let annotations = tool.annotations.as_ref();
        annotations.is_some_and(|said| said.read_only_hint == Some(true))
    }
}

/// Something that is listed under a key.
pub(crate) trait Entry {
    /// What it is: `tool`, `prompt`, ...
    const WHAT: &'static str;

    /// Its name or its URI.
    fn key(&self) -> &str;

    /// The key under which it is found: that of all spellings of its key.
    fn index_key(key: &str) -> Cow<'_, str> {
        Cow::Borrowed(key)
    }

    /// Its location in the source.
    fn location(&self) -> &str;

    /// The handler that runs for it.
    fn handler(&self) -> &Handler;

    /// Its listed form.
    fn feature(&self) -> Feature<'_>;

    /// Takes over what counts the running calls of the entry that this one replaces.
    fn take_over(&mut self, _before: &Self) {}
}

/// The features of one kind.
pub(crate) struct Features<F> {
    /// By how many were added before each: one that is added again under the same key differs.
    pub(super) entries: SortedMap<u64, Arc<F>>,
    pub(super) index: SortedMap<Arc<str>, NumberedFeature<F>>,
    /// How many were ever added.
    added: u64,
}

/// A feature, and its number among the entries.
pub(super) struct NumberedFeature<F> {
    pub(super) entry: Arc<F>,
    pub(super) number: u64,
}

impl<F: Entry> Features<F> {
    /// Adds a feature; a duplicate key is an error that names both locations.
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
        let key = F::index_key(feature.key()).into();
        let entry = Arc::new(feature);
        self.entries.insert(self.added, Arc::clone(&entry));
        self.index.insert(key, NumberedFeature { entry, number: self.added });
        self.added += 1;
    }

    /// Replaces the feature with the same key.
    pub(crate) fn replace(&mut self, feature: F) {
        if let Some(indexed) = self.index.get_mut(&*F::index_key(feature.key())) {
            indexed.entry = Arc::new(feature);
            self.entries.insert(indexed.number, Arc::clone(&indexed.entry));
        }
    }

    /// Removes a feature, and returns it if it existed.
    pub(crate) fn remove(&mut self, key: &str) -> Option<Arc<F>> {
        let NumberedFeature { entry, number } = self.index.remove(&*F::index_key(key))?;
        self.entries.remove(&number);
        Some(entry)
    }

    /// Removes all features that `keep` does not keep.
    pub(crate) fn retain(&mut self, keep: impl Fn(&F) -> bool) {
        self.entries.retain(|_, entry| keep(entry));
        self.index.retain(|_, indexed| self.entries.contains_key(&indexed.number));
    }

    pub(crate) fn get(&self, key: &str) -> Option<&Arc<F>> {
        #[cfg(test)]
        crate::negotiation::lookups::count(F::WHAT);
        Some(&self.index.get(&*F::index_key(key))?.entry)
    }

    /// Returns the feature that a request names, given as JSON text.
    ///
    /// # Errors
    ///
    /// If the client names nothing, or a feature that does not exist.
    pub(crate) fn named(
        &self,
        name: Option<&str>,
        is_visible: impl Fn(&F) -> bool,
    ) -> Result<&Arc<F>, ErrorObject> {
        let name = name.and_then(string).ok_or_else(|| {
            ErrorObject::invalid_params(format!("`name` must be the name of a {}", F::WHAT))
        })?;
        self.known(&name, is_visible)
    }

    /// Returns the feature with a key, or the error that it does not exist, which is also the error
    /// if it is not visible.
    pub(crate) fn known(
        &self,
        key: &str,
        is_visible: impl Fn(&F) -> bool,
    ) -> Result<&Arc<F>, ErrorObject> {
        self.get(key).filter(|entry| is_visible(entry)).ok_or_else(|| {
            let visible = self.iter().filter(|entry| is_visible(entry));
            unknown(F::WHAT, key, visible.map(|entry| entry.key()))
        })
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Arc<F>> {
        self.entries.values()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

impl<F> Default for Features<F> {
    fn default() -> Self {
        Self { entries: SortedMap::new(), index: SortedMap::new(), added: 0 }
    }
}

impl<F> Clone for NumberedFeature<F> {
    fn clone(&self) -> Self {
        Self { entry: Arc::clone(&self.entry), number: self.number }
    }
}

impl<F> Clone for Features<F> {
    fn clone(&self) -> Self {
        Self { entries: self.entries.clone(), index: self.index.clone(), added: self.added }
    }
}
