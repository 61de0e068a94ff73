//! `doctor`: reports why a server does not work in clients, and what to do.

use std::path::PathBuf;
use std::time::Duration;

use mcp_runtime::clap::{Arg, ArgAction, Command};
use serde_json::{Value, json};
use tokio::time::timeout;

use super::install::{fix, header_arg, headers, name, name_arg};
use crate::clients::{self, ClientApp, Home};
use crate::doctor::{
    Check, CheckedProgram, Diagnosis, EntriesOf, Fix, Severity, check_entries, check_first,
    check_further, check_needs, check_program, check_started, check_stdio, check_url,
};
use crate::install::{program, server_name};
use mcp_runtime::Server;
use mcp_runtime::SubcommandLine;
use mcp_runtime::terminal::{Colour, Terminal};
use mcp_runtime_lint::{Level, Lint, Listing};
use mcp_runtime_protocol::jsonrpc::printable;
use mcp_runtime_protocol::{Error, Result};

/// How long all checks may take together.
const TOTAL_TIMEOUT: Duration = Duration::from_secs(15);

/// The definition of the command.
pub(super) fn command() -> Command {
    let flag = |id: &'static str, long: &'static str, help: &'static str| {
        Arg::new(id).long(long).action(ArgAction::SetTrue).help(help)
    };
    Command::new("doctor")
        .about("Find out why a server does not work in clients")
        .after_help("Exit codes: 0 if no check fails, 1 if one does, 2 for a usage error. Takes at most 15 s.")
        .arg(
            Arg::new("mcp-target")
                .value_name("CLIENT|URL")
                .num_args(0..)
                .help("Check only these clients, or a server at a URL instead of this program"),
        )
        .arg(
            Arg::new("mcp-command")
                .value_name("COMMAND")
                .last(true)
                .num_args(1..)
                .conflicts_with("mcp-target")
                .help("Check another server instead of this program"),
        )
        .arg(name_arg())
        .arg(header_arg().help("Send a header with each request to the URL"))
        .arg(flag("mcp-strict", "strict", "Treat warnings as failures"))
        .arg(flag("mcp-fix", "fix", "Rewrite broken entries (asks first)").conflicts_with("json"))
        .arg(flag("mcp-yes", "yes", "Write without asking").requires("mcp-fix"))
        .arg(flag("mcp-all", "all", "Also show the checks that passed"))
}

/// # Errors
///
/// When a check fails.
pub(super) async fn run(server: &Server, line: &SubcommandLine) -> Result<()> {
    let home = Home::of_process();
    let mut found = Vec::new();
    match timeout(TOTAL_TIMEOUT, diagnose(server, line, &home, &mut found)).await {
        Ok(looked) => looked?,
        Err(_) => {
            let what = format!("Some checks timed out after {} s", TOTAL_TIMEOUT.as_secs());
            let todo = "fix what is reported here first; a server that responds faster \
                        leaves more time for the other checks";
            found.push(Diagnosis::new(Check::TimedOut, what, todo));
        }
    }
    let shown = show(line, &found);
    if !line.matches().get_flag("mcp-fix") {
        return shown;
    }
    let mut entries: Vec<Fix> = Vec::new();
    for entry in
        found.into_iter().filter(Diagnosis::is_fixed_by_install).filter_map(|found| found.fix)
    {
        if !entries.contains(&entry) {
            entries.push(entry);
        }
    }
    if entries.is_empty() { shown } else { fix(server, line, &home, &entries) }
}

