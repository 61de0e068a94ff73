//! The map of indexmap, which is recognized by its name as those of the standard library are.

use indexmap::IndexMap;

use super::Standard;

impl<K, V, S> Standard<IndexMap<K, V, S>> {
    /// The type is this one.
    pub const IS_STANDARD: bool = true;
}
