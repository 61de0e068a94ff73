//! A lock that programs hold in turn: a file beside what they share.

use std::fs::{self, File};
use std::io::{Error, ErrorKind, Result};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

/// The pause before a lock is tried once more; it doubles, so that many who wait leave time to the one
/// that has the lock.
const FIRST_PAUSE: Duration = Duration::from_millis(5);
const MAX_PAUSE: Duration = Duration::from_millis(100);

/// A lock, until it is dropped or the program ends, however it ends.
#[derive(Debug)]
pub struct FileLock {
    path: PathBuf,
    file: Option<File>,
}

impl FileLock {
    /// Takes the lock; `None` while another program or another part of this one has it.
    ///
    /// # Errors
    ///
    /// When nobody can have it.
    pub fn try_acquire(path: PathBuf) -> Result<Option<Self>> {
        Ok(lock(&path)?.map(|file| Self { path, file: Some(file) }))
    }

    /// Takes the lock, and waits for it as long as nobody else holds it for longer than the limit.
    ///
    /// # Errors
    ///
    /// When it is held for longer, or when nobody can have it.
    pub fn acquire(path: &Path, limit: Duration) -> Result<Self> {
        let mut pause = FIRST_PAUSE;
        let mut holder = created(path);
        let mut since = Instant::now();
        loop {
            if let Some(lock) = Self::try_acquire(path.to_owned())? {
                return Ok(lock);
            }
            // Each holder has a file of its own.
            let current = created(path);
            if current != holder {
                holder = current;
                since = Instant::now();
            }
            if since.elapsed() > limit {
                let why = format!("another process has held the lock for {} s", limit.as_secs());
                return Err(Error::new(ErrorKind::TimedOut, why));
            }
            thread::sleep(pause);
            pause = MAX_PAUSE.min(pause * 2);
        }
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        // Windows removes no file that is open, and none that the next one has opened by then.
        if !cfg!(unix) {
            self.file = None;
        }
        let _ = fs::remove_file(&self.path);
    }
}

/// When the file of a lock was made, which nobody writes.
fn created(path: &Path) -> Option<SystemTime> {
    fs::symlink_metadata(path).and_then(|lock| lock.modified()).ok()
}

#[cfg(unix)]
fn lock(path: &Path) -> Result<Option<File>> {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};

    use rustix::fs::{FlockOperation, Mode, OFlags, flock};
    use rustix::io::Errno;

    let flags =
        OFlags::RDWR | OFlags::CREATE | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let file = File::from(rustix::fs::open(path, flags, Mode::RUSR | Mode::WUSR)?);
    let held = file.metadata()?;
    // In a folder of all users, somebody else could hold it for ever.
    if !held.is_file() || held.permissions().mode() & 0o077 != 0 {
        return Err(Error::other(format!(
            "the lock file {} is not a regular file, or users other than its owner can access it: \
             remove the lock file",
            path.display()
        )));
    }
    match flock(&file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => {}
        Err(Errno::WOULDBLOCK) => return Ok(None),
        // A file system without locks, where programs do not know of each other.
        Err(Errno::OPNOTSUPP | Errno::NOLCK | Errno::NOSYS) => return Ok(Some(file)),
        Err(error) => return Err(error.into()),
    }
    // Whoever had it may have removed the file meanwhile, and another program locked a new one.
    let is_there = fs::symlink_metadata(path)
        .is_ok_and(|there| (there.dev(), there.ino()) == (held.dev(), held.ino()));
    Ok(is_there.then_some(file))
}

/// Nobody else opens a file that is open without being shared.
#[cfg(windows)]
fn lock(path: &Path) -> Result<Option<File>> {
    use std::os::windows::fs::OpenOptionsExt as _;

    const ERROR_SHARING_VIOLATION: i32 = 32;
    match File::options().write(true).create(true).truncate(false).share_mode(0).open(path) {
        Err(error) if error.raw_os_error() == Some(ERROR_SHARING_VIOLATION) => Ok(None),
        opened => opened.map(Some),
    }
}

/// Programs do not know of each other.
#[cfg(not(any(unix, windows)))]
fn lock(path: &Path) -> Result<Option<File>> {
    File::options().write(true).create(true).truncate(false).open(path).map(Some)
}
