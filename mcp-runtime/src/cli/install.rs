//! `install`, `uninstall` and `installed`: shows what would be written into the files of clients, asks, and
//! writes it.

use std::io::{self, BufRead as _, Write as _};
use std::path::{Path, absolute};

use clap::{Arg, ArgAction, ArgMatches, Command};
use serde_json::{Value, json};

use super::AddedLine;
use super::answers::is_somebody_there;
use super::terminal::{Colour, Terminal, screen};
use crate::error::{Error, Result};
use crate::jsonrpc::printable;
use crate::server::environment::EnvKind;
use crate::server::{Env, Server};
use crate::ship::clients::{self, ClientApp, Home, Launch};
use crate::ship::install::{
    EntryAction, FileChange, Goal, ServerEntry, entered, is_build, plan, plan_removal, print,
    program, server_name,
};

/// What can be typed.
pub(super) fn commands() -> [Command; 3] {
    [
        Command::new("install")
            .about("Enter this server with the clients of this machine")
            .after_help("What stands before `install` is what clients start the server with.")
            .arg(clients_arg())
            .args(common())
            .arg(several("mcp-env", "env", "NAME=VALUE", "Set a variable of the server"))
            .arg(
                Arg::new("mcp-url")
                    .long("url")
                    .value_name("URL")
                    .help("Enter the server at this URL, in place of this program"),
            )
            .arg(
                several("mcp-header", "header", "NAME: VALUE", "Send a header with each request")
                    .requires("mcp-url"),
            )
            .arg(flag(
                "mcp-print",
                "print",
                "Write nothing: print links, commands and what to paste",
            )),
        Command::new("uninstall")
            .about("Take this server out of the files of clients")
            .arg(clients_arg())
            .args(common()),
        Command::new("installed")
            .about("Show the clients that have this server")
            .arg(clients_arg())
            .arg(name_arg()),
    ]
}

fn clients_arg() -> Arg {
    Arg::new("mcp-clients")
        .value_name("CLIENT")
        .num_args(0..)
        .help("Clients, such as claude-code or cursor; those that are found, where none is given")
}

fn name_arg() -> Arg {
    Arg::new("mcp-as")
        .long("name")
        .value_name("NAME")
        .help("What the server is called there; otherwise as the program")
}

fn common() -> [Arg; 4] {
    [
        name_arg(),
        Arg::new("mcp-scope")
            .long("scope")
            .value_name("SCOPE")
            .value_parser(["user", "project", "local", "remote", "user-legacy"])
            .default_value("user")
            .help("Whose file: of this person, of the project in this directory, .."),
        flag("mcp-project", "project", "As --scope project").conflicts_with("mcp-scope"),
        flag("mcp-yes", "yes", "Write without asking"),
    ]
}

fn flag(id: &'static str, long: &'static str, help: &'static str) -> Arg {
    Arg::new(id).long(long).action(ArgAction::SetTrue).help(help)
}

fn several(id: &'static str, long: &'static str, value: &'static str, help: &'static str) -> Arg {
    Arg::new(id).long(long).value_name(value).action(ArgAction::Append).help(help)
}

/// # Errors
///
/// When nothing could be written.
pub(super) fn install(server: &Server, line: &AddedLine) -> Result<()> {
    let home = Home::of_process();
    let goal = Goal { home: &home, scope: scope(&line.matches) };
    let (clients, were_named) = chosen(&line.matches, &home)?;
    let wanted = wanted(server, line, &home)?;
    if line.matches.get_flag("mcp-print") {
        let printed: Vec<String> =
            clients.iter().map(|client| print(client, &goal, &wanted)).collect();
        return Terminal::take()?.text(&printed.join("\n\n"));
    }
    let plans = clients.iter().map(|client| (client, plan(client, &goal, &wanted)));
    let plans = gathered(plans, were_named)?;
    carry_out(line, &plans, "Write")?;
    for (client, changes) in plans.iter().filter(|_| !line.json) {
        if changes.iter().any(|change| change.action != EntryAction::Nothing) {
            let trust = client.trust.as_ref().filter(|_| goal.scope == "project");
            let next =
                client.restart.iter().chain(trust).map(|next| format!("{}: {next}", client.name));
            next.for_each(|next| screen::line(&next));
        }
    }
    Ok(())
}

