//! Unix: only the user of the process may read, and renaming has to reach the disk, too.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::Path;

/// Makes a directory and those above it; nothing if there is one.
pub(in crate::store::directory) fn create_directory(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(path)
}

/// Makes an empty file, or empties it.
pub(in crate::store::directory) fn create_file(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(path)
}

/// Waits until the disk has the names in a directory.
pub(in crate::store::directory) fn sync_directory(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}
