//! Checks a server against its lock, in a test.

use std::path::Path;
use std::{env, error, fmt};

use mcp_runtime::Server;
use mcp_runtime_lint::lock::{Lock, LockDiff, LockStatus};
use mcp_runtime_protocol::Error;

/// Checks what a server offers against the lock in a file, whose path is relative to the root of
/// your crate.
///
/// `MCP_LOCK=write cargo test` writes the lock. Afterwards, a test fails until the version covers
/// the changes, and until the lock is written again.
///
/// ```no_run
/// use mcp_runtime::{Result, server};
/// use mcp_runtime_testing as testing;
///
/// # #[allow(dead_code)]
/// #[test]
/// fn the_interface_is_the_one_in_the_lock() -> Result<()> {
///     testing::lock(&server!().build()?, "mcp.lock")?;
///     Ok(())
/// }
/// ```
///
/// # Errors
///
/// Every change, with its rule and the version bump that it requires, or that there is no lock.
pub fn lock(server: &Server, path: impl AsRef<Path>) -> Result<(), LockError> {
    let path = path.as_ref();
    let now = Lock::of(&server.offers());
    let is_written = env::var_os("MCP_LOCK").is_some_and(|value| value == "write");
    let failed = |error: Error| LockError { message: error.to_string(), diff: None };
    if is_written && !path.exists() {
        return now.write(path).map_err(failed);
    }
    let old = Lock::read(path).map_err(|error| {
        let how = if path.exists() {
            "restore the file, or delete it and run `MCP_LOCK=write cargo test`"
        } else {
            "`MCP_LOCK=write cargo test` writes it"
        };
        LockError { message: format!("{error}; {how}"), diff: None }
    })?;
    if is_written {
        return now.replacing(&old).write(path).map_err(failed);
    }
    let diff = old.compare(&now);
    let how = match diff.status() {
        LockStatus::UpToDate => return Ok(()),
        LockStatus::NeedsBump => {
            "undo them; or raise the version in Cargo.toml, and then write the lock again with \
             `MCP_LOCK=write cargo test`"
        }
        _ => "`MCP_LOCK=write cargo test` writes the lock again",
    };
    Err(LockError { message: format!("{diff}\n{how}"), diff: Some(diff) })
}

/// The server differs from its lock.
///
/// Prints the changes, with `{}` and with `{:?}`.
#[derive(Clone, PartialEq, Eq)]
pub struct LockError {
    message: String,
    diff: Option<LockDiff>,
}

impl LockError {
    /// What changed; none where there is no lock to compare with.
    #[must_use]
    pub fn diff(&self) -> Option<&LockDiff> {
        self.diff.as_ref()
    }
}

impl fmt::Display for LockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl fmt::Debug for LockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl error::Error for LockError {}

impl From<LockError> for Error {
    fn from(error: LockError) -> Self {
        Self::other(error.to_string())
    }
}
