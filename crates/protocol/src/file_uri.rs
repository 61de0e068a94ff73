//! The paths that `file:` URIs name.
//!
//! Source: [RFC 8089](https://www.rfc-editor.org/rfc/rfc8089).

use std::ffi::OsString;
use std::path::PathBuf;

use percent_encoding::percent_decode_str;

/// The path on this system that a `file:` URI names, if it can name one.
#[inline]
pub(super) fn path(uri: &str) -> Option<PathBuf> {
    let path = if cfg!(windows) { windows_path(uri)?.into() } else { os_string(unix_path(uri)?)? };
    Some(PathBuf::from(path))
}

#[inline]
fn unix_path(uri: &str) -> Option<Vec<u8>> {
    let (host, path) = split(uri)?;
    is_local(host).then(|| decode(path, b"/"))?
}

/// A path with a drive letter, or on a server of the network.
#[inline]
fn windows_path(uri: &str) -> Option<String> {
    let (host, path) = split(uri)?;
    let decoded = String::from_utf8(decode(path, br"/\")?).ok()?.replace('/', r"\");
    if !is_local(host) {
        return is_name(host).then(|| format!(r"\\{host}{decoded}"));
    }
    let path = &decoded[1..];
    match path.as_bytes() {
        [drive, b':', b'\\', ..] if drive.is_ascii_alphabetic() => Some(path.to_owned()),
        [drive, b':'] if drive.is_ascii_alphabetic() => Some(format!(r"{path}\")),
        _ => None,
    }
}

/// The host and the absolute path of a `file:` URI; the host may be empty.
#[inline]
fn split(uri: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = uri.split_once(':')?;
    if !scheme.eq_ignore_ascii_case("file") {
        return None;
    }
    let rest = rest.split(['?', '#']).next()?;
    let (host, path) = match rest.strip_prefix("//") {
        Some(rest) => rest.split_at(rest.find('/')?),
        None => ("", rest),
    };
    path.starts_with('/').then_some((host, path))
}

#[inline]
fn is_local(host: &str) -> bool {
    host.is_empty() || host.eq_ignore_ascii_case("localhost")
}

/// Whether this can be a server of the network: `.` would lead to the devices of Windows.
#[inline]
fn is_name(host: &str) -> bool {
    let mut bytes = host.bytes();
    bytes.all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte)) && host != "."
}

/// Decodes a path; `None` if a name in it would contain a separator or a null character.
#[inline]
fn decode(path: &str, separators: &[u8]) -> Option<Vec<u8>> {
    let mut decoded = Vec::with_capacity(path.len());
    for (index, name) in path.split('/').enumerate() {
        if index > 0 {
            decoded.push(b'/');
        }
        let start = decoded.len();
        decoded.extend(percent_decode_str(name));
        if decoded[start..].iter().any(|byte| *byte == 0 || separators.contains(byte)) {
            return None;
        }
    }
    Some(decoded)
}

#[cfg(unix)]
fn os_string(bytes: Vec<u8>) -> Option<OsString> {
    use std::os::unix::ffi::OsStringExt as _;
    Some(OsString::from_vec(bytes))
}

#[cfg(not(unix))]
fn os_string(bytes: Vec<u8>) -> Option<OsString> {
    String::from_utf8(bytes).ok().map(OsString::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// URIs, and what they name on Unix and on Windows.
    const CASES: &[(&str, Option<&str>, Option<&str>)] = &[
        ("file:///home/ada", Some("/home/ada"), None),
        ("file:///", Some("/"), None),
        ("file:/home/ada/", Some("/home/ada/"), None),
        ("FILE://LocalHost/home/ada", Some("/home/ada"), None),
        ("file:///home/ada%20l/100%25", Some("/home/ada l/100%"), None),
        ("file:///home/%C3%A4da", Some("/home/äda"), None),
        ("file:///home/äda", Some("/home/äda"), None),
        ("file:///home/100%", Some("/home/100%"), None),
        ("file:///home/a+b", Some("/home/a+b"), None),
        ("file:///home/ada?query#fragment", Some("/home/ada"), None),
        ("file:///home/c%23/what%3F", Some("/home/c#/what?"), None),
        ("file:///home/../etc", Some("/home/../etc"), None),
        ("file:///C:/Users/ada", Some("/C:/Users/ada"), Some(r"C:\Users\ada")),
        ("file:///c%3A/Users/ada%20l", Some("/c:/Users/ada l"), Some(r"c:\Users\ada l")),
        ("file:/C:/Users", Some("/C:/Users"), Some(r"C:\Users")),
        ("file:///C:", Some("/C:"), Some(r"C:\")),
        ("file:///C:/", Some("/C:/"), Some(r"C:\")),
        ("file:///C:relative", Some("/C:relative"), None),
        ("file:///1:/Users", Some("/1:/Users"), None),
        ("file://server/share/ada", None, Some(r"\\server\share\ada")),
        ("file://./pipe/ada", None, None),
        (r"file://a\b/ada", None, None),
        (r"file:///C:/a\b", Some(r"/C:/a\b"), None),
        ("file:///C:/a%5Cb", Some(r"/C:/a\b"), None),
        ("file:///home/a%2Fb", None, None),
        ("file:///home/a%00b", None, None),
        ("file:home/ada", None, None),
        ("file://", None, None),
        ("file:", None, None),
        ("/home/ada", None, None),
        ("C:/Users/ada", None, None),
        ("https://example.com/home/ada", None, None),
        ("", None, None),
    ];

    #[test]
    fn a_uri_names_a_path_of_its_system() {
        for (uri, unix, windows) in CASES {
            let found = unix_path(uri).map(|path| String::from_utf8(path).unwrap());
            assert_eq!(found.as_deref(), *unix, "{uri} on Unix");
            assert_eq!(windows_path(uri).as_deref(), *windows, "{uri} on Windows");
        }
    }

    #[cfg(unix)]
    #[test]
    fn names_need_not_be_utf_8() {
        use std::os::unix::ffi::OsStrExt as _;
        assert_eq!(path("file:///a%FF").unwrap().as_os_str().as_bytes(), b"/a\xFF");
    }
}
