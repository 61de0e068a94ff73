//! Writes entries anew that do not work, as `doctor --fix` does.

use serde_json::{Value, json};

use super::super::AddedLine;
use super::agree::{carry_out, gathered};
use crate::error::{Error, Result};
use crate::server::Server;
use crate::ship::clients::{self, Home, Launch};
use crate::ship::doctor::Mend;
use crate::ship::install::{Goal, ServerEntry, plan, program, server_name};

/// Shows how the entries would be, asks, and writes them.
///
/// # Errors
///
/// When nothing could be written.
pub(in crate::cli) fn mend(
    server: &Server,
    line: &AddedLine,
    home: &Home,
    entries: &[Mend],
) -> Result<()> {
    let named: Vec<String> = entries.iter().map(|entry| entry.client.clone()).collect();
    let clients = clients::named(&named).map_err(Error::other)?;
    let mut plans = Vec::new();
    for entry in entries {
        let Some(client) = clients.iter().find(|client| client.id == entry.client) else {
            continue;
        };
        // What stands in a file of before belongs into that of now.
        let scope = if entry.scope == "user-legacy" { "user" } else { &entry.scope };
        let goal = Goal { home, scope };
        let wanted = as_it_is_meant(server, line, home, &entry.entry)?;
        plans.push((client, plan(client, &goal, &wanted)));
    }
    carry_out(line, &gathered(plans.into_iter(), true)?, "Write")
}

/// The entry with what it says of arguments and variables, and this program in the place of what cannot be
/// started.
fn as_it_is_meant(
    server: &Server,
    line: &AddedLine,
    home: &Home,
    entry: &Value,
) -> Result<ServerEntry> {
    let program = program(home)?.display().to_string();
    let launch = match Launch::read(&in_words(entry)) {
        Some(Launch::Program { command: url, .. }) if url.contains("://") => {
            Launch::Url { url, headers: Vec::new() }
        }
        Some(Launch::Program { args, env, .. }) => Launch::Program { command: program, args, env },
        Some(url) => url,
        None => Launch::Program { command: program, args: line.before.clone(), env: Vec::new() },
    };
    let env: &[(String, String)] =
        if let Launch::Program { env, .. } = &launch { env } else { &[] };
    let secrets = server.needs().iter().filter(|need| need.is_secret());
    let secrets = secrets.map(|need| need.name().to_owned());
    let secrets = secrets.filter(|name| env.iter().any(|(set, _)| set == name)).collect();
    Ok(ServerEntry {
        name: server_name(&server.info().name),
        description: server.info().description.clone().unwrap_or_default(),
        launch,
        secrets,
        optional: Vec::new(),
    })
}

/// With texts where numbers stand in the place of texts.
fn in_words(entry: &Value) -> Value {
    match entry {
        Value::Array(items) => items.iter().map(in_words).collect(),
        Value::Object(members) => {
            members.iter().map(|(name, value)| (name.clone(), in_words(value))).collect()
        }
        Value::Number(number) => json!(number.to_string()),
        Value::Bool(truth) => json!(truth.to_string()),
        other => other.clone(),
    }
}
