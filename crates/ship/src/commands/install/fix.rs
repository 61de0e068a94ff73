//! Rewrites entries that do not work, for `doctor --fix`.

use serde_json::Value;

use super::agree::{carry_out, gathered};
use super::name;
use crate::clients::{self, Home, Launch};
use crate::doctor::Fix;
use crate::install::{Goal, ServerEntry, plan, program};
use mcp_runtime::Server;
use mcp_runtime::SubcommandLine;
use mcp_runtime_protocol::{Error, Result};

/// Shows the new entries, asks, and writes them.
///
/// # Errors
///
/// When nothing could be written.
pub(in crate::commands) fn fix(
    server: &Server,
    line: &SubcommandLine,
    home: &Home,
    entries: &[Fix],
) -> Result<()> {
    let named: Vec<String> = entries.iter().map(|entry| entry.client.clone()).collect();
    let clients = clients::named(&named).map_err(Error::other)?;
    let mut plans = Vec::new();
    for entry in entries {
        let Some(client) = clients.iter().find(|client| client.id == entry.client) else {
            continue;
        };
        // An entry in a legacy file belongs in the current one.
        let scope = if entry.scope == "user-legacy" { "user" } else { &entry.scope };
        let goal = Goal { home, scope };
        let wanted = corrected_entry(server, line, home, &entry.entry)?;
        plans.push((client, plan(client, &goal, &wanted)));
    }
    carry_out(line, &gathered(plans.into_iter(), true)?, "Write")
}

/// The corrected entry: its arguments and variables with this program as the command, or its URL.
fn corrected_entry(
    server: &Server,
    line: &SubcommandLine,
    home: &Home,
    entry: &Value,
) -> Result<ServerEntry> {
    let program = program(home)?.display().to_string();
    let launch = match Launch::read_leniently(entry) {
        Some(Launch::Program { command: url, .. }) if url.contains("://") => {
            Launch::Url { url, headers: Vec::new() }
        }
        Some(Launch::Program { args, env, .. }) => Launch::Program { command: program, args, env },
        Some(url) => url,
        None => Launch::Program {
            command: program,
            args: line.words_before().to_vec(),
            env: Vec::new(),
        },
    };
    let env: &[(String, String)] =
        if let Launch::Program { env, .. } = &launch { env } else { &[] };
    let secrets = server
        .needs()
        .iter()
        .filter(|need| need.is_secret())
        .map(|need| need.name().to_owned())
        .filter(|name| env.iter().any(|(set, _)| set == name))
        .collect();
    Ok(ServerEntry {
        name: name(server, line.matches()),
        description: server.info().description.clone().unwrap_or_default(),
        launch,
        secrets,
        optional: Vec::new(),
        like: Some(entry.clone()),
    })
}
