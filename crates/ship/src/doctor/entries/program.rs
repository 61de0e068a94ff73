//! The program that an entry starts, and what it passes to it.

use std::path::Path;

use serde_json::Value;

use super::super::Check;
use super::super::environment::{DESKTOP_PATH, looks_secret};
use super::EntryChecks;
use crate::clients::{Passes, find_in, is_program};
use crate::install::{ExistingEntry, is_build};
use mcp_runtime::Env;
use mcp_runtime::internal::EnvKind;

impl EntryChecks<'_> {
    pub(super) fn program(
        &mut self,
        entry: &ExistingEntry,
        command: &str,
        args: &[String],
        env: &[(String, String)],
    ) {
        let install = self.install(entry);
        if command.starts_with("http://") || command.starts_with("https://") {
            return self.say(
                Check::UrlAsCommand,
                entry,
                "the entry has a URL as its command",
                &format!("{install} --url {command}"),
            );
        }
        let shell = command.trim_end_matches(".exe");
        if shell == "cmd"
            && args.get(1).is_some_and(|program| program.to_lowercase().ends_with(".exe"))
        {
            return self.say(
                Check::CmdWrapper,
                entry,
                "`cmd /c` wraps a program that starts without it",
                &install,
            );
        }
        if command == "docker" && args.first().is_some_and(|first| first == "run") {
            let has = |flag: &str| args.iter().any(|arg| arg == flag);
            if !has("-i") && !has("--interactive") || has("-t") || has("-d") || has("-it") {
                self.say(
                    Check::DockerFlags,
                    entry,
                    "`docker run` needs `-i`, and must not have `-t` or `-d`",
                    "docker run -i --rm IMAGE",
                );
            }
            return;
        }
        if cfg!(unix) && command.len() > 2 && command.as_bytes()[1] == b':' {
            let what = format!("`{command}` is a Windows path, which cannot be started here");
            return self.say(Check::ForeignPath, entry, &what, &install);
        }
        self.path(entry, command);
        self.variables(entry, env);
    }

    fn path(&mut self, entry: &ExistingEntry, command: &str) {
        let install = self.install(entry);
        let is_bare = !command.contains(['/', '\\']);
        if is_bare {
            let of_desktop = entry.client.passes == Passes::Desktop;
            match (self.home.find(command), find_in(DESKTOP_PATH, command)) {
                (None, None) => self.say(
                    Check::NoCommand,
                    entry,
                    &format!("`{command}` is not on the PATH"),
                    &install,
                ),
                (Some(found), None) if of_desktop => {
                    let what = format!(
                        "the client does not have the PATH of your shell, and will not find `{command}`"
                    );
                    self.say(
                        Check::NotOnPathOfClient,
                        entry,
                        &what,
                        &format!("write {}", found.display()),
                    );
                }
                _ => {}
            }
            return;
        }
        let path = Path::new(command);
        if !path.is_absolute() {
            let what =
                format!("`{command}` is relative to the directory in which the client starts it");
            return self.say(Check::NotOnPathOfClient, entry, &what, &install);
        }
        if !is_program(path) {
            let why = if path.exists() { "is not a program" } else { "does not exist" };
            return self.say(Check::NoCommand, entry, &format!("`{command}` {why}"), &install);
        }
        if is_build(path) {
            let todo = format!("cargo install --path . and {install}");
            self.say(
                Check::DebugBuild,
                entry,
                "it starts a program in the target directory of cargo, which `cargo clean` deletes",
                &todo,
            );
        } else if ["/tmp/", "/private/tmp/", "/Volumes/", "/var/folders/"]
            .iter()
            .any(|start| command.starts_with(start))
        {
            self.say(
                Check::TemporaryPath,
                entry,
                &format!("`{command}` is on a temporary or removable path"),
                &install,
            );
        }
    }

    fn variables(&mut self, entry: &ExistingEntry, env: &[(String, String)]) {
        let install = self.install(entry);
        for need in self.needs {
            let name = need.name();
            let set = env.iter().find(|(set, _)| set == name).map(|(_, value)| value.as_str());
            let by_name = entry
                .entry
                .get("env_vars")
                .and_then(Value::as_array)
                .is_some_and(|names| names.iter().any(|given| given == name));
            let here = self.home.variable(name).filter(|value| !need.is_reference(value));
            let passes = match entry.client.passes {
                Passes::All => true,
                Passes::Gemini => !looks_secret(name),
                Passes::Codex | Passes::Desktop => by_name,
            };
            let add = format!("{install} --env {name}=VALUE");
            match (set, here) {
                (Some(value), _) => {
                    if let Some(wrong) = self.wrong_value(entry, need, value) {
                        self.say(Check::VariableNotSet, entry, &wrong, &add);
                    }
                    if need.is_secret() && !value.contains(['$', '{']) && is_open(&entry.file) {
                        let file = entry.file.display();
                        let what =
                            format!("{file} contains `{name}` and can be read by other users");
                        self.say(Check::ReadableSecret, entry, &what, &format!("chmod 600 {file}"));
                    }
                }
                (None, Some(_)) if !passes && need.is_required() => {
                    let what = format!(
                        "`{name}` is set in this shell, but the client does not pass it to servers"
                    );
                    self.say(Check::VariableNotPassedOn, entry, &what, &add);
                }
                (None, None) if need.is_required() => {
                    self.say(
                        Check::VariableNotSet,
                        entry,
                        &format!("`{name}` is not set when the client starts the program"),
                        &add,
                    );
                }
                _ => {}
            }
        }
    }

    /// What is wrong with the value of a variable, once the client has looked up its references.
    fn wrong_value(&self, entry: &ExistingEntry, need: &Env, value: &str) -> Option<String> {
        let name = need.name();
        let client = &entry.client;
        let found = client.look_up(value, |name| self.home.variable(name).map(str::to_owned));
        if let Some(unset) = found.unset.first() {
            let what = format!("`{name}` refers to the variable `{unset}`, which is not set here");
            return need.is_required().then_some(what);
        }
        let value = found.value;
        let is_path = matches!(need.value_kind(), EnvKind::Directory | EnvKind::File);
        let is_partly =
            is_path && !need.is_secret() && (value.contains("${") || value.contains("{env:"));
        if !need.is_reference(&value) && !is_partly {
            return need.wrong(Some(&value));
        }
        // Others may know more forms.
        let is_wrong = client.literal && need.is_required();
        is_wrong.then(|| {
            format!(
                "`{name}` is passed on literally, as the client expands no variables: `{value}`"
            )
        })
    }
}

#[cfg(unix)]
fn is_open(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;

    std::fs::metadata(file).is_ok_and(|file| file.permissions().mode() & 0o077 != 0)
}

#[cfg(not(unix))]
fn is_open(_: &Path) -> bool {
    false
}
