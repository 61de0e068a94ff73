//! Locks, to which servers are held.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use mcp_runtime_client::protocol::{Implementation, Tool};
use mcp_runtime_client::{Approve, Client, Error, Result};
use mcp_runtime_lint::lock::Lock;

/// The file for the lock of a server, whose name may be anything.
pub(crate) fn lock_file(folder: &Path, server: &str) -> PathBuf {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let name: String = server.chars().map(|c| if is_plain(c) { c } else { '_' }).collect();
    folder.join(name + ".lock")
}

/// Writes the lock of what a server offers now.
pub(crate) async fn write_lock(client: &Client, path: PathBuf) -> Result<PathBuf> {
    let lock = Lock::of(&client.offers().await?);
    lock.write(&path)?;
    Ok(path)
}

/// A lock to which one connection is held. A server that it refuses is refused each time; why a
/// connection fails otherwise may pass.
#[derive(Clone)]
pub(crate) struct HeldLock {
    lock: Arc<Lock>,
    has_refused: Arc<AtomicBool>,
}

impl HeldLock {
    /// # Errors
    ///
    /// When the file cannot be read, or is no lock.
    pub(crate) fn read(path: &Path) -> Result<Self> {
        let lock = Lock::read(path)?;
        Ok(Self { lock: Arc::new(lock), has_refused: Arc::default() })
    }

    /// Whether the server itself was refused.
    pub(crate) fn has_refused(&self) -> bool {
        self.has_refused.load(Ordering::Relaxed)
    }

    /// Checks the revision that a server speaks: its tools are written differently in another one.
    ///
    /// # Errors
    ///
    /// When the lock is not of this revision.
    pub(crate) fn check_revision(&self, client: &Client) -> Result<()> {
        let locked = &self.lock.server.revisions;
        let spoken = client.version().to_string();
        if locked.is_empty() || locked.contains(&spoken) {
            return Ok(());
        }
        self.has_refused.store(true, Ordering::Relaxed);
        let locked = locked.join(", ");
        Err(Error::other(format!(
            "the server speaks protocol version {spoken}, but its lock is for {locked}: if you trust \
             the server, write its lock again (Clients::write_locks)"
        )))
    }
}

impl Approve for HeldLock {
    fn check_server(&self, info: &Implementation, instructions: Option<&str>) -> Result<()> {
        let checked = self.lock.check_server(info, instructions);
        self.has_refused.store(checked.is_err(), Ordering::Relaxed);
        checked
    }

    fn has_tool(&self, name: &str) -> bool {
        self.lock.has_tool(name)
    }

    fn check_tool(&self, tool: &Tool) -> Result<()> {
        self.lock.check_tool(tool)
    }
}
