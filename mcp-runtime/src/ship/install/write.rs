//! Writes files atomically, and keeps backups.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};

/// Reads a file; `None` if it does not exist.
///
/// # Errors
///
/// When it cannot be read, or is not UTF-8.
pub(super) fn read(file: &Path) -> Result<Option<String>> {
    match fs::read(file) {
        Ok(bytes) => match String::from_utf8(bytes) {
            Ok(text) => Ok(Some(text)),
            Err(_) => Err(Error::other(format!("{} is not UTF-8", file.display()))),
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Error::other(format!("reading {}: {error}", file.display()))),
    }
}

/// The path of the backup of a file from before a server was added.
pub(super) fn backup_of(file: &Path, server: &str) -> PathBuf {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    file.with_file_name(format!("{name}.before-{server}"))
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
    // Links are kept: the target is written.
    let file = &fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
    let with_path = |error: io::Error| Error::other(format!("writing {}: {error}", file.display()));
    if let Some(directory) = file.parent() {
        fs::create_dir_all(directory).map_err(with_path)?;
    }
    if read(file)?.as_deref() != was {
        let why = "it was changed meanwhile; try again";
        return Err(Error::other(format!("{}: {why}", file.display())));
    }
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let beside = file.with_file_name(format!(".{name}.{}", std::process::id()));
    let written =
        write(&beside, file, text, only_for_owner).and_then(|()| fs::rename(&beside, file));
    written.map_err(|error| {
        let _ = fs::remove_file(&beside);
        with_path(error)
    })
}

fn write(beside: &Path, file: &Path, text: &str, only_for_owner: bool) -> io::Result<()> {
    let mut options = OpenOptions::new();
    let mut out: File = options.write(true).create_new(true).open(beside)?;
    if let Ok(like) = fs::metadata(file) {
        out.set_permissions(like.permissions())?;
    }
    if only_for_owner {
        keep_to_owner(&out)?;
    }
    out.write_all(text.as_bytes())?;
    out.sync_all()
}

#[cfg(unix)]
fn keep_to_owner(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;

    file.set_permissions(fs::Permissions::from_mode(0o600))
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "as where there are rights")]
fn keep_to_owner(_: &File) -> io::Result<()> {
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