async fn diagnose(
    server: &Server,
    line: &SubcommandLine,
    home: &Home,
    found: &mut Vec<Diagnosis>,
) -> Result<()> {
    let command: Vec<String> =
        line.matches().get_many("mcp-command").unwrap_or_default().cloned().collect();
    let named: Vec<String> =
        line.matches().get_many("mcp-target").unwrap_or_default().cloned().collect();
    let headers = headers(line.matches())?;
    let url = match &named[..] {
        [url] if url.contains("://") => Some(url),
        _ if !headers.is_empty() => {
            return Err(Error::other(
                "--header needs the URL of a server: doctor URL --header 'NAME: VALUE'",
            ));
        }
        _ => None,
    };
    if let Some(url) = url {
        let lists = check_url(url, &headers, home, found).await?;
        check_version(server, &lists, url, found);
        check_offers(lists, None, found);
    } else if let Some((program, args)) = command.split_first() {
        let program = home
            .find(program)
            .filter(|_| !program.contains('/'))
            .unwrap_or_else(|| PathBuf::from(program));
        let checked = CheckedProgram::new(program, args.to_vec(), Vec::new());
        let lists = check_stdio(checked, found).await;
        check_offers(lists, None, found);
    } else {
        let clients = if named.is_empty() {
            clients::all()
        } else {
            clients::named(&named).map_err(Error::other)?
        };
        of_this_program(server, line, home, &clients, found).await?;
    }
    Ok(())
}

async fn of_this_program(
    server: &Server,
    line: &SubcommandLine,
    home: &Home,
    clients: &[ClientApp],
    found: &mut Vec<Diagnosis>,
) -> Result<()> {
    let name = &name(server, line.matches());
    let usual_name = &server_name(&server.info().name);
    let set =
        server.needs().iter().filter_map(|need| Some((need.name().to_owned(), need.value()?)));
    let mut checked =
        CheckedProgram::new(program(home)?, line.words_before().to_vec(), set.collect());
    check_needs(server.needs(), &server.info().name, found);
    check_program(&checked, home, found);
    let is_able = found.iter().all(|found| found.state != Severity::Failure);
    let command = &server.info().name;
    let of = EntriesOf { name, usual_name, command, needs: server.needs() };
    let sound = check_entries(clients, home, &of, found);
    // It would only repeat the same errors.
    let lists = if is_able { check_first(&mut checked, found).await } else { None };
    check_started(&sound, home, &checked, found).await;
    if let Some(lists) = lists {
        check_further(&checked, found).await;
        check_offers(lists, Some(name), found);
    }
    Ok(())
}

/// Checks whether the server at the URL is the current version of this program.
fn check_version(server: &Server, lists: &[Value], url: &str, found: &mut Vec<Diagnosis>) {
    let Some(info) = lists.first().map(|initialized| &initialized["serverInfo"]) else { return };
    let there = info["version"].as_str().unwrap_or_default();
    let here = &server.info().version;
    if info["name"] == *server.info().name && there != here {
        let what =
            format!("The server at {url} has version {there}; this program has version {here}");
        found.push(Diagnosis::new(Check::OtherVersion, what, "restart it"));
    }
}

/// Checks what it lists against the rules of clients.
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
        let advice = finding.rule.advice();
        // Where nothing but the advice is said, that is what was found.
        let seen = finding.message.strip_suffix(advice).and_then(|seen| seen.strip_suffix("; "));
        let (seen, todo) = seen.map_or((&*finding.message, ""), |seen| (seen, advice));
        let at = if finding.pointer.is_empty() { "" } else { " " };
        let what = format!("{}{at}{}: {seen}", finding.subject, finding.pointer);
        found.push(Diagnosis { state, ..Diagnosis::new(Check::Lint, what, todo) });
    }
    found.push(Diagnosis::passed(
        Check::Lint,
        format!("the tools cost about {} tokens", report.tokens),
    ));
}

fn show(line: &SubcommandLine, found: &[Diagnosis]) -> Result<()> {
    let mut terminal = Terminal::take()?;
    let count = |state: Severity| found.iter().filter(|found| found.state == state).count();
    let failed = count(Severity::Failure);
    let warned = count(Severity::Warning);
    let passed = count(Severity::Ok);
    if line.is_json() {
        terminal.json(&json!({"failures": failed, "warnings": warned, "checks": found}))?;
    } else {
        let mut area = "";
        let has_colours = terminal.has_colours();
        let mut shown: Vec<&Diagnosis> = found.iter().collect();
        shown.sort_by_key(|found| found.area);
        let is_shown =
            |found: &&&Diagnosis| found.state != Severity::Ok || line.matches().get_flag("mcp-all");
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
    let is_ill = failed > 0 || (line.matches().get_flag("mcp-strict") && warned > 0);
    if is_ill {
        return Err(Error::other("some checks failed"));
    }
    Ok(())
}
