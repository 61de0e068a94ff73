//! Where tokens are kept between two runs of a program.

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fmt;
use std::fs::{self, File};
use std::io::{ErrorKind, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use mcp_runtime_protocol::file_lock::FileLock;
use mcp_runtime_protocol::files::{FileAccess, replace};
use mcp_runtime_protocol::hex::hex;
use mcp_runtime_protocol::sync::Mutex;
use mcp_runtime_protocol::{Error, Result, Secret};
use sha2::{Digest as _, Sha256};

/// The maximum size of the file of a [`FileTokenStore`], in bytes.
const FILE_BYTES: u64 = 16 * 1024 * 1024;
/// How long another program may write the file.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);

/// Stores the results of logins under names: tokens, and client registrations. The values are
/// secret; the keychain of the system is a good place for them, which
/// [`mcp-runtime-keychain`](https://docs.rs/mcp-runtime-keychain) uses.
///
/// [`OAuth`](crate::OAuth) calls a store on threads where it may block.
pub trait TokenStore: Send + Sync {
    /// Loads the value of this name.
    ///
    /// # Errors
    ///
    /// When the lookup fails.
    fn load(&self, name: &str) -> Result<Option<Secret<String>>>;

    /// Stores a value under a name and replaces the previous one; `None` deletes it.
    ///
    /// # Errors
    ///
    /// When the value cannot be stored.
    fn save(&self, name: &str, value: Option<Secret<String>>) -> Result<()>;

    /// Takes the lock of a name, until what is returned is dropped or the program ends; `None` while
    /// another program has it. It is held while a login is refreshed and saved, and never waited
    /// for here.
    ///
    /// Without one, which is the default, two programs that share a store may use the same refresh
    /// token, after which many authorization servers end the login of both.
    ///
    /// # Errors
    ///
    /// When nobody can have the lock; the login is refreshed nevertheless.
    fn try_lock(&self, name: &str) -> Result<Option<Box<dyn Any + Send>>> {
        let _ = name;
        Ok(Some(Box::new(())))
    }
}

/// One store for several logins.
impl<T: TokenStore + ?Sized> TokenStore for Arc<T> {
    fn load(&self, name: &str) -> Result<Option<Secret<String>>> {
        (**self).load(name)
    }

    fn save(&self, name: &str, value: Option<Secret<String>>) -> Result<()> {
        (**self).save(name, value)
    }

    fn try_lock(&self, name: &str) -> Result<Option<Box<dyn Any + Send>>> {
        (**self).try_lock(name)
    }
}

/// Keeps tokens until the program ends.
#[derive(Default)]
pub struct MemoryTokenStore {
    kept: Mutex<BTreeMap<String, Secret<String>>>,
    locked: Arc<Mutex<BTreeSet<String>>>,
}

impl fmt::Debug for MemoryTokenStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MemoryTokenStore").finish_non_exhaustive()
    }
}

impl TokenStore for MemoryTokenStore {
    fn load(&self, name: &str) -> Result<Option<Secret<String>>> {
        Ok(self.kept.lock().get(name).cloned())
    }

    fn save(&self, name: &str, value: Option<Secret<String>>) -> Result<()> {
        let mut kept = self.kept.lock();
        match value {
            Some(value) => drop(kept.insert(name.to_owned(), value)),
            None => drop(kept.remove(name)),
        }
        Ok(())
    }

    fn try_lock(&self, name: &str) -> Result<Option<Box<dyn Any + Send>>> {
        if !self.locked.lock().insert(name.to_owned()) {
            return Ok(None);
        }
        Ok(Some(Box::new(NameLock { name: name.to_owned(), locked: Arc::clone(&self.locked) })))
    }
}

/// The lock of a name in memory.
struct NameLock {
    name: String,
    locked: Arc<Mutex<BTreeSet<String>>>,
}

impl Drop for NameLock {
    fn drop(&mut self) {
        self.locked.lock().remove(&self.name);
    }
}

/// Keeps tokens in a file that only its owner can read. It is replaced atomically, so that a crash
/// leaves either the old file or the new one. A symbolic link in its place is not followed.
/// Programs that run at the same time may share the file: each uses what the others have saved, and
/// one at a time writes it or refreshes a login, with locks that are hidden files beside it.
///
/// On Windows its folder determines who can read it: choose one below the profile of the user.
#[derive(Debug)]
pub struct FileTokenStore {
    path: PathBuf,
    writing: Mutex<()>,
}

