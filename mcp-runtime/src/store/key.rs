//! What things in a store are called.

use std::fmt;
use std::sync::Arc;

/// The name of a record, an index, a log or a limit: what kind of thing it is, and which one.
///
/// Two keys are equal if both parts are.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StoreKey(Arc<str>);

impl StoreKey {
    /// `kind` is a word of the program, without a colon. The name may be any text; that which somebody
    /// chose who is not trusted, or which says who somebody is, is better hashed.
    ///
    /// # Panics
    ///
    /// If there is a colon in `kind`.
    pub fn new(kind: &str, name: &str) -> Self {
        assert!(!kind.contains(':'), "there is a colon in {kind:?}, the kind of a key");
        Self([kind, ":", name].concat().into())
    }

    /// The key of which this is [`StoreKey::as_str`].
    pub(super) fn of(text: &Arc<str>) -> Self {
        Self(Arc::clone(text))
    }

    /// Both parts with a colon between them, such as `task:7f3a`. It is not a name for a file.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for StoreKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
