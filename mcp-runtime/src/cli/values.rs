//! The values of arguments.

use std::any::Any;

use clap::ArgMatches;

/// The value of an argument that not every command has; a flag has one in each command that has
/// the flag.
///
/// Whether a command has an argument at all is known to clap only in builds with debug assertions.
#[allow(clippy::disallowed_methods, reason = "an unknown argument has no value in any build")]
pub(crate) fn value<'a, T: Any + Clone + Send + Sync>(
    line: &'a ArgMatches,
    id: &str,
) -> Option<&'a T> {
    line.try_get_one(id).ok().flatten()
}

/// The values of an argument that is given as `KEY=VALUE`, any number of times.
pub(super) fn pairs(matches: &ArgMatches, id: &str) -> Vec<(String, String)> {
    matches.get_many(id).unwrap_or_default().cloned().collect()
}

/// Parses `KEY=VALUE`.
pub(super) fn pair(typed: &str) -> Result<(String, String), &'static str> {
    match typed.split_once('=') {
        Some((key, value)) if !key.is_empty() => Ok((key.to_owned(), value.to_owned())),
        _ => Err("write it as KEY=VALUE"),
    }
}
