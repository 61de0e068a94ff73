//! Checks the entries of a server in the files of clients: what they start (`program`, `started`),
//! how the client reads them (`settings`, `shape`), and whether it trusts them (`trust`).

mod program;
mod settings;
mod shape;
mod started;
mod trust;

use mcp_runtime_protocol::client_apps::{ToolFilter, ToolList};
use serde_json::Value;

use super::{Check, Diagnosis, Fix};
use crate::clients::{ClientApp, Home, Launch};
use crate::install::{ExistingEntry, existing_entries};
use mcp_runtime::Env;
pub(crate) use started::check_started;

/// The server whose entries are checked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EntriesOf<'a> {
    pub(crate) name: &'a str,
    /// The name that it has where none is given.
    pub(crate) usual_name: &'a str,
    /// What users type to run this program.
    pub(crate) command: &'a str,
    pub(crate) needs: &'a [Env],
}

/// The state of the checks.
struct EntryChecks<'a> {
    home: &'a Home,
    name: &'a str,
    /// The option that names the server, where that is needed.
    by_name: String,
    command: &'a str,
    needs: &'a [Env],
    found: &'a mut Vec<Diagnosis>,
}

/// Checks the entries of a server. Returns those without problems.
pub(crate) fn check_entries(
    clients: &[ClientApp],
    home: &Home,
    of: &EntriesOf<'_>,
    found: &mut Vec<Diagnosis>,
) -> Vec<ExistingEntry> {
    let EntriesOf { name, usual_name, command, needs } = *of;
    let mut entries: Vec<ExistingEntry> = Vec::new();
    for entry in existing_entries(clients, home, name) {
        match entry {
            Ok(entry) => entries.push(entry),
            Err(error) => {
                let what = format!("{error}; the client then ignores the whole file");
                found.push(Diagnosis::new(Check::Malformed, what, "fix the file at this position"));
            }
        }
    }
    let by_name = if name == usual_name { String::new() } else { format!(" --name {name}") };
    let mut checks = EntryChecks { home, name, by_name, command, needs, found };
    let mut sound = Vec::new();
    for client in clients {
        checks.misplaced(client, &entries);
        let of_client: Vec<&ExistingEntry> =
            entries.iter().filter(|entry| entry.client.id == client.id).collect();
        checks.scopes(client, &of_client);
        checks.other_build(client, &of_client);
        checks.started_before(client, &of_client);
        sound.extend(of_client.into_iter().filter(|entry| checks.entry(entry)).cloned());
    }
    sound
}

impl EntryChecks<'_> {
    fn say(&mut self, check: Check, entry: &ExistingEntry, what: &str, todo: &str) {
        let what = format!("{} ({}): {what}", entry.client.name, entry.scope);
        let fix = Fix {
            client: entry.client.id.clone(),
            scope: entry.scope.clone(),
            entry: entry.entry.clone(),
        };
        self.found.push(Diagnosis { fix: Some(fix), ..Diagnosis::new(check, what, todo) });
    }

    /// The command that writes an entry anew.
    fn install(&self, entry: &ExistingEntry) -> String {
        format!("{} install {}{}", self.command, entry.client.id, self.by_name)
    }

    /// Checks an entry, and returns whether it has no problems.
    fn entry(&mut self, entry: &ExistingEntry) -> bool {
        let before = self.found.len();
        let install = self.install(entry);
        if !entry.client.takes_name(&entry.name) {
            let what = format!("`{}` is not a server name that the client accepts", entry.name);
            self.say(
                Check::RefusedName,
                entry,
                &what,
                &format!("{} install {} --name NAME", self.command, entry.client.id),
            );
        }
        self.shape(entry);
        self.trust(entry);
        if is_off(&entry.entry) {
            self.say(
                Check::Disabled,
                entry,
                "the server is disabled in the client",
                "enable it in the client",
            );
        }
        self.tools(entry);
        match Launch::read(&entry.entry) {
            Some(Launch::Program { command, args, env }) => {
                self.program(entry, &command, &args, &env)
            }
            Some(Launch::Url { .. }) => {}
            None => self.say(
                Check::NoCommand,
                entry,
                "the entry has neither a command nor a URL",
                &install,
            ),
        }
        let is_sound = self.found.len() == before;
        if is_sound {
            let what = format!("{} ({}): {}", entry.client.name, entry.scope, entry.file.display());
            self.found.push(Diagnosis::passed(Check::NoCommand, what));
        }
        is_sound
    }

    /// The tools that the client does not show.
    fn tools(&mut self, entry: &ExistingEntry) {
        let filter = ToolFilter::read(&entry.entry);
        if let Some(ToolList { member, tools }) = filter.restricting() {
            let what = format!("it shows only {}: `{member}` is set", counted(tools.len()));
            self.say(
                Check::FilteredTools,
                entry,
                &what,
                "remove the list, or add the tools that are missing",
            );
        }
        for ToolList { member, tools } in
            filter.without.iter().filter(|list| !list.tools.is_empty())
        {
            let what = format!("it does not show {}: `{member}` is set", counted(tools.len()));
            self.say(
                Check::FilteredTools,
                entry,
                &what,
                "remove from the list the tools that you want to use",
            );
        }
    }
}

fn counted(tools: usize) -> String {
    if tools == 1 { "1 tool".to_owned() } else { format!("{tools} tools") }
}

fn is_off(entry: &Value) -> bool {
    let is = |key: &str, value: bool| entry.get(key).and_then(Value::as_bool) == Some(value);
    is("disabled", true) || is("enabled", false)
}
