//! Whether a client trusts the folder, and has read its file.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde_json::Value;

use super::super::Check;
use super::EntryChecks;
use crate::clients::{ClientApp, Format, PROJECT, TrustRecord};
use crate::install::edit::Syntax;
use crate::install::{ExistingEntry, read};

impl EntryChecks<'_> {
    pub(super) fn trust(&mut self, entry: &ExistingEntry) {
        let is_of_project = entry.scope == PROJECT;
        let folder = self.home.project.display().to_string();
        let is_trusted = match entry.client.trust_record {
            Some(TrustRecord::Gemini) => self.gemini_trusts(),
            Some(TrustRecord::Codex) if is_of_project => {
                let config = self.read(".codex/config.toml", Format::Toml);
                config["projects"][&folder]["trust_level"] == "trusted"
            }
            Some(TrustRecord::Claude) if is_of_project => self.claude_approves(&folder),
            _ => return,
        };
        if !is_trusted {
            let what = match entry.client.trust_record {
                Some(TrustRecord::Claude) => {
                    format!("the server of the project {folder} is not approved")
                }
                _ => format!("{folder} is not trusted: no server is started there"),
            };
            self.say(
                Check::NotTrusted,
                entry,
                &what,
                "start the client there, and approve it when asked",
            );
        }
    }

    /// Whether Gemini CLI trusts the folder. Otherwise it starts no servers there, wherever the
    /// entry is.
    fn gemini_trusts(&self) -> bool {
        let settings = self.read(".gemini/settings.json", Format::Jsonc);
        if settings["security"]["folderTrust"]["enabled"] == Value::Bool(false) {
            return true;
        }
        let folders = self.read(".gemini/trustedFolders.json", Format::Jsonc);
        let covers = |path: &str, how: &Value| {
            let path = Path::new(path);
            match how.as_str() {
                Some("TRUST_FOLDER") => self.home.project.starts_with(path),
                Some("TRUST_PARENT") => {
                    path.parent().is_some_and(|path| self.home.project.starts_with(path))
                }
                _ => false,
            }
        };
        folders
            .as_object()
            .is_some_and(|folders| folders.iter().any(|(path, how)| covers(path, how)))
    }

    fn claude_approves(&self, folder: &str) -> bool {
        let of_person = self.read(".claude.json", Format::Json);
        let project = &of_person["projects"][folder];
        let lists = |list: &str| {
            project[list].as_array().is_some_and(|names| names.iter().any(|name| name == self.name))
        };
        let files = ["settings.json", "settings.local.json"]
            .map(|file| self.home.project.join(".claude").join(file));
        let of_project = files.iter().map(|file| parsed(file, Format::Jsonc, PROJECT));
        let mut settings = of_project.chain([self.read(".claude/settings.json", Format::Jsonc)]);
        let takes_all = settings.any(|settings| {
            let names = settings["enabledMcpjsonServers"].as_array();
            settings["enableAllProjectMcpServers"] == Value::Bool(true)
                || names.is_some_and(|names| names.iter().any(|name| name == self.name))
        });
        !lists("disabledMcpjsonServers") && (lists("enabledMcpjsonServers") || takes_all)
    }

    fn read(&self, file: &str, format: Format) -> Value {
        parsed(&PathBuf::from(self.home.directory()).join(file), format, "user")
    }

    /// Reports a running client that started before its file was written.
    pub(super) fn started_before(&mut self, client: &ClientApp, entries: &[&ExistingEntry]) {
        for entry in entries {
            let written = fs::metadata(&entry.file).and_then(|file| file.modified());
            let Some(restart) = client.restart.as_ref() else { continue };
            if let Ok(written) = written
                && let Some(started) =
                    client.commands().iter().find_map(|command| first_start(command))
                && started < written
            {
                let what = "the client was started before its file was changed";
                self.say(Check::NeedsRestart, entry, what, restart);
            }
        }
    }
}

fn parsed(file: &Path, format: Format, scope: &str) -> Value {
    let text = read(file, scope).ok().flatten().unwrap_or_default();
    Syntax { format, strict: false }.read(&text).unwrap_or_default()
}

/// When the oldest process of a program started, if the system has `/proc`.
fn first_start(command: &str) -> Option<SystemTime> {
    let processes = fs::read_dir("/proc").ok()?.flatten();
    let of_command = processes.filter(|process| {
        fs::read_to_string(process.path().join("comm")).is_ok_and(|name| name.trim_end() == command)
    });
    of_command.filter_map(|process| process.metadata().ok()?.modified().ok()).min()
}
