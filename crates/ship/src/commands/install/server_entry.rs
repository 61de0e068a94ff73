//! The entry to be written, from the command line, the needs of the server, and the variables of
//! this shell.

use std::path::{Path, absolute};

use mcp_runtime::clap::ArgMatches;

use super::agree::ask;
use super::name;
use crate::clients::{Home, Launch};
use crate::install::{ServerEntry, is_build, program};
use mcp_runtime::SubcommandLine;
use mcp_runtime::internal::EnvKind;
use mcp_runtime::terminal::is_interactive;
use mcp_runtime::terminal::stderr;
use mcp_runtime::{Env, Server};
use mcp_runtime_protocol::{Error, Result};

/// The entry of the server.
pub(super) fn server_entry(
    server: &Server,
    line: &SubcommandLine,
    home: &Home,
) -> Result<ServerEntry> {
    let matches = line.matches();
    let name = name(server, matches);
    let description = server.info().description.clone().unwrap_or_default();
    if let Some(url) = matches.get_one::<String>("mcp-url").cloned() {
        let launch = Launch::Url { url, headers: headers(matches)? };
        let secrets = Vec::new();
        let optional = Vec::new();
        return Ok(ServerEntry { name, description, launch, secrets, optional, like: None });
    }
    let command = program(home)?.display().to_string();
    if is_build(Path::new(&command)) {
        stderr::line(
            "this program is in the target directory of cargo, which `cargo clean` deletes; use \
             `cargo install --path .`",
        );
    }
    let mut env = pairs(matches, "mcp-env", '=', "NAME=VALUE")?;
    let mut secrets = Vec::new();
    for need in server.needs() {
        if need.is_secret() {
            let is_set = need.set_value().is_some();
            let is_given = env.iter().any(|(name, _)| name == need.name());
            if need.is_required() || is_set || is_given {
                secrets.push(need.name().to_owned());
            }
            continue;
        }
        let is_given = env.iter().any(|(name, _)| name == need.name());
        if !is_given && let Some(value) = value_of(need)? {
            env.push((need.name().to_owned(), value));
        }
    }
    for (name, value) in &mut env {
        let need = server.needs().iter().find(|need| need.name() == name);
        let is_path = need
            .is_some_and(|need| matches!(need.value_kind(), EnvKind::Directory | EnvKind::File));
        // Clients start servers in a directory of their own.
        if is_path && let Ok(whole) = absolute(&*value) {
            *value = whole.display().to_string();
        }
        if let Some(wrong) = need.and_then(|need| need.wrong(Some(value))) {
            return Err(Error::other(wrong));
        }
    }
    let launch = Launch::Program { command, args: line.words_before().to_vec(), env };
    let optional = server
        .needs()
        .iter()
        .filter(|need| !need.is_required())
        .map(|need| need.name().to_owned())
        .collect();
    Ok(ServerEntry { name, description, launch, secrets, optional, like: None })
}

/// The headers of a server at a URL.
///
/// # Errors
///
/// When one has no name.
pub(in crate::commands) fn headers(matches: &ArgMatches) -> Result<Vec<(String, String)>> {
    pairs(matches, "mcp-header", ':', "NAME: VALUE")
}

fn pairs(
    matches: &ArgMatches,
    id: &str,
    separator: char,
    form: &str,
) -> Result<Vec<(String, String)>> {
    let given = matches.get_many::<String>(id).unwrap_or_default();
    let pairs = given.map(|given| match given.split_once(separator) {
        Some((key, value)) if !key.trim().is_empty() => {
            Ok((key.trim().to_owned(), value.trim_start().to_owned()))
        }
        _ => Err(Error::other(format!("`{given}`: write it as {form}"))),
    });
    pairs.collect()
}

/// The value of a required variable: from the environment, or from the person.
fn value_of(need: &Env) -> Result<Option<String>> {
    if let Some(here) = need.set_value() {
        return Ok(Some(here));
    }
    if !need.is_required() {
        return Ok(None);
    }
    if !is_interactive() {
        let wrong = need.wrong(None).unwrap_or_default();
        return Err(Error::other(format!("{wrong}; set it with --env {}=VALUE", need.name())));
    }
    ask(&format!("{} ({}):", need.name(), need.reason())).map(Some)
}
