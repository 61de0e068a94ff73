//! URIs of files of skills: `skill://`, and the path below the folder that holds the skills.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

const SCHEME: &str = "skill://";

/// The characters to escape: all except the slash and those that URIs never reserve.
const ENCODED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');

/// The URI of a path.
pub fn uri_of(path: &str) -> String {
    format!("{SCHEME}{}", utf8_percent_encode(path, ENCODED))
}

/// The path of a URI, however it is encoded. It is only compared with known paths, and never passed
/// to a file system.
pub fn path_of(uri: &str) -> Option<String> {
    let path = percent_decode_str(uri.strip_prefix(SCHEME)?).decode_utf8().ok()?;
    Some(path.into_owned())
}
