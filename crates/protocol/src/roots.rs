//! The client's working directories: `roots/list`.

use serde::{Deserialize, Serialize};

use super::meta::Meta;

/// A working directory of the client.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Root {
    /// The URI; currently always a `file:` URI.
    pub uri: String,
    /// The name for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The `_meta` of the object.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl Root {
    /// Creates a root from its URI.
    pub fn new(uri: impl Into<String>) -> Self {
        Self { uri: uri.into(), ..Self::default() }
    }
}

/// The result of `roots/list`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ListRootsResult {
    /// The directories.
    pub roots: Vec<Root>,
    /// The `_meta`; only of a legacy result.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl ListRootsResult {
    /// Creates a result from directories.
    pub fn new(roots: Vec<Root>) -> Self {
        Self { roots, meta: None }
    }
}
