//! The entries of a server in the files of clients.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::Diagnosis;
use super::surroundings::{DESKTOP_PATH, looks_secret};
use crate::server::Env;
use crate::ship::clients::{ClientApp, Home, Launch, Passes};
use crate::ship::clients::{find_in, is_program};
use crate::ship::install::{Entered, entered, is_build};

/// What is looked for.
struct Looking<'a> {
    home: &'a Home,
    name: &'a str,
    needs: &'a [Env],
    found: &'a mut Vec<Diagnosis>,
}

/// Looks at the entries of a server.
pub(crate) fn check_entries(
    clients: &[ClientApp],
    home: &Home,
    name: &str,
    needs: &[Env],
    found: &mut Vec<Diagnosis>,
) {
    let mut entries: Vec<Entered> = Vec::new();
    for entry in entered(clients, home, name) {
        match entry {
            Ok(entry) => entries.push(entry),
            Err(error) => {
                let what = format!("{error}; the client then reads nothing of the file");
                found.push(Diagnosis::new("C3", what, "mend the file at this place"));
            }
        }
    }
    let mut looking = Looking { home, name, needs, found };
    for client in clients {
        looking.misplaced(client, &entries);
        let of_client: Vec<&Entered> =
            entries.iter().filter(|entry| entry.client.id == client.id).collect();
        looking.scopes(client, &of_client);
        of_client.into_iter().for_each(|entry| looking.entry(entry));
    }
}