impl FileTokenStore {
    /// Creates a store for the file at this path, whose folder has to exist.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into(), writing: Mutex::default() }
    }

    /// Where a lock of the file is.
    fn lock(&self, of: &str) -> PathBuf {
        let mut name = OsString::from(".");
        name.push(self.path.file_name().unwrap_or_default());
        name.push(of);
        name.push(".lock");
        self.path.with_file_name(name)
    }

    fn read(&self) -> Result<BTreeMap<String, String>> {
        let problem = |why: &dyn fmt::Display| {
            Error::other(format!("the tokens in {} cannot be read: {why}", self.path.display()))
        };
        let file = match open(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(BTreeMap::new()),
            opened => opened.map_err(|error| problem(&error))?,
        };
        // The opened file is checked, not the path, which may lead elsewhere by now.
        let about = file.metadata().map_err(|error| problem(&error))?;
        if !about.is_file() {
            return Err(problem(&"it is not a file"));
        }
        check_mode(&about).map_err(|why| problem(&why))?;
        let mut text = Vec::new();
        let read = file.take(FILE_BYTES + 1).read_to_end(&mut text);
        if read.map_err(|error| problem(&error))? as u64 > FILE_BYTES {
            return Err(problem(&"it is longer than 16 MiB"));
        }
        // An error of serde could reveal some of its content.
        serde_json::from_slice(&text).map_err(|_| problem(&"it is not a file of tokens"))
    }
}

impl TokenStore for FileTokenStore {
    fn load(&self, name: &str) -> Result<Option<Secret<String>>> {
        Ok(self.read()?.remove(name).map(Secret::new))
    }

    fn save(&self, name: &str, value: Option<Secret<String>>) -> Result<()> {
        let problem = |error: std::io::Error| {
            Error::other(format!("cannot save tokens in {}: {error}", self.path.display()))
        };
        let _writing = self.writing.lock();
        // What another program writes between our reading and writing would be lost.
        let _alone = FileLock::acquire(&self.lock(""), WRITE_TIMEOUT).map_err(problem)?;
        let mut kept = self.read()?;
        match value {
            Some(value) => drop(kept.insert(name.to_owned(), value.into_exposed())),
            None => drop(kept.remove(name)),
        }
        let text = serde_json::to_vec(&kept).map_err(Error::other)?;
        replace(&self.path, FileAccess::Owner, |file| file.write_all(&text)).map_err(problem)
    }

    fn try_lock(&self, name: &str) -> Result<Option<Box<dyn Any + Send>>> {
        let [first, second, third, fourth, ..] = Sha256::digest(name).0;
        let of = format!(".{}", hex(&[first, second, third, fourth]));
        let lock = FileLock::try_acquire(self.lock(&of)).map_err(|error| {
            Error::other(format!("{} cannot be locked: {error}", self.path.display()))
        })?;
        Ok(lock.map(|lock| -> Box<dyn Any + Send> { Box::new(lock) }))
    }
}

/// Opens a file, which must not be a symbolic link itself, without blocking on a writer.
#[cfg(unix)]
fn open(path: &Path) -> std::io::Result<File> {
    use rustix::fs::{Mode, OFlags};
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    match rustix::fs::open(path, flags, Mode::empty()) {
        Err(rustix::io::Errno::LOOP) => {
            Err(std::io::Error::other("it is a symbolic link; name the file itself"))
        }
        opened => Ok(File::from(opened?)),
    }
}

#[cfg(not(unix))]
fn open(path: &Path) -> std::io::Result<File> {
    File::open(path)
}

/// Checks that other users cannot read the tokens.
#[cfg(unix)]
fn check_mode(file: &fs::Metadata) -> std::result::Result<(), String> {
    use std::os::unix::fs::PermissionsExt as _;
    match file.permissions().mode() & 0o077 {
        0 => Ok(()),
        _ => Err("other users can read it: run `chmod 600` on it".to_owned()),
    }
}

#[cfg(not(unix))]
fn check_mode(_: &fs::Metadata) -> std::result::Result<(), String> {
    Ok(())
}
