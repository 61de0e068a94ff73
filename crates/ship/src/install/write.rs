//! Reads the files of clients, writes them atomically, and keeps backups.

use std::fs::{self, Permissions};
use std::io::{self, Write as _};
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

use crate::clients::PROJECT;
use mcp_runtime_protocol::file_lock::FileLock;
use mcp_runtime_protocol::files::{self, FileAccess, read_text};
use mcp_runtime_protocol::shared_file;
use mcp_runtime_protocol::{Error, Result};

/// The maximum size of a file of the person. Claude Code keeps its history in there.
const MAX_OWN_BYTES: u64 = 64 * 1024 * 1024;

/// The maximum size of a file of a project: whoever contributes to that writes it.
const MAX_PROJECT_BYTES: u64 = 1024 * 1024;

/// How long others may write a file, one after the other.
const LOCK_TIMEOUT: Duration = Duration::from_secs(60);

/// How many links may lead from one to the next.
const MAX_LINKS: u32 = 40;

/// Reads a file of a scope; `None` if it does not exist.
///
/// # Errors
///
/// When it cannot be read, when it is not a file or not UTF-8, or when it is too large.
pub(crate) fn read(file: &Path, scope: &str) -> Result<Option<String>> {
    let max_bytes = if scope == PROJECT { MAX_PROJECT_BYTES } else { MAX_OWN_BYTES };
    match read_text(file, max_bytes) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Error::other(format!("cannot read {}: {error}", file.display()))),
    }
}

/// What links lead to, also if that does not exist yet.
///
/// # Errors
///
/// When symbolic links form a cycle, or through a directory that does not exist.
pub(super) fn target(file: &Path) -> io::Result<PathBuf> {
    let mut left = MAX_LINKS;
    followed(file, &mut left)
}

fn followed(path: &Path, left: &mut u32) -> io::Result<PathBuf> {
    // Most files exist.
    if let Ok(real) = fs::canonicalize(path) {
        return Ok(real);
    }
    let (parent, name) = match (path.parent(), path.components().next_back()) {
        (Some(parent), Some(Component::Normal(name))) => (followed(parent, left)?, name),
        // The directory above one that does not exist is anywhere once that exists.
        (_, Some(Component::ParentDir)) => return Err(io::ErrorKind::NotFound.into()),
        _ => return Ok(path.to_owned()),
    };
    let path = parent.join(name);
    match fs::read_link(&path) {
        Err(_) => Ok(path),
        Ok(_) if *left == 0 => Err(io::Error::other("symbolic links form a cycle")),
        Ok(leads_to) => {
            *left -= 1;
            followed(&parent.join(leads_to), left)
        }
    }
}

/// The path of the backup of a file from before a server was added.
pub(super) fn backup_of(file: &Path, server: &str) -> PathBuf {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    file.with_file_name(format!("{name}.before-{server}"))
}

/// Whether there is a backup. A link is none: it may lead anywhere.
pub(super) fn is_backup(backup: &Path) -> bool {
    fs::symlink_metadata(backup).is_ok_and(|backup| backup.is_file())
}

/// Takes the lock of a file, for those who enter servers there: a hidden file beside it.
///
/// # Errors
///
/// When others hold it for too long, or when it cannot be made.
pub(super) fn lock(file: &Path) -> Result<FileLock> {
    make_directory(file)?;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let lock = file.with_file_name(format!(".{name}.lock"));
    FileLock::acquire(&lock, LOCK_TIMEOUT).map_err(|error| failed(file, &error))
}

/// Replaces a file, with the same permissions, unless it has changed since it was read; returns
/// whether it was replaced.
///
/// # Errors
///
/// When it cannot be written.
pub(super) fn replace(
    file: &Path,
    was: Option<&str>,
    text: &str,
    only_for_owner: bool,
) -> Result<bool> {
    let replaced = shared_file::replace_if(file, access(file, only_for_owner), was, text);
    replaced.map_err(|error| failed(file, &error))
}

/// Deletes a file, unless it has changed since it was read; returns whether it was deleted.
///
/// # Errors
///
/// When that fails.
pub(super) fn delete_if(file: &Path, was: &str) -> Result<bool> {
    let deleted = shared_file::remove_if(file, was);
    deleted.map_err(|error| Error::other(format!("cannot delete {}: {error}", file.display())))
}

/// Writes a file, as private as another one, by renaming: nobody sees a part of it. A link in its
/// place is replaced.
///
/// # Errors
///
/// When it cannot be written.
pub(super) fn put(file: &Path, text: &str, like: &Path, only_for_owner: bool) -> Result<()> {
    make_directory(file)?;
    let access = access(like, only_for_owner);
    let written = files::replace(file, access, |file| file.write_all(text.as_bytes()));
    written.map_err(|error| failed(file, &error))
}

/// Who may open a file that is as private as another one.
fn access(like: &Path, only_for_owner: bool) -> FileAccess {
    match fs::metadata(like) {
        Ok(like) if only_for_owner => of_owner(&like.permissions()),
        Ok(like) => FileAccess::Like(like.permissions()),
        Err(_) if only_for_owner => FileAccess::Owner,
        Err(_) => FileAccess::Default,
    }
}

/// What its owner may do with a file, and nobody else.
#[cfg(unix)]
fn of_owner(like: &Permissions) -> FileAccess {
    use std::os::unix::fs::PermissionsExt as _;
    FileAccess::Like(Permissions::from_mode(like.mode() & 0o700))
}

#[cfg(not(unix))]
fn of_owner(_: &Permissions) -> FileAccess {
    FileAccess::Owner
}

/// Makes the directory of a file.
///
/// # Errors
///
/// When that fails.
pub(super) fn make_directory(file: &Path) -> Result<()> {
    let Some(directory) = file.parent() else { return Ok(()) };
    fs::create_dir_all(directory).map_err(|error| failed(file, &error))
}

fn failed(file: &Path, error: &io::Error) -> Error {
    Error::other(format!("cannot write {}: {error}{}", file.display(), advice(error.kind())))
}

/// What to do where a file cannot be written.
fn advice(why: io::ErrorKind) -> &'static str {
    match why {
        io::ErrorKind::ResourceBusy => {
            "; it is a mount point, as in a container, and cannot be replaced: mount its \
             directory, or edit it by hand as `install --print` shows"
        }
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            "; edit it where it can be written, as `install --print` shows"
        }
        _ => "",
    }
}

/// Takes from everybody what they may do with a backup and not with its file, and from others than
/// the owner what they may do with a file that has a secret.
///
/// # Errors
///
/// When that fails.
#[cfg(unix)]
pub(super) fn narrow(backup: &Path, of: &Path, only_for_owner: bool) -> Result<()> {
    use std::os::unix::fs::PermissionsExt as _;

    let mode = |file: &Path| fs::metadata(file).map(|file| file.permissions().mode() & 0o777);
    let most = if only_for_owner { 0o700 } else { 0o777 };
    let narrowed = mode(backup).and_then(|is| match is & mode(of)? & most {
        same if same == is => Ok(()),
        less => fs::set_permissions(backup, Permissions::from_mode(less)),
    });
    narrowed.map_err(|error| {
        Error::other(format!("cannot restrict the permissions of {}: {error}", backup.display()))
    })
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "as where there are rights")]
pub(super) fn narrow(_: &Path, _: &Path, _: bool) -> Result<()> {
    Ok(())
}

/// Deletes a file.
///
/// # Errors
///
/// When that fails.
pub(super) fn delete(file: &Path) -> Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(Error::other(format!("cannot delete {}: {error}", file.display())))
        }
        _ => Ok(()),
    }
}