/// # Errors
///
/// When nothing could be written.
pub(super) fn uninstall(server: &Server, line: &AddedLine) -> Result<()> {
    let home = Home::of_process();
    let goal = Goal { home: &home, scope: scope(&line.matches) };
    let (clients, were_named) = match line.matches.contains_id("mcp-clients") {
        true => chosen(&line.matches, &home)?,
        // The client itself may be gone already.
        false => (clients::all(), false),
    };
    let name = name(server, &line.matches);
    let plans = clients.iter().map(|client| (client, plan_removal(client, &goal, &name)));
    carry_out(line, &gathered(plans, were_named)?, "Change")
}

/// # Errors
///
/// When printing fails.
pub(super) fn installed(server: &Server, line: &AddedLine) -> Result<()> {
    let home = Home::of_process();
    let clients = match line.matches.contains_id("mcp-clients") {
        true => chosen(&line.matches, &home)?.0,
        false => clients::all(),
    };
    let mut terminal = Terminal::take()?;
    let mut found: Vec<Value> = Vec::new();
    for entered in entered(&clients, &home, &name(server, &line.matches)) {
        match entered {
            Err(error) => screen::line(&printable(&error)),
            Ok(entered) => {
                let file = entered.file.display().to_string();
                let starts = match Launch::read(&entered.entry) {
                    Some(Launch::Program { command, args, .. }) => {
                        [&[command], &args[..]].concat().join(" ")
                    }
                    Some(Launch::Url { url, .. }) => url,
                    None => "nothing that could be started".to_owned(),
                };
                if !line.json {
                    let (client, scope) = (&entered.client.name, &entered.scope);
                    terminal.text(&format!("{client}  {scope}  {file}\n  starts {starts}"))?;
                }
                let client = entered.client.id;
                let (name, scope) = (entered.name, entered.scope);
                found.push(json!({"client": client, "scope": scope, "file": file, "name": name, "starts": starts}));
            }
        }
    }
    match (line.json, found.is_empty()) {
        (true, _) => terminal.json(&found),
        (false, true) => terminal.text("no client has it; `install` enters it"),
        (false, false) => Ok(()),
    }
}

/// What is planned for each client.
type Plans<'c> = Vec<(&'c ClientApp, Vec<FileChange>)>;

/// The plans that can be carried out; of clients that were named, each has to be one.
fn gathered<'c>(
    plans: impl Iterator<Item = (&'c ClientApp, Result<Vec<FileChange>, String>)>,
    were_named: bool,
) -> Result<Plans<'c>> {
    let (mut possible, mut refused) = (Vec::new(), Vec::new());
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
    refused.iter().for_each(|refused| screen::line(&printable(refused)));
    Ok(possible)
}

/// Shows what would be written, asks, and writes it.
fn carry_out(line: &AddedLine, plans: &Plans<'_>, verb: &str) -> Result<()> {
    let changes: Vec<&FileChange> = plans.iter().flat_map(|(_, changes)| changes).collect();
    let todo = changes.iter().filter(|change| change.action != EntryAction::Nothing).count();
    if !line.json {
        changes.iter().for_each(|change| show(change));
    }
    if todo > 0 && !line.matches.get_flag("mcp-yes") && !agreed(verb, todo)? {
        return Err(Error::other("nothing is written"));
    }
    for change in &changes {
        change.apply()?;
    }
    let report: Vec<Value> = changes
        .iter()
        .map(
            |change| json!({"client": change.client, "file": change.file, "action": change.action}),
        )
        .collect();
    match line.json {
        true => Terminal::take()?.json(&report),
        false if changes.is_empty() => Terminal::take()?.text("there is nothing to do"),
        false => Ok(()),
    }
}

fn show(change: &FileChange) {
    let has_colours = screen::has_colours();
    let what = match change.action {
        EntryAction::Add => "a new entry",
        EntryAction::Replace => "another entry",
        EntryAction::Remove if change.after.is_none() => "the file goes",
        EntryAction::Remove => "the entry goes",
        EntryAction::Nothing => "is so already",
    };
    let client = Colour::Bold.paint(&change.client, has_colours);
    screen::line(&format!("{client}  {}  {what}", printable(&change.file.display().to_string())));
    for line in change.difference().lines().filter(|_| change.action != EntryAction::Nothing) {
        let colour = if line.starts_with("  -") { Colour::Red } else { Colour::Green };
        screen::line(&colour.paint(&printable(line), has_colours));
    }
}

fn agreed(verb: &str, count: usize) -> Result<bool> {
    if !is_somebody_there() {
        return Err(Error::other("there is no terminal to ask at; --yes writes without asking"));
    }
    let these = if count == 1 { "this".to_owned() } else { format!("these {count}") };
    Ok(matches!(asked(&format!("{verb} {these}? [y/N]"))?.trim(), "y" | "Y" | "yes"))
}

