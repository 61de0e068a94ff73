//! Reads the files of clients, writes them atomically, and keeps backups.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Component, Path, PathBuf};

use crate::clients::PROJECT;
use mcp_runtime_protocol::files::{self, FileAccess, read_text};
use mcp_runtime_protocol::{Error, Result};

/// The maximum size of a file of the person. Claude Code keeps its history in there.
const MAX_OWN_BYTES: u64 = 64 * 1024 * 1024;

/// The maximum size of a file of a project: whoever contributes to that writes it.
const MAX_PROJECT_BYTES: u64 = 1024 * 1024;

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
        Err(error) => Err(Error::other(format!("reading {}: {error}", file.display()))),
    }
}

/// What links lead to, also if that does not exist yet.
///
/// # Errors
///
/// When links lead in a circle, or through a directory that does not exist.
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
        Ok(_) if *left == 0 => Err(io::Error::other("links lead in a circle")),
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

/// Replaces a file, with the same permissions.
///
/// # Errors
///
/// When it cannot be written, or when it has changed since it was read.
pub(super) fn replace(
    file: &Path,
    was: Option<&str>,
    text: &str,
    only_for_owner: bool,
) -> Result<()> {
    // Its scope was checked when it was read for the plan.
    if read(file, "user")?.as_deref() != was {
        let why = "it was changed meanwhile; try again";
        return Err(Error::other(format!("{}: {why}", file.display())));
    }
    put(file, text, file, only_for_owner)
}

/// Writes a file, as private as another one, by renaming: nobody sees a part of it. A link in its
/// place is replaced.
///
/// # Errors
///
/// When it cannot be written.
pub(super) fn put(file: &Path, text: &str, like: &Path, only_for_owner: bool) -> Result<()> {
    make_directory(file)?;
    let access = match fs::metadata(like) {
        _ if only_for_owner => FileAccess::Owner,
        Ok(like) => FileAccess::Like(like.permissions()),
        Err(_) => FileAccess::Default,
    };
    let written = files::replace(file, access, |file| file.write_all(text.as_bytes()));
    written.map_err(|error| failed(file, &error))
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
    Error::other(format!("writing {}: {error}{}", file.display(), advice(error.kind())))
}

/// What to do where a file cannot be written.
fn advice(why: io::ErrorKind) -> &'static str {
    match why {
        io::ErrorKind::ResourceBusy => {
            "; it is mounted by itself, as into a container, and cannot be replaced: mount its \
             directory, or change it by hand, to what `install --print` shows"
        }
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            "; change it where it can be written, to what `install --print` shows"
        }
        _ => "",
    }
}

/// Takes from everybody what they may do with a backup and not with its file.
///
/// # Errors
///
/// When that fails.
#[cfg(unix)]
pub(super) fn narrow(backup: &Path, of: &Path) -> Result<()> {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt as _;

    let mode = |file: &Path| fs::metadata(file).map(|file| file.permissions().mode() & 0o777);
    let narrowed = mode(backup).and_then(|is| match is & mode(of)? {
        same if same == is => Ok(()),
        less => fs::set_permissions(backup, Permissions::from_mode(less)),
    });
    narrowed.map_err(|error| Error::other(format!("protecting {}: {error}", backup.display())))
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "as where there are rights")]
pub(super) fn narrow(_: &Path, _: &Path) -> Result<()> {
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
            Err(Error::other(format!("deleting {}: {error}", file.display())))
        }
        _ => Ok(()),
    }
}
