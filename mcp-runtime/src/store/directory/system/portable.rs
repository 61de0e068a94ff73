//! The fallback for other systems, with only the standard library.

use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Creates a directory and its parents, if they do not exist.
#[inline]
pub(in crate::store::directory) fn create_directory(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)
}

/// Creates an empty file, or truncates it.
#[inline]
pub(in crate::store::directory) fn create_file(path: &Path) -> io::Result<File> {
    File::create(path)
}

/// Does nothing: directories cannot be opened everywhere, and the system writes them on its own.
#[allow(clippy::unnecessary_wraps, reason = "on Unix it may fail")]
#[inline]
pub(in crate::store::directory) fn sync_directory(_: &Path) -> io::Result<()> {
    Ok(())
}
