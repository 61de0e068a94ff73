//! `doctor`: says why a server does not work in clients, and what to do.

use std::path::PathBuf;

use clap::{Arg, ArgAction, Command};
use serde_json::json;

use super::AddedLine;
use super::terminal::{Colour, Terminal};
use crate::error::{Error, Result};
use crate::jsonrpc::printable;
use crate::server::Server;
use crate::ship::clients::{self, Home};
use crate::ship::doctor::{
    Diagnosis, Patient, Severity, check_entries, check_needs, check_program, check_stdio, check_url,
};
use crate::ship::install::{program, server_name};
use crate::testing::lint::{Level, Lint, Listing};

/// What can be typed.
pub(super) fn command() -> Command {
    let flag = |id: &'static str, long: &'static str, help: &'static str| {
        Arg::new(id).long(long).action(ArgAction::SetTrue).help(help)
    };
    Command::new("doctor")
        .about("Find out why a server does not work in clients")
        .after_help("Exits with 1 where something fails.")
        .arg(
            Arg::new("mcp-url")
                .value_name("URL")
                .help("A server over HTTP, in place of this program"),
        )
        .arg(
            Arg::new("mcp-command")
                .value_name("COMMAND")
                .last(true)
                .num_args(1..)
                .conflicts_with("mcp-url")
                .help("Another server, in place of this program"),
        )
        .arg(flag("mcp-strict", "strict", "Warnings count as failures"))
        .arg(flag("mcp-all", "all", "Show what is as it should be, too"))
}

/// # Errors
///
/// When something fails.
pub(super) async fn run(server: &Server, line: &AddedLine) -> Result<()> {
    let home = Home::of_process();
    let mut found = Vec::new();
    let command: Vec<String> =
        line.matches.get_many("mcp-command").unwrap_or_default().cloned().collect();
    if let Some(url) = line.matches.get_one::<String>("mcp-url") {
        check_url(url, &home, &mut found).await?;
    } else if let Some((program, args)) = command.split_first() {
        let program = home
            .find(program)
            .filter(|_| !program.contains('/'))
            .unwrap_or_else(|| PathBuf::from(program));
        let patient = Patient { program, args: args.to_vec(), env: Vec::new() };
        let lists = check_stdio(&patient, &mut found).await;
        check_offers(lists, None, &mut found);
    } else {
        of_this_program(server, line, &home, &mut found).await?;
    }
    show(line, &found)
}

async fn of_this_program(
    server: &Server,
    line: &AddedLine,
    home: &Home,
    found: &mut Vec<Diagnosis>,
) -> Result<()> {
    let name = server_name(&server.info().name);
    let set =
        server.needs().iter().filter_map(|need| Some((need.name().to_owned(), need.value()?)));
    let patient =
        Patient { program: program(home)?, args: line.before.clone(), env: set.collect() };
    check_needs(server.needs(), &server.info().name, found);
    check_program(&patient, home, found);
    // It would only say the same again.
    if found.iter().all(|found| found.state != Severity::Failure) {
        let lists = check_stdio(&patient, found).await;
        check_offers(lists, Some(&name), found);
    }
    let there: Vec<_> = clients::all();
    check_entries(&there, home, &name, server.needs(), found);
    Ok(())
}

/// Holds what it lists against the rules of clients.
fn check_offers(lists: Vec<serde_json::Value>, name: Option<&str>, found: &mut Vec<Diagnosis>) {
    let mut lists = lists.into_iter();
    let Some(first) = lists.next() else { return };
    let listing = lists.fold(Listing::new().initialize(first), Listing::page);
    let lint = name.map_or_else(Lint::ordinary, |name| Lint::ordinary().server_name(name));
    let report = lint.check(&listing);
    for finding in report.findings {
        let state = match finding.level {
            Level::Error => Severity::Failure,
            Level::Warning => Severity::Warning,
            Level::Info => continue,
        };
        let what = format!("{}: {}", finding.subject, finding.message);
        found.push(Diagnosis { state, ..Diagnosis::new("L", what, finding.rule.advice()) });
    }
    found.push(Diagnosis::passed("L", format!("the tools cost about {} tokens", report.tokens)));
}

fn show(line: &AddedLine, found: &[Diagnosis]) -> Result<()> {
    let mut terminal = Terminal::take()?;
    let count = |state: Severity| found.iter().filter(|found| found.state == state).count();
    let (failed, warned, passed) =
        (count(Severity::Failure), count(Severity::Warning), count(Severity::Ok));
    if line.json {
        terminal.json(&json!({"failures": failed, "warnings": warned, "checks": found}))?;
    } else {
        let mut area = "";
        let has_colours = terminal.has_colours();
        let mut shown: Vec<&Diagnosis> = found.iter().collect();
        shown.sort_by_key(|found| found.area);
        let is_shown =
            |found: &&&Diagnosis| found.state != Severity::Ok || line.matches.get_flag("mcp-all");
        for found in shown.iter().filter(is_shown) {
            if found.area != area {
                area = found.area;
                terminal.page(&format!("{area}\n"))?;
            }
            let (word, colour) = match found.state {
                Severity::Ok => ("ok   ", Colour::Green),
                Severity::Info => ("info ", Colour::Dim),
                Severity::Warning => ("WARN ", Colour::Yellow),
                Severity::Failure => ("FAIL ", Colour::Red),
            };
            let word = colour.paint(word, has_colours);
            terminal.page(&format!("  {word} {}\n", printable(&found.what)))?;
            if !found.todo.is_empty() {
                terminal.page(&format!("          what to do: {}\n", printable(&found.todo)))?;
            }
        }
        terminal.text(&format!("{failed} failed, {warned} warnings, {passed} passed"))?;
    }
    let is_ill = failed > 0 || (line.matches.get_flag("mcp-strict") && warned > 0);
    if is_ill {
        return Err(Error::other("some checks failed"));
    }
    Ok(())
}
