//! `--well-known`.

use std::{env, fs};

use mcp_runtime::clap::{Arg, ArgAction, ArgMatches};
use mcp_runtime::http::Http;
use mcp_runtime::{Error, Result};

use super::{Named, option};
use crate::WellKnown;

const FILE: Named = ("well-known", "MCP_WELL_KNOWN");

pub(super) fn args() -> Vec<Arg> {
    let file = "Serve text or a file at /.well-known/NAME [env: MCP_WELL_KNOWN, one per line]";
    vec![option(FILE, "NAME=TEXT|@FILE", file).action(ArgAction::Append)]
}

/// Serves the files that are typed, or in the environment.
pub(super) fn apply(http: Http, line: &ArgMatches) -> Result<Http> {
    let (name, variable) = FILE;
    let typed: Vec<String> = line.get_many(name).unwrap_or_default().cloned().collect();
    let said = if typed.is_empty() {
        let lines = env::var(variable).unwrap_or_default();
        lines.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect()
    } else {
        typed
    };
    let files = said.iter().map(|file| read(file)).collect::<Result<Vec<_>>>()?;
    Ok(files.into_iter().fold(http, |http, file| file.add_to(http)))
}

/// Reads `NAME=TEXT` or `NAME=@FILE`. The text is sent as it is, since a challenge is compared as a
/// whole.
fn read(said: &str) -> Result<WellKnown> {
    let Some((name, text)) = said.split_once('=') else {
        let problem = "write it as NAME=TEXT or NAME=@FILE";
        return Err(Error::other(format!("well-known file `{said}`: {problem}")));
    };
    let text = match text.strip_prefix('@') {
        Some(path) => fs::read(path).map_err(|error| {
            Error::other(format!("well-known file `{name}`: cannot read {path}: {error}"))
        })?,
        None => text.into(),
    };
    WellKnown::new(name, text)
}
