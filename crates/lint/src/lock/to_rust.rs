//! A typed client of the server of a lock, as text.

use mcp_runtime_codegen::{Options, client};

use super::Lock;
use crate::error::{Error, Result};

impl Lock {
    /// Writes the typed client that `client!` of `mcp-runtime-client` makes of this lock, as the items
    /// of a module: for a repository, whose reviews then show what has changed.
    ///
    /// ```
    /// use mcp_runtime_lint::codegen::Options;
    /// use mcp_runtime_lint::lock::Lock;
    ///
    /// let lock = Lock::parse(r#"{
    ///     "lock": 1,
    ///     "server": { "name": "notes", "version": "1.0.0" },
    ///     "tools": { "search": { "input": { "type": "object" } } }
    /// }"#)?;
    /// let rust = lock.to_rust(&Options::new("notes.lock"))?;
    /// assert!(rust.contains("pub fn search("));
    /// # Ok::<(), mcp_runtime::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When a reference in a schema leads nowhere, or there is too much for a client.
    pub fn to_rust(&self, options: &Options) -> Result<String> {
        client(&self.to_string(), options).map_err(Error::other)
    }
}