impl Looking<'_> {
    fn say(&mut self, id: &'static str, entry: &Entered, what: &str, todo: &str) {
        let what = format!("{} ({}): {what}", entry.client.name, entry.scope);
        self.found.push(Diagnosis::new(id, what, todo));
    }

    fn entry(&mut self, entry: &Entered) {
        let before = self.found.len();
        let install = format!("install {}", entry.client.id);
        if !entry.client.takes_name(&entry.name) {
            let what = format!("`{}` is not a name that it takes", entry.name);
            self.say("C10", entry, &what, &format!("{install} --name NAME"));
        }
        self.types(entry);
        if is_off(&entry.entry) {
            self.say(
                "C13",
                entry,
                "the server is switched off there",
                "switch it on in the client",
            );
        }
        for list in ["enabled_tools", "includeTools", "tools"] {
            if let Some(Value::Array(only)) = entry.entry.get(list)
                && !only.iter().any(|tool| tool == "*")
            {
                let what = format!("it shows {} tools alone: `{list}` is set", only.len());
                self.say("C14", entry, &what, "remove the list, or add what is missing");
            }
        }
        match Launch::read(&entry.entry) {
            Some(Launch::Program { command, args, env }) => {
                self.program(entry, &command, &args, &env)
            }
            Some(Launch::Url { .. }) => self.url(entry),
            None => self.say("C1", entry, "the entry has neither a command nor a URL", &install),
        }
        if self.found.len() == before {
            let what = format!("{} ({}): {}", entry.client.name, entry.scope, entry.file.display());
            self.found.push(Diagnosis::passed("C1", what));
        }
    }

    fn program(
        &mut self,
        entry: &Entered,
        command: &str,
        args: &[String],
        env: &[(String, String)],
    ) {
        let install = format!("install {}", entry.client.id);
        if command.starts_with("http://") || command.starts_with("https://") {
            return self.say(
                "C17",
                entry,
                "it starts the URL as a program",
                &format!("{install} --url {command}"),
            );
        }
        let shell = command.trim_end_matches(".exe");
        if shell == "cmd"
            && args.get(1).is_some_and(|program| program.to_lowercase().ends_with(".exe"))
        {
            return self.say(
                "C11",
                entry,
                "`cmd /c` stands around a program that starts without",
                &install,
            );
        }
        if command == "docker" && args.first().is_some_and(|first| first == "run") {
            let has = |flag: &str| args.iter().any(|arg| arg == flag);
            if !has("-i") && !has("--interactive") || has("-t") || has("-d") || has("-it") {
                self.say(
                    "C16",
                    entry,
                    "`docker run` needs `-i`, and must not have `-t` or `-d`",
                    "docker run -i --rm IMAGE",
                );
            }
            return;
        }
        if cfg!(unix) && command.len() > 2 && command.as_bytes()[1] == b':' {
            let what = format!("`{command}` is a path of Windows, which cannot be started here");
            return self.say("C12", entry, &what, &install);
        }
        self.path(entry, command);
        self.variables(entry, env);
    }

    fn path(&mut self, entry: &Entered, command: &str) {
        let install = format!("install {}", entry.client.id);
        let is_bare = !command.contains(['/', '\\']);
        if is_bare {
            let of_desktop = entry.client.passes == Passes::Desktop;
            match (self.home.find(command), find_in(DESKTOP_PATH, command)) {
                (None, None) => {
                    self.say("C1", entry, &format!("`{command}` is not on the PATH"), &install)
                }
                (Some(found), None) if of_desktop => {
                    let what = format!("it does not have your PATH, and will not find `{command}`");
                    self.say("C2", entry, &what, &format!("write {}", found.display()));
                }
                _ => {}
            }
            return;
        }
        let path = Path::new(command);
        if !path.is_absolute() {
            let what = format!("`{command}` depends on the directory that the client starts it in");
            return self.say("C2", entry, &what, &install);
        }
        if !is_program(path) {
            let why = if path.exists() { "is not a program" } else { "does not exist" };
            return self.say("C1", entry, &format!("`{command}` {why}"), &install);
        }
        if is_build(path) {
            let todo = format!("cargo install --path . and {install}");
            self.say(
                "P7",
                entry,
                "it starts a build of a checkout, which `cargo clean` deletes",
                &todo,
            );
        } else if ["/tmp/", "/private/tmp/", "/Volumes/", "/var/folders/"]
            .iter()
            .any(|start| command.starts_with(start))
        {
            self.say("P8", entry, &format!("`{command}` will not be there tomorrow"), &install);
        }
    }

    fn variables(&mut self, entry: &Entered, env: &[(String, String)]) {
        let install = format!("install {}", entry.client.id);
        for need in self.needs {
            let name = need.name();
            let set = env.iter().find(|(set, _)| set == name).map(|(_, value)| value.as_str());
            let by_name = entry.entry.get("env_vars").and_then(Value::as_array);
            let by_name = by_name.is_some_and(|names| names.iter().any(|given| given == name));
            let here = self.home.variable(name);
            let passes = match entry.client.passes {
                Passes::All => true,
                Passes::Gemini => !looks_secret(name),
                Passes::Codex | Passes::Desktop => by_name,
            };
            let add = format!("{install} --env {name}=VALUE");
            match (set, here) {
                (Some(value), _) if !value.contains(['$', '{']) => {
                    if let Some(wrong) = need.wrong(Some(value)) {
                        self.say("P1", entry, &wrong, &add);
                    }
                    if need.is_secret() && is_open(&entry.file) {
                        let what = format!(
                            "{} holds `{name}` and can be read by others",
                            entry.file.display()
                        );
                        self.say(
                            "P3",
                            entry,
                            &what,
                            &format!("chmod 600 {}", entry.file.display()),
                        );
                    }
                }
                (Some(_), _) => {}
                (None, Some(_)) if !passes && need.is_required() => {
                    let what = format!(
                        "`{name}` is set in this shell, but the client keeps it from servers"
                    );
                    self.say("P2", entry, &what, &add);
                }
                (None, None) if need.is_required() => {
                    self.say(
                        "P1",
                        entry,
                        &format!("`{name}` is not set when it starts the program"),
                        &add,
                    );
                }
                _ => {}
            }
        }
    }

    fn url(&mut self, entry: &Entered) {
        let id = entry.client.id.as_str();
        let wants = match id {
            "claude-code" | "vscode" | "copilot-cli" => "http",
            "cline" => "streamableHttp",
            _ => return,
        };
        if entry.entry.get("type").is_none() {
            let what = format!("it needs `\"type\": \"{wants}\"` beside the URL");
            self.say("C5", entry, &what, &format!("install {id} --url URL"));
        }
    }

    fn types(&mut self, entry: &Entered) {
        let wrong = ["command", "args", "env", "environment"].iter().find_map(|key| {
            let member = entry.entry.get(key)?;
            let items: Vec<(String, &Value)> = match member {
                Value::Array(items) => items
                    .iter()
                    .enumerate()
                    .map(|(at, item)| (format!("{key}[{at}]"), item))
                    .collect(),
                Value::Object(members) => {
                    members.iter().map(|(name, item)| (format!("{key}.{name}"), item)).collect()
                }
                _ => Vec::new(),
            };
            items.into_iter().find(|(_, item)| !item.is_string()).map(|(at, _)| at)
        });
        if let Some(at) = wrong {
            let what = format!("`{at}` is not a text; some clients then refuse the whole file");
            self.say("C19", entry, &what, "write it in quotes");
        }
    }

    fn scopes(&mut self, client: &ClientApp, entries: &[&Entered]) {
        let (Some(first), Some(other)) = (
            entries.first(),
            entries
                .iter()
                .find(|other| Launch::read(&other.entry) != Launch::read(&entries[0].entry)),
        ) else {
            let is_old =
                entries.len() == 1 && entries[0].scope == "user-legacy" && client.id != "amazon-q";
            if is_old {
                let what = "the entry is only in a file of earlier versions";
                return self.say("C7", entries[0], what, &format!("install {}", client.id));
            }
            return;
        };
        let what = format!(
            "it has `{}` in the scope `{}`, too, and starts another program there; one hides the other",
            self.name, other.scope
        );
        self.say("C8", first, &what, &format!("uninstall {} --scope {}", client.id, other.scope));
    }

    /// The server under a key that only other clients read.
    fn misplaced(&mut self, client: &ClientApp, entries: &[Entered]) {
        for place in &client.entries {
            let key = place.key(self.home, self.name);
            for file in place.files(self.home, self.name) {
                let has = entries.iter().any(|entry| entry.file == file);
                let read = fs::read_to_string(&file).ok().filter(|_| !has);
                let syntax = crate::ship::install::edit::Syntax {
                    format: place.format,
                    strict: client.strict,
                };
                let Some(Ok(value)) = read.map(|text| syntax.read(&text)) else { continue };
                let others = [
                    "mcpServers",
                    "servers",
                    "context_servers",
                    "mcp_servers",
                    "mcp",
                    "extensions",
                ];
                let other = others
                    .iter()
                    .find(|other| value.get(other).is_some_and(|map| map.get(self.name).is_some()));
                if let Some(other) = other {
                    let what = format!(
                        "{}: {} reads `{}`, not `{other}`",
                        file.display(),
                        client.name,
                        key[0]
                    );
                    self.found.push(Diagnosis::new("C4", what, format!("install {}", client.id)));
                }
            }
        }
    }
}

fn is_off(entry: &Value) -> bool {
    let is = |key: &str, value: bool| entry.get(key).and_then(Value::as_bool) == Some(value);
    is("disabled", true) || is("enabled", false)
}

#[cfg(unix)]
fn is_open(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;

    fs::metadata(file).is_ok_and(|file| file.permissions().mode() & 0o077 != 0)
}

#[cfg(not(unix))]
fn is_open(_: &Path) -> bool {
    false
}
