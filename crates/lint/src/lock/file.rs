//! A lock, and its file.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io::Write as _;
use std::path::Path;

use mcp_runtime_protocol::files::{FileAccess, read_text, replace};
use serde::{Deserialize, Serialize};

use super::change::Changes;
use super::diff::LockDiff;
use super::entries::{Accepted, LockedPrompt, LockedResource, LockedServer, LockedTool};
use super::{listings, tools};
use crate::error::{Error, Result};

/// The format version of the file.
const FORM: u32 = 1;

/// The maximum size of a file: it comes from a repository.
pub const MAX_LOCK_BYTES: u64 = 16 * 1024 * 1024;

/// The public interface of a server at one point in time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Lock {
    /// The format version of the file: 1.
    pub lock: u32,
    /// The server itself.
    pub server: LockedServer,
    /// Its tools, by their names.
    #[serde(default)]
    pub tools: BTreeMap<String, LockedTool>,
    /// Its prompts, by their names.
    #[serde(default)]
    pub prompts: BTreeMap<String, LockedPrompt>,
    /// Its resources, by their URIs.
    #[serde(default)]
    pub resources: BTreeMap<String, LockedResource>,
    /// Its templates of resources.
    #[serde(default)]
    pub templates: BTreeMap<String, LockedResource>,
    /// The accepted changes, which do not count.
    #[serde(default)]
    pub accepted: Vec<Accepted>,
}

impl Default for Lock {
    fn default() -> Self {
        Self {
            lock: FORM,
            server: LockedServer::default(),
            tools: BTreeMap::new(),
            prompts: BTreeMap::new(),
            resources: BTreeMap::new(),
            templates: BTreeMap::new(),
            accepted: Vec::new(),
        }
    }
}

impl Lock {
    /// Parses a lock.
    ///
    /// # Errors
    ///
    /// When the text is not a lock.
    pub fn parse(text: &str) -> Result<Self> {
        let mut lock: Self = serde_json::from_str(text)
            .map_err(|error| Error::other(format!("not an mcp.lock file: {error}")))?;
        if lock.lock != FORM {
            let form = lock.lock;
            let why = format!("unsupported lock format {form}: expected {FORM}");
            return Err(Error::other(why));
        }
        // Entries that were edited by hand have other hashes.
        let tools = std::mem::take(&mut lock.tools);
        lock.tools = tools.into_iter().map(|(name, tool)| (name, tool.hashed())).collect();
        Ok(lock)
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// When it cannot be read, or is not a lock.
    pub fn read(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        let named = |why: &dyn fmt::Display| Error::other(format!("{}: {why}", path.display()));
        let text = read_text(path, MAX_LOCK_BYTES).map_err(|error| named(&error))?;
        Self::parse(&text).map_err(|error| named(&error))
    }

    /// Writes the file, and replaces an existing one atomically, also behind a link. What is no file,
    /// such as `/dev/stdout`, is written to.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn write(&self, path: impl AsRef<Path>) -> Result<()> {
        let path = path.as_ref();
        let text = self.to_string();
        let replace = |path: &Path| {
            replace(path, FileAccess::Default, |file| file.write_all(text.as_bytes()))
        };
        let written = match fs::metadata(path) {
            Ok(found) if !found.is_file() => fs::write(path, &text),
            Ok(_) => path.canonicalize().and_then(|path| replace(&path)),
            Err(_) => replace(path),
        };
        written.map_err(|error| Error::other(format!("{}: {error}", path.display())))
    }

    /// Compares this lock with a newer one.
    #[must_use]
    pub fn compare(&self, new: &Self) -> LockDiff {
        let mut changes = Changes::default();
        listings::server(&self.server, &new.server, &mut changes);
        tools::all(&self.tools, &new.tools, &mut changes);
        listings::prompts(&self.prompts, &new.prompts, &mut changes);
        listings::resources("resource", &self.resources, &new.resources, &mut changes);
        listings::resources("template", &self.templates, &new.templates, &mut changes);
        for change in &mut changes.0 {
            change.accepted = self.accepted.iter().any(|one| one.change == change.fingerprint);
        }
        LockDiff::new(changes.0, &self.server.version, &new.server.version)
    }

    /// Prepares this lock to replace another one: changes that were accepted for a version stay
    /// accepted until the next one.
    #[must_use]
    pub fn replacing(mut self, old: &Self) -> Self {
        if self.server.version == old.server.version {
            self.accepted.clone_from(&old.accepted);
        }
        self
    }
}

/// The text of the file.
impl fmt::Display for Lock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let json = serde_json::to_string_pretty(self).map_err(|_| fmt::Error)?;
        writeln!(f, "{json}")
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn a_link_stays_and_what_is_no_file_is_written_to() {
        let folder = std::env::temp_dir().join(format!("mcp-lock-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("mcp.lock");
        let link = folder.join("link");
        let lock = Lock::default();
        lock.write(&file).unwrap();
        fs::write(&file, "old").unwrap();
        symlink(&file, &link).unwrap();
        lock.write(&link).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(Lock::read(&file).unwrap(), lock);
        lock.write("/dev/null").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
        fs::remove_dir_all(&folder).unwrap();
    }
}
