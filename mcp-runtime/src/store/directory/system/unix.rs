//! Unix: only the user of the process may read the files, and renames have to reach the disk, too.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::Path;

/// Creates a directory and its parents, if they do not exist.
#[inline]
pub(in crate::store::directory) fn create_directory(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(path)
}

/// Creates an empty file, or truncates it.
#[inline]
pub(in crate::store::directory) fn create_file(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(path)
}

/// Waits until the entries of a directory have reached the disk.
#[inline]
pub(in crate::store::directory) fn sync_directory(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}
