//! The keys of a store.

use std::fmt;
use std::sync::Arc;

/// The key of a record, an index, a log or a limit: its kind, and its name.
///
/// Two keys are equal if both parts are.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StoreKey(Arc<str>);

impl StoreKey {
    /// Creates a key. `kind` is a constant of the program, without a colon. The name may be any
    /// text; hash one that comes from an untrusted source, or that identifies a person.
    ///
    /// # Panics
    ///
    /// If there is a colon in `kind`.
    #[inline]
    pub fn new(kind: &str, name: &str) -> Self {
        assert!(!kind.contains(':'), "the kind {kind:?} of a key must not contain a colon");
        Self([kind, ":", name].concat().into())
    }

    /// The key whose [`StoreKey::as_str`] is this text.
    #[inline]
    pub(super) fn of(text: &Arc<str>) -> Self {
        Self(Arc::clone(text))
    }

    /// Both parts with a colon between them, such as `task:7f3a`. This is not safe as a file name.
    #[inline]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for StoreKey {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
