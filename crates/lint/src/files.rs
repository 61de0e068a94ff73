//! Files that somebody else may have put where they are read, such as those of a repository.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::Path;

/// Reads a file of text. A device or a pipe is not even opened: that could wait for ever.
///
/// # Errors
///
/// When it cannot be read, when it is not a regular file or not UTF-8, or when it has more bytes
/// than that.
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
        return refused(format!("it has more than {max_bytes} bytes"));
    }
    String::from_utf8(bytes).or_else(|_| refused("it is not UTF-8".to_owned()))
}
