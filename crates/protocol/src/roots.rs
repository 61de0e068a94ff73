//! The client's working directories: `roots/list`.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::file_uri;
use super::meta::Meta;

/// A working directory of the client.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Root {
    /// The URI; currently always a `file:` URI.
    pub uri: String,
    /// The human-readable name.
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

    /// The path of the directory on this system; `None` if the URI names none, such as one that is
    /// not a `file:` URI or, on Windows, has no drive letter.
    ///
    /// ```
    /// use mcp_runtime_protocol::Root;
    ///
    /// # #[cfg(unix)] {
    /// let root = Root::new("file:///home/ada/my%20notes");
    /// assert_eq!(root.path().unwrap().to_str(), Some("/home/ada/my notes"));
    /// # }
    /// assert_eq!(Root::new("https://example.com/notes").path(), None);
    /// ```
    ///
    /// The client chooses it: it may not exist, may lead through `..` or links, and says nothing
    /// about what the client may access. Where this matters, compare what
    /// [`canonicalize`](std::fs::canonicalize) returns.
    #[must_use]
    #[inline]
    pub fn path(&self) -> Option<PathBuf> {
        file_uri::path(&self.uri)
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
