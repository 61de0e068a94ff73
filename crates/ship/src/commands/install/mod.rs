//! `install`, `uninstall` and `installed`: show what would be written to the files of clients, ask,
//! and write it.

mod agree;
mod fix;
mod server_entry;

use mcp_runtime::clap::{Arg, ArgAction, ArgMatches, Command};
use serde_json::{Value, json};

use crate::clients::{self, ClientApp, Home, Launch, PROJECT, checked_name};
use crate::install::{EntryAction, Goal, existing_entries, plan, plan_removal, print, server_name};
use agree::{carry_out, gathered};
pub(super) use fix::fix;
use mcp_runtime::Server;
use mcp_runtime::SubcommandLine;
use mcp_runtime::terminal::{Terminal, stderr};
use mcp_runtime_protocol::jsonrpc::printable;
use mcp_runtime_protocol::public_url::{public_url, public_urls};
use mcp_runtime_protocol::{Error, Result};
pub(super) use server_entry::headers;
use server_entry::server_entry;

/// The definitions of the commands.
pub(super) fn commands() -> [Command; 3] {
    [
        Command::new("install")
            .about("Add this server to the MCP clients on this machine")
            .after_help("Arguments that precede `install` are passed to the server when a client starts it.")
            .arg(clients_arg())
            .args(common())
            .arg(several("mcp-env", "env", "NAME=VALUE", "Set an environment variable of the server"))
            .arg(
                Arg::new("mcp-url")
                    .long("url")
                    .value_name("URL")
                    .help("Add the server at this URL instead of this program"),
            )
            .arg(header_arg().requires("mcp-url"))
            .arg(flag(
                "mcp-print",
                "print",
                "Write nothing; print links, commands and snippets to paste",
            )),
        Command::new("uninstall")
            .about("Remove this server from the configuration of MCP clients")
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
        .help("Clients, such as claude-code or cursor [default: those that are found]")
}

/// The option for the name that the server has in the files of clients.
pub(super) fn name_arg() -> Arg {
    Arg::new("mcp-as")
        .long("name")
        .value_name("NAME")
        .value_parser(checked_name)
        .help("The name of the server in clients [default: that of the program]")
}

/// The option for the headers of a server at a URL.
pub(super) fn header_arg() -> Arg {
    several("mcp-header", "header", "NAME: VALUE", "Send a header with each request")
}

fn common() -> [Arg; 4] {
    [
        name_arg(),
        Arg::new("mcp-scope")
            .long("scope")
            .value_name("SCOPE")
            .value_parser(["user", "project", "local", "remote", "user-legacy"])
            .default_value("user")
            .help(
                "The configuration file to change: `user` for all projects, `project` for this \
                 directory; some clients have others",
            ),
        flag("mcp-project", "project", "Same as --scope project").conflicts_with("mcp-scope"),
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
pub(super) fn install(server: &Server, line: &SubcommandLine) -> Result<()> {
    let home = Home::of_process();
    let goal = Goal { home: &home, scope: scope(line.matches()) };
    let (clients, were_named) = chosen(line.matches(), &home)?;
    let wanted = server_entry(server, line, &home)?;
    if line.matches().get_flag("mcp-print") {
        let printed: Vec<String> =
            clients.iter().map(|client| print(client, &goal, &wanted)).collect();
        return Terminal::take()?.text(&printed.join("\n\n"));
    }
    let planned = clients.iter().map(|client| (client, plan(client, &goal, &wanted)));
    let plans = gathered(planned, were_named)?;
    carry_out(line, &plans, "Write")?;
    for (client, changes) in plans.iter().filter(|_| !line.is_json()) {
        if changes.iter().any(|change| change.action != EntryAction::Nothing) {
            let trust = client.trust.as_ref().filter(|_| goal.scope == PROJECT);
            let next =
                client.restart.iter().chain(trust).map(|next| format!("{}: {next}", client.name));
            next.for_each(|next| stderr::line(&next));
        }
    }
    Ok(())
}

/// # Errors
///
/// When nothing could be written.
pub(super) fn uninstall(server: &Server, line: &SubcommandLine) -> Result<()> {
    let home = Home::of_process();
    let goal = Goal { home: &home, scope: scope(line.matches()) };
    let (clients, were_named) = if line.matches().contains_id("mcp-clients") {
        chosen(line.matches(), &home)?
    } else {
        // The client itself may already be uninstalled.
        (clients::all(), false)
    };
    let name = name(server, line.matches());
    let planned = clients.iter().map(|client| (client, plan_removal(client, &goal, &name)));
    let plans = gathered(planned, were_named)?;
    carry_out(line, &plans, "Change")?;
    let mut changes = plans.iter().flat_map(|(_, changes)| changes);
    if !line.is_json() && changes.any(|change| change.action == EntryAction::Restore) {
        stderr::line("run `uninstall` again to remove the restored entries, too");
    }
    Ok(())
}

/// # Errors
///
/// When printing fails.
pub(super) fn installed(server: &Server, line: &SubcommandLine) -> Result<()> {
    let home = Home::of_process();
    let clients = if line.matches().contains_id("mcp-clients") {
        chosen(line.matches(), &home)?.0
    } else {
        clients::all()
    };
    let mut terminal = Terminal::take()?;
    let mut found: Vec<Value> = Vec::new();
    for entered in existing_entries(&clients, &home, &name(server, line.matches())) {
        match entered {
            Err(error) => stderr::line(&printable(&error)),
            Ok(entered) => {
                let file = entered.file.display().to_string();
                let starts = match Launch::read(&entered.entry) {
                    Some(Launch::Program { command, args, .. }) => {
                        public_urls(&[&[command], &args[..]].concat().join(" "))
                    }
                    Some(Launch::Url { url, .. }) => public_url(&url),
                    None => "nothing: the entry has neither a command nor a URL".to_owned(),
                };
                if !line.is_json() {
                    let client = &entered.client.name;
                    let scope = &entered.scope;
                    terminal.text(&format!("{client}  {scope}  {file}\n  starts {starts}"))?;
                }
                let client = entered.client.id;
                let name = entered.name;
                let scope = entered.scope;
                found.push(json!({"client": client, "scope": scope, "file": file, "name": name, "starts": starts}));
            }
        }
    }
    match (line.is_json(), found.is_empty()) {
        (true, _) => terminal.json(&found),
        (false, true) => terminal.text("no client has this server; `install` adds it"),
        (false, false) => Ok(()),
    }
}

fn scope(matches: &ArgMatches) -> &str {
    if matches.get_flag("mcp-project") {
        PROJECT
    } else {
        matches.get_one::<String>("mcp-scope").map_or("user", String::as_str)
    }
}

/// The clients that were named, or else those that are found; and whether they were named.
fn chosen(matches: &ArgMatches, home: &Home) -> Result<(Vec<ClientApp>, bool)> {
    let named: Vec<String> = matches.get_many("mcp-clients").unwrap_or_default().cloned().collect();
    if !named.is_empty() {
        return Ok((clients::named(&named).map_err(Error::other)?, true));
    }
    let there: Vec<ClientApp> =
        clients::all().into_iter().filter(|client| client.is_there(home)).collect();
    if there.is_empty() {
        Err(Error::other(
            "no client was found on this machine; name one, such as `install claude-code`",
        ))
    } else {
        Ok((there, false))
    }
}

/// The name of the server in the files of clients.
pub(super) fn name(server: &Server, matches: &ArgMatches) -> String {
    let given = matches.get_one::<String>("mcp-as").cloned();
    given.unwrap_or_else(|| server_name(&server.info().name))
}
