//! Files that other programs change too, which take no lock.
//!
//! Between reading such a file and replacing it, another program may have written it. What has been
//! replaced is therefore looked at once more, and put back if it is not what was read.

use std::fs;
use std::io::{self, ErrorKind, Write as _};
use std::path::Path;

use crate::files::{FileAccess, beside, read_text, write_beside};

/// Replaces a file that still has the text that was read, or that is still not there; returns
/// whether it was so. Otherwise nothing is changed.
///
/// # Errors
///
/// When it cannot be written; what was there before is left.
pub fn replace_if(
    path: &Path,
    access: FileAccess,
    was: Option<&str>,
    text: &str,
) -> io::Result<bool> {
    let new = write_beside(path, access, |file| file.write_all(text.as_bytes()))?;
    let replaced = replace_with(path, &new, was);
    // This is by now what was replaced, or what was not needed.
    let _ = fs::remove_file(&new);
    replaced
}

fn replace_with(path: &Path, new: &Path, was: Option<&str>) -> io::Result<bool> {
    if !has(path, was) {
        return Ok(false);
    }
    if was.is_none() {
        return place(new, path);
    }
    match system::exchange(new, path) {
        Ok(()) if has(new, was) => Ok(true),
        Ok(()) => system::exchange(new, path).map(|()| false),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) if error.kind() == ErrorKind::Unsupported => {
            fs::rename(new, path).map(|()| true)
        }
        Err(error) => Err(error),
    }
}

/// Removes a file that still has the text that was read; returns whether it was so.
///
/// # Errors
///
/// When it cannot be removed.
pub fn remove_if(path: &Path, was: &str) -> io::Result<bool> {
    if !has(path, Some(was)) {
        return Ok(false);
    }
    let aside = beside(path)?;
    fs::rename(path, &aside)?;
    if has(&aside, Some(was)) {
        return fs::remove_file(&aside).map(|()| true);
    }
    // One that has been made there meanwhile is newer.
    if !place(&aside, path)? {
        fs::remove_file(&aside)?;
    }
    Ok(false)
}

/// Whether a file has this text, or is not there.
fn has(path: &Path, text: Option<&str>) -> bool {
    match read_text(path, text.map_or(0, |text| text.len() as u64)) {
        Ok(is) => text == Some(&*is),
        Err(error) => error.kind() == ErrorKind::NotFound && text.is_none(),
    }
}

/// Moves a file to a place where there is none; returns whether there was none.
fn place(from: &Path, to: &Path) -> io::Result<bool> {
    match system::rename_new(from, to) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
        Err(error) if error.kind() == ErrorKind::Unsupported => fs::rename(from, to).map(|()| true),
        Err(error) => Err(error),
    }
}

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
mod system {
    use std::io;
    use std::path::Path;

    use rustix::fs::{CWD, RenameFlags, renameat_with};
    use rustix::io::Errno;

    pub(super) fn exchange(one: &Path, other: &Path) -> io::Result<()> {
        rename(one, other, RenameFlags::EXCHANGE)
    }

    pub(super) fn rename_new(from: &Path, to: &Path) -> io::Result<()> {
        rename(from, to, RenameFlags::NOREPLACE)
    }

    fn rename(from: &Path, to: &Path, how: RenameFlags) -> io::Result<()> {
        match renameat_with(CWD, from, CWD, to, how) {
            // Some file systems only rename.
            Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => {
                Err(io::ErrorKind::Unsupported.into())
            }
            renamed => Ok(renamed?),
        }
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
mod system {
    use std::io;
    use std::path::Path;

    pub(super) fn exchange(_: &Path, _: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub(super) fn rename_new(_: &Path, _: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random;

    #[test]
    fn a_file_is_replaced_or_removed_only_while_it_is_what_was_read() {
        let folder = std::env::temp_dir().join(format!("mcp-shared-{}", random::id().unwrap()));
        fs::create_dir(&folder).unwrap();
        let file = folder.join("a");
        let replace =
            |was: Option<&str>, text| replace_if(&file, FileAccess::Default, was, text).unwrap();
        let is = || fs::read_to_string(&file).unwrap();
        assert!(!replace(Some("old"), "new"), "it is not there");
        assert!(replace(None, "one") && is() == "one");
        assert!(!replace(None, "two") && is() == "one");
        for was in ["on", "one more", ""] {
            assert!(!replace(Some(was), "two") && is() == "one", "{was:?}");
            assert!(!remove_if(&file, was).unwrap() && is() == "one", "{was:?}");
        }
        assert!(replace(Some("one"), "two") && is() == "two");
        assert!(remove_if(&file, "two").unwrap() && !file.exists());
        assert!(!remove_if(&file, "two").unwrap());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "nothing is left beside it");
        fs::remove_dir_all(folder).unwrap();
    }
}
