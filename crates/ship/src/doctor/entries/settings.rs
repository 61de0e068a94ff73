//! How a client reads an entry: its file, its keys, its scopes.

use super::super::{Check, Diagnosis};
use super::EntryChecks;
use crate::clients::{ClientApp, Launch};
use crate::install::edit::Syntax;
use crate::install::{ExistingEntry, read};

impl EntryChecks<'_> {
    pub(super) fn scopes(&mut self, client: &ClientApp, entries: &[&ExistingEntry]) {
        let (Some(first), Some(other)) = (
            entries.first(),
            entries
                .iter()
                .find(|other| Launch::read(&other.entry) != Launch::read(&entries[0].entry)),
        ) else {
            let is_old =
                entries.len() == 1 && entries[0].scope == "user-legacy" && client.id != "amazon-q";
            if is_old {
                let what = "the entry is only in a file for earlier versions of the client";
                let install = self.install(entries[0]);
                return self.say(Check::LegacyFile, entries[0], what, &install);
            }
            return;
        };
        let what = format!(
            "it also has `{}` in the scope `{}`, with another command; one overrides the other",
            self.name, other.scope
        );
        let todo = format!(
            "{} uninstall {}{} --scope {}",
            self.command, first.client.id, self.by_name, other.scope
        );
        self.say(Check::TwoScopes, first, &what, &todo);
    }

    /// The server under a key that only other clients read.
    pub(super) fn misplaced(&mut self, client: &ClientApp, entries: &[ExistingEntry]) {
        for place in &client.entries {
            let key = place.key(self.home, self.name);
            for file in place.files(self.home, self.name) {
                let has = entries.iter().any(|entry| entry.file == file);
                let read = read(&file, &place.scope).ok().flatten().filter(|_| !has);
                let syntax = Syntax { format: place.format, strict: client.strict };
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
                    let todo = format!("{} install {}{}", self.command, client.id, self.by_name);
                    self.found.push(Diagnosis::new(Check::UnreadKey, what, todo));
                }
            }
        }
    }

    /// Claude Desktop from the Microsoft Store reads a file of its own, but its menu opens the
    /// other one.
    pub(super) fn other_build(&mut self, client: &ClientApp, entries: &[&ExistingEntry]) {
        let of_user = client.entries.iter().filter(|place| place.scope == "user");
        let files: Vec<_> = of_user
            .flat_map(|place| place.files(self.home, self.name))
            .filter(|file| file.exists())
            .collect();
        let has = |file: &std::path::PathBuf| entries.iter().any(|entry| &entry.file == file);
        let (Some(with), Some(without)) =
            (files.iter().find(|file| has(file)), files.iter().find(|file| !has(file)))
        else {
            return;
        };
        let Some(entry) = entries.iter().find(|entry| &entry.file == with) else { return };
        let what = format!(
            "the entry is only in {}, but another build of the client reads {}",
            with.display(),
            without.display()
        );
        let install = self.install(entry);
        self.say(Check::FileOfOtherBuild, entry, &what, &install);
    }
}

#[cfg(test)]
mod tests {
    use std::env;
    use std::fs;
    use std::process;

    use mcp_runtime_protocol::client_apps::System;

    use crate::clients::{self, Home};
    use crate::doctor::{Check, EntriesOf, check_entries};

    #[test]
    fn an_entry_that_the_build_of_the_store_does_not_read_is_named() {
        let place = env::temp_dir().join(format!("mcp-builds-{}", process::id()));
        let store = place.join("local/Packages/Claude_x/LocalCache/Roaming/Claude");
        for directory in [place.join("roaming/Claude"), store.clone()] {
            fs::create_dir_all(directory).unwrap();
        }
        let file = "claude_desktop_config.json";
        let entered = r#"{"mcpServers": {"notes": {"command": "/bin/sh"}}}"#;
        fs::write(place.join("roaming/Claude").join(file), entered).unwrap();
        let variables = [("APPDATA", "roaming"), ("LOCALAPPDATA", "local")]
            .map(|(name, path)| (name.to_owned(), place.join(path).display().to_string()));
        let home = Home {
            system: System::Windows,
            variables: variables.into_iter().collect(),
            project: place.clone(),
        };
        let desktop = clients::named(&["claude-desktop".to_owned()]).unwrap();
        let found = || {
            let mut found = Vec::new();
            let of = EntriesOf { name: "notes", usual_name: "notes", command: "notes", needs: &[] };
            check_entries(&desktop, &home, &of, &mut found);
            found.into_iter().map(|found| (found.check, found.what)).collect::<Vec<_>>()
        };
        assert!(
            found().iter().all(|(check, _)| *check != Check::FileOfOtherBuild),
            "{:?}",
            found()
        );
        fs::write(store.join(file), "{}").unwrap();
        let other = found();
        assert!(
            other.iter().any(|(check, what)| *check == Check::FileOfOtherBuild && what.contains("Packages")),
            "{other:?}"
        );
        fs::write(store.join(file), entered).unwrap();
        assert!(
            found().iter().all(|(check, _)| *check != Check::FileOfOtherBuild),
            "{:?}",
            found()
        );
        fs::remove_dir_all(place).unwrap();
    }
}
