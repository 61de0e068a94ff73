//! Files that others read and write too, such as those of a repository.

use std::ffi::OsString;
use std::fs::{self, File, Permissions};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use crate::random;

/// Reads a file of text. A device or a pipe is not even opened: that could wait for ever.
///
/// # Errors
///
/// When it cannot be read, when it is not a regular file or not UTF-8, or when it has more bytes
/// than that.
#[inline]
pub fn read_text(path: &Path, max_bytes: u64) -> io::Result<String> {
    let refused = |why: String| Err(io::Error::other(why));
    let about = fs::metadata(path)?;
    if !about.is_file() {
        return refused("this is not a regular file".to_owned());
    }
    let mut bytes = Vec::new();
    if about.len() <= max_bytes {
        // It may grow meanwhile.
        File::open(path)?.take(max_bytes.saturating_add(1)).read_to_end(&mut bytes)?;
    }
    if about.len().max(bytes.len() as u64) > max_bytes {
        return refused(format!("it is larger than {max_bytes} bytes"));
    }
    String::from_utf8(bytes).or_else(|_| refused("it is not UTF-8".to_owned()))
}

/// Who may open a file, on Unix.
#[derive(Debug)]
pub enum FileAccess {
    /// Its owner alone.
    Owner,
    /// Whoever may open any new file.
    Default,
    /// Whoever has these permissions.
    Like(Permissions),
}

/// Replaces a file atomically: writes another one beside it, and renames that. A link
/// in its place is replaced. A process that is killed leaves the hidden file beside it.
///
/// # Errors
///
/// When it cannot be written; what was there before is left.
pub fn replace(
    path: &Path,
    access: FileAccess,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    let new = write_beside(path, access, write)?;
    fs::rename(&new, path).inspect_err(|_| drop(fs::remove_file(&new)))
}

/// Writes a hidden file beside another one, and returns its path.
pub(crate) fn write_beside(
    path: &Path,
    access: FileAccess,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<PathBuf> {
    let new = beside(path)?;
    let written = create(&new, &access).and_then(|mut file| {
        if let FileAccess::Like(permissions) = access {
            file.set_permissions(permissions)?;
        }
        write(&mut file)?;
        file.sync_all()
    });
    match written {
        Ok(()) => Ok(new),
        Err(error) => {
            let _ = fs::remove_file(&new);
            Err(error)
        }
    }
}

/// The path of a hidden file beside another one, which nobody else uses.
#[inline]
pub(crate) fn beside(path: &Path) -> io::Result<PathBuf> {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}", random::id().map_err(io::Error::other)?));
    Ok(path.with_file_name(name))
}

/// Creates a file that, until its permissions are set, nobody can open who may not open it afterwards.
#[cfg(unix)]
fn create(path: &Path, access: &FileAccess) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt as _;
    let mode = if matches!(access, FileAccess::Default) { 0o666 } else { 0o600 };
    File::options().write(true).create_new(true).mode(mode).open(path)
}

#[cfg(not(unix))]
fn create(path: &Path, _: &FileAccess) -> io::Result<File> {
    File::create_new(path)
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::io::Write as _;
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use super::*;

    #[test]
    fn a_file_is_replaced_as_a_whole_or_left() {
        let folder = std::env::temp_dir().join(format!("mcp-files-{}", random::id().unwrap()));
        fs::create_dir(&folder).unwrap();
        let file = folder.join("a");
        let elsewhere = folder.join("b");
        fs::write(&elsewhere, "other").unwrap();
        let ordinary = fs::metadata(&elsewhere).unwrap().permissions().mode() & 0o777;
        symlink(&elsewhere, &file).unwrap();
        let text = |text: &'static str| move |file: &mut File| file.write_all(text.as_bytes());
        for (access, mode) in [
            (FileAccess::Owner, 0o600),
            (FileAccess::Default, ordinary),
            (FileAccess::Like(Permissions::from_mode(0o640)), 0o640),
        ] {
            replace(&file, access, text("new")).unwrap();
            assert_eq!(fs::symlink_metadata(&file).unwrap().permissions().mode() & 0o777, mode);
            assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        }
        assert_eq!(fs::read_to_string(&elsewhere).unwrap(), "other");
        let fails = |file: &mut File| text("half")(file).and(Err(io::Error::other("full")));
        assert_eq!(replace(&file, FileAccess::Owner, fails).unwrap_err().to_string(), "full");
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        fs::create_dir(folder.join("c")).unwrap();
        replace(&folder.join("c"), FileAccess::Owner, text("new")).unwrap_err();
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 3, "nothing is left beside them");
        fs::remove_dir_all(folder).unwrap();
    }
}