fn asked(question: &str) -> Result<String> {
    let mut stderr = io::stderr();
    write!(stderr, "{question} ").and_then(|()| stderr.flush()).map_err(Error::other)?;
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer).map_err(Error::other)?;
    Ok(answer.trim_end().to_owned())
}

fn scope(matches: &ArgMatches) -> &str {
    match matches.get_flag("mcp-project") {
        true => "project",
        false => matches.get_one::<String>("mcp-scope").map_or("user", String::as_str),
    }
}

/// The clients that were named, and whether they were; otherwise those that are found.
fn chosen(matches: &ArgMatches, home: &Home) -> Result<(Vec<ClientApp>, bool)> {
    let named: Vec<String> = matches.get_many("mcp-clients").unwrap_or_default().cloned().collect();
    if !named.is_empty() {
        return Ok((clients::named(&named).map_err(Error::other)?, true));
    }
    let there: Vec<ClientApp> =
        clients::all().into_iter().filter(|client| client.is_there(home)).collect();
    match there.is_empty() {
        true => {
            Err(Error::other("no client is found here; name one, such as `install claude-code`"))
        }
        false => Ok((there, false)),
    }
}

fn name(server: &Server, matches: &ArgMatches) -> String {
    let given = matches.get_one::<String>("mcp-as").cloned();
    given.unwrap_or_else(|| server_name(&server.info().name))
}

fn wanted(server: &Server, line: &AddedLine, home: &Home) -> Result<ServerEntry> {
    let matches = &line.matches;
    let name = name(server, matches);
    let told = server.info().description.clone().unwrap_or_default();
    let pairs = |id: &str, separator: char, form: &str| -> Result<Vec<(String, String)>> {
        let given = matches.get_many::<String>(id).unwrap_or_default();
        given
            .map(|given| match given.split_once(separator) {
                Some((key, value)) if !key.trim().is_empty() => {
                    Ok((key.trim().to_owned(), value.trim_start().to_owned()))
                }
                _ => Err(Error::other(format!("`{given}`: write it as {form}"))),
            })
            .collect()
    };
    if let Some(url) = matches.get_one::<String>("mcp-url").cloned() {
        let headers = pairs("mcp-header", ':', "NAME: VALUE")?;
        return Ok(ServerEntry {
            name,
            told,
            launch: Launch::Url { url, headers },
            secrets: Vec::new(),
            optional: Vec::new(),
        });
    }
    let command = program(home)?.display().to_string();
    if is_build(Path::new(&command)) {
        screen::line(
            "this is a build of a checkout, which `cargo clean` deletes; `cargo install --path .` makes one that stays",
        );
    }
    let mut env = pairs("mcp-env", '=', "NAME=VALUE")?;
    let mut secrets = Vec::new();
    for need in server.needs() {
        if need.is_secret() {
            let is_set = home.variable(need.name()).is_some();
            let is_given = env.iter().any(|(name, _)| name == need.name());
            if need.is_required() || is_set || is_given {
                secrets.push(need.name().to_owned());
            }
            continue;
        }
        let is_given = env.iter().any(|(name, _)| name == need.name());
        if !is_given && let Some(value) = value_of(need, home)? {
            env.push((need.name().to_owned(), value));
        }
    }
    for (name, value) in &mut env {
        let need = server.needs().iter().find(|need| need.name() == name);
        let is_path =
            need.is_some_and(|need| matches!(need.kind(), EnvKind::Directory | EnvKind::File));
        // Clients start servers in a directory of their own.
        if is_path && let Ok(whole) = absolute(&*value) {
            *value = whole.display().to_string();
        }
        if let Some(wrong) = need.and_then(|need| need.wrong(Some(value))) {
            return Err(Error::other(wrong));
        }
    }
    let launch = Launch::Program { command, args: line.before.clone(), env };
    let optional = server.needs().iter().filter(|need| !need.is_required());
    let optional = optional.map(|need| need.name().to_owned()).collect();
    Ok(ServerEntry { name, told, launch, secrets, optional })
}

/// The value of a variable that is needed: from here, or from the person.
fn value_of(need: &Env, home: &Home) -> Result<Option<String>> {
    if let Some(here) = home.variable(need.name()) {
        return Ok(Some(here.to_owned()));
    }
    if !need.is_required() {
        return Ok(None);
    }
    if !is_somebody_there() {
        let wrong = need.wrong(None).unwrap_or_default();
        return Err(Error::other(format!("{wrong}; give it by --env {}=VALUE", need.name())));
    }
    asked(&format!("{} ({}):", need.name(), need.reason())).map(Some)
}
