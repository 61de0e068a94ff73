//! Systems of which only the standard library is known.

use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Makes a directory and those above it; nothing if there is one.
pub(in crate::store::directory) fn create_directory(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)
}

/// Makes an empty file, or empties it.
pub(in crate::store::directory) fn create_file(path: &Path) -> io::Result<File> {
    File::create(path)
}

/// Directories cannot be opened everywhere; the system writes them on its own.
#[allow(clippy::unnecessary_wraps, reason = "on Unix it may fail")]
pub(in crate::store::directory) fn sync_directory(_: &Path) -> io::Result<()> {
    Ok(())
}
