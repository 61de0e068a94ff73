//! A file for each key, which is replaced atomically.
//!
//! The files are in a directory within the one that the user has named. A process that opens the
//! store renames that directory: from then on, the paths of a process that had opened the store
//! before are invalid, so that process can neither change a file nor rely on what it has in memory.

use std::fs;
use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sha2::{Digest as _, Sha256};

use super::system::{create_directory, create_file, sync_directory};
use crate::protocol::hex::hex;
use crate::store::key::StoreKey;

/// The first bytes of a file, in case there will be another format.
const FORMAT: &[u8; 8] = b"mcpstor1";
/// The prefix of the name of the inner directory.
const INNER: &str = "items-";
/// The suffix of the name of a file that is not complete yet.
const UNFINISHED: &str = ".new";

/// The files of a store.
pub(super) struct Files {
    directory: PathBuf,
}

impl Files {
    /// Takes over the files in a directory from any other process.
    #[inline]
    pub(super) fn take_over(path: &Path) -> io::Result<Self> {
        create_directory(path)?;
        let directory = path.join(format!("{INNER}{:016x}", RandomState::new().hash_one(())));
        match &inner(path)?[..] {
            [] => {
                create_directory(&directory)?;
                // It may be new, too. A process that may not read the parent directory continues.
                let _ = path.canonicalize().and_then(|path| sync_directory(&path.join("..")));
            }
            [inner] => fs::rename(inner, &directory)?,
            _ => return Err(several()),
        }
        sync_directory(path)?;
        if inner(path)?.len() > 1 {
            // Nothing is in it yet.
            fs::remove_dir(&directory)?;
            return Err(several());
        }
        Ok(Self { directory })
    }

    /// Whether no other process has taken them over since.
    #[inline]
    pub(super) fn are_ours(&self) -> bool {
        self.directory.is_dir()
    }

    /// Passes the content of all files to `take`. Damaged files stay where they are, and are
    /// logged.
    #[inline]
    pub(super) fn load(
        &self,
        mut take: impl FnMut(StoreKey, &[u8]) -> Option<()>,
    ) -> io::Result<()> {
        for entry in fs::read_dir(&self.directory)? {
            let path = entry?.path();
            let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
            if name.ends_with(UNFINISHED) {
                fs::remove_file(&path)?;
            } else if name.len() == 64 {
                let bytes = fs::read(&path)?;
                let whole = open(&bytes).filter(|(key, _)| file_name(key) == name);
                if whole.and_then(|(key, content)| take(key, content)).is_none() {
                    tracing::warn!(file = %path.display(), "skipped a damaged file of the store");
                }
            }
        }
        Ok(())
    }

    /// Reads the file of a key; `None` if there is none, or it is damaged.
    #[inline]
    pub(super) fn read<T>(
        &self,
        key: &StoreKey,
        take: impl FnOnce(&[u8]) -> Option<T>,
    ) -> io::Result<Option<T>> {
        match fs::read(self.path(key)) {
            Ok(bytes) => Ok(open(&bytes).and_then(|(_, content)| take(content))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Replaces the file of a key. It has either the old content or the new one at any moment.
    #[inline]
    pub(super) fn write(&self, key: &StoreKey, content: &[u8]) -> io::Result<()> {
        let path = self.path(key);
        let unfinished = path.with_extension(&UNFINISHED[1..]);
        let mut file = create_file(&unfinished)?;
        let name = key.as_str().as_bytes();
        let length = (name.len() as u64).to_le_bytes();
        for part in [FORMAT, &digest(name, content)[..], &length, name, content] {
            file.write_all(part)?;
        }
        file.sync_all()?;
        drop(file);
        fs::rename(unfinished, path)?;
        sync_directory(&self.directory)
    }

    /// Removes the file of a key, if there is one.
    #[inline]
    pub(super) fn remove(&self, key: &StoreKey) -> io::Result<()> {
        self.discard(key)?;
        sync_directory(&self.directory)
    }

    /// Removes the file of a key, if there is one, without waiting for the disk.
    #[inline]
    pub(super) fn discard(&self, key: &StoreKey) -> io::Result<()> {
        match fs::remove_file(self.path(key)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    #[inline]
    fn path(&self, key: &StoreKey) -> PathBuf {
        self.directory.join(file_name(key))
    }
}

/// The inner directories.
#[inline]
fn inner(path: &Path) -> io::Result<Vec<PathBuf>> {
    let mut inner = Vec::new();
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        if entry.file_name().to_str().is_some_and(|name| name.starts_with(INNER)) {
            inner.push(entry.path());
        }
    }
    Ok(inner)
}

#[inline]
fn several() -> io::Error {
    io::Error::other(format!(
        "found several directories {INNER}*: two processes opened the store for the first time at \
         once, or somebody copied one; remove all but the one with the data"
    ))
}

/// The name of the file of a key: valid for any key, and without information about it.
#[inline]
fn file_name(key: &StoreKey) -> String {
    hex(&Sha256::digest(key.as_str()))
}

#[inline]
fn digest(name: &[u8], content: &[u8]) -> [u8; 32] {
    let length = (name.len() as u64).to_le_bytes();
    Sha256::new().chain_update(length).chain_update(name).chain_update(content).finalize().into()
}

/// The key and the content of a file, if it is intact.
#[inline]
fn open(file: &[u8]) -> Option<(StoreKey, &[u8])> {
    let (sum, rest) = file.strip_prefix(FORMAT)?.split_first_chunk::<32>()?;
    let (length, rest) = rest.split_first_chunk::<8>()?;
    let length = u64::from_le_bytes(*length).try_into().ok()?;
    let (name, content) = rest.split_at_checked(length)?;
    let key = std::str::from_utf8(name).ok().map(|name| StoreKey::of(&Arc::from(name)))?;
    (digest(name, content) == *sum).then_some((key, content))
}
