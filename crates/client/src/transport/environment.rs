//! The environment of a server that runs as a child process.
//!
//! The environment of this process may have secrets, such as the key of a model provider, so that a
//! server gets only what programs need in general. The lists are those of the SDKs for Python and
//! TypeScript, and what languages, temporary files and time zones depend on.

use std::ffi::OsStr;

use tokio::process::Command;

/// What is always passed on.
#[cfg(not(windows))]
const USUAL: &[&str] = &[
    "HOME", "LANG", "LC_ALL", "LC_CTYPE", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "TZ",
    "USER",
];

/// What is always passed on.
#[cfg(windows)]
const USUAL: &[&str] = &[
    "APPDATA",
    "COMSPEC",
    "HOMEDRIVE",
    "HOMEPATH",
    "LOCALAPPDATA",
    "PATH",
    "PATHEXT",
    "PROCESSOR_ARCHITECTURE",
    "PROGRAMDATA",
    "PROGRAMFILES",
    "PROGRAMFILES(X86)",
    "PROGRAMW6432",
    "SYSTEMDRIVE",
    "SYSTEMROOT",
    "TEMP",
    "TMP",
    "USERDOMAIN",
    "USERNAME",
    "USERPROFILE",
    "WINDIR",
];

/// What access to the network may need.
pub(super) const NETWORK: &[&str] = &[
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "ALL_PROXY",
    "NO_PROXY",
    "http_proxy",
    "https_proxy",
    "all_proxy",
    "no_proxy",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "NODE_EXTRA_CA_CERTS",
    "REQUESTS_CA_BUNDLE",
    "CURL_CA_BUNDLE",
];

/// Passes on what programs need in general.
pub(super) fn pass_usual(command: &mut Command) {
    // A shell takes a value that begins like this for a function.
    let is_function = |value: &OsStr| value.as_encoded_bytes().starts_with(b"()");
    for name in USUAL {
        if std::env::var_os(name).is_some_and(|value| !is_function(&value)) {
            pass(command, name.as_ref());
        }
    }
}

/// Passes on a variable, unless the command sets it.
pub(super) fn pass(command: &mut Command, name: &OsStr) {
    let mut set = command.as_std().get_envs().map(|(name, _)| name);
    if !set.any(|set| is_same(set, name))
        && let Some(value) = std::env::var_os(name)
    {
        command.env(name, value);
    }
}

fn is_same(one: &OsStr, other: &OsStr) -> bool {
    if cfg!(windows) { one.eq_ignore_ascii_case(other) } else { one == other }
}
