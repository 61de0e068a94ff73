//! Shows what would be written, asks, and writes it.

use std::io::{self, BufRead as _, Write as _};

use serde_json::{Value, json};

use crate::clients::ClientApp;
use crate::install::{EntryAction, FileChange};
use mcp_runtime::SubcommandLine;
use mcp_runtime::terminal::is_interactive;
use mcp_runtime::terminal::{Colour, Terminal, stderr};
use mcp_runtime_protocol::jsonrpc::printable;
use mcp_runtime_protocol::{Error, Result};

/// The planned changes of each client.
pub(super) type Plans<'c> = Vec<(&'c ClientApp, Vec<FileChange>)>;

/// Collects the plans that can be carried out. If the clients were named, each of them needs one.
pub(super) fn gathered<'c>(
    plans: impl Iterator<Item = (&'c ClientApp, Result<Vec<FileChange>, String>)>,
    were_named: bool,
) -> Result<Plans<'c>> {
    let mut possible = Vec::new();
    let mut refused = Vec::new();
    for (client, plan) in plans {
        match plan {
            Ok(changes) => possible.push((client, changes)),
            Err(_) if !were_named && client.entries.is_empty() => {}
            Err(error) => refused.push(error),
        }
    }
    let nothing_else = possible.iter().all(|(_, changes)| changes.is_empty());
    if !refused.is_empty() && (were_named || nothing_else) {
        return Err(Error::other(refused.join("\n")));
    }
    refused.iter().for_each(|refused| stderr::line(&printable(refused)));
    Ok(possible)
}

/// Shows what would be written, asks, and writes it.
pub(super) fn carry_out(line: &SubcommandLine, plans: &Plans<'_>, verb: &str) -> Result<()> {
    let changes: Vec<&FileChange> = plans.iter().flat_map(|(_, changes)| changes).collect();
    let todo = changes.iter().filter(|change| change.action != EntryAction::Nothing).count();
    if !line.is_json() {
        changes.iter().for_each(|change| show(change));
    }
    if todo > 0 && !line.matches().get_flag("mcp-yes") && !agreed(verb, todo)? {
        return Err(Error::other("nothing was written"));
    }
    let mut report: Vec<Value> = Vec::new();
    for change in &changes {
        let action = change.apply()?;
        report.push(json!({"client": change.client, "file": change.file, "action": action}));
    }
    if line.is_json() {
        Terminal::take()?.json(&report)
    } else if changes.is_empty() {
        Terminal::take()?.text("there is nothing to do")
    } else {
        Ok(())
    }
}

fn show(change: &FileChange) {
    let has_colours = stderr::has_colours();
    let what = match change.action {
        EntryAction::Add => "adds an entry",
        EntryAction::Replace => "replaces the entry",
        EntryAction::Remove if change.after.is_none() => "deletes the file",
        EntryAction::Remove => "removes the entry",
        EntryAction::Restore => "restores the previous entry",
        EntryAction::Nothing => "is up to date",
    };
    let client = Colour::Bold.paint(&change.client, has_colours);
    let mut file = change.file.display().to_string();
    if change.file.is_symlink() {
        file = format!("{file}, a link to {},", change.target.display());
    }
    stderr::line(&format!("{client}  {}  {what}", printable(&file)));
    for line in change.difference().lines().filter(|_| change.action != EntryAction::Nothing) {
        let colour = if line.starts_with("  -") { Colour::Red } else { Colour::Green };
        stderr::line(&colour.paint(&printable(line), has_colours));
    }
}

fn agreed(verb: &str, count: usize) -> Result<bool> {
    if !is_interactive() {
        return Err(Error::other("standard input is not a terminal; --yes writes without asking"));
    }
    let these = if count == 1 { "this".to_owned() } else { format!("these {count}") };
    Ok(matches!(ask(&format!("{verb} {these}? [y/N]"))?.trim(), "y" | "Y" | "yes"))
}

pub(super) fn ask(question: &str) -> Result<String> {
    let mut stderr = io::stderr();
    write!(stderr, "{question} ").and_then(|()| stderr.flush()).map_err(Error::other)?;
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer).map_err(Error::other)?;
    Ok(answer.trim_end().to_owned())
}
