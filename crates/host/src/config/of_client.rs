//! The servers that the user has entered with a known client.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use mcp_runtime_client::{Error, Result};
use mcp_runtime_protocol::client_apps::{ClientFiles, Home, LOCAL, PROJECT, USER, USER_LEGACY};

use super::file::{ConfigFile, parsed};
use super::{Config, wrong};

/// The scopes of a user, the one that counts most last.
const OF_USER: [&str; 2] = [USER_LEGACY, USER];

/// The scopes of a project, the one that counts most last.
const OF_PROJECT: [&str; 2] = [PROJECT, LOCAL];

impl Config {
    /// Reads the servers that the user has entered with a known client, such as `cursor`,
    /// `claude-code`, `vscode`, `codex` or `goose`, in the files that it has for them on this system.
    /// Those of projects are not among them: see [`of_project`](Self::of_project). Relative paths and
    /// `${workspaceFolder}` are meant from the folder of a file.
    ///
    /// ```no_run
    /// use mcp_runtime_host::{Clients, Config};
    ///
    /// # async fn run() -> mcp_runtime_host::client::Result<()> {
    /// let config = Config::of_client("cursor")?;
    /// let clients = Clients::builder("agent", "1.0").config(&config).connect().await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// When the client is not known, has no file here, or one that cannot be read.
    pub fn of_client(client: &str) -> Result<Self> {
        Self::of_home(client, &Home::of_process(), &[])
    }

    /// Reads the servers of the user, as [`of_client`](Self::of_client) does, and those of a
    /// project, which replace those of the same name. A project names programs that are started:
    /// read those of projects that the user trusts. Relative paths and `${workspaceFolder}` are
    /// meant from the project, also those of the user.
    ///
    /// # Errors
    ///
    /// When the client is not known, has no file here, or one that cannot be read.
    pub fn of_project(client: &str, project: impl AsRef<Path>) -> Result<Self> {
        let given = project.as_ref();
        let project = fs::canonicalize(given)
            .or_else(|_| std::path::absolute(given))
            .map_err(Error::other)?;
        let home = Home { project, ..Home::of_process() };
        Self::of_home(client, &home, &OF_PROJECT)
    }

    /// Reads the files of the user, and those of more scopes over them.
    fn of_home(client: &str, home: &Home, more: &[&str]) -> Result<Self> {
        let client = ClientFiles::named(client).map_err(Error::other)?;
        if !home.is_known() {
            return Err(Error::other("the home directory of the user is not known: set `HOME`"));
        }
        let mut config = Self { files: Vec::new(), inputs: BTreeMap::new() };
        let mut looked = Vec::new();
        for scope in OF_USER.iter().chain(more) {
            for place in client.entries.iter().filter(|place| place.scope == *scope) {
                let mut key = place.key(home, "");
                key.pop();
                for path in place.all_files(home) {
                    if path.exists() {
                        let file = parsed(&path).map_err(|error| wrong(&path, &error))?;
                        let parent = if more.is_empty() { path.parent() } else { None };
                        let folder = parent.unwrap_or(&home.project).to_owned();
                        config.add(ConfigFile::at(&path, file, &key, folder), &path);
                    } else {
                        looked.push(path.display().to_string());
                    }
                }
            }
        }
        if !config.files.is_empty() {
            return Ok(config);
        }
        let name = client.name;
        Err(Error::other(if looked.is_empty() {
            format!("{name} has no configuration file for servers on this system")
        } else {
            format!(
                "no configuration file of {name} was found: there is no {}",
                looked.join(", and no ")
            )
        }))
    }

    /// Adds a file over those that are there.
    fn add(&mut self, file: ConfigFile, path: &Path) {
        for earlier in &mut self.files {
            earlier.entries.retain(|name, _| {
                let is_replaced = file.entries.contains_key(name);
                if is_replaced {
                    let by = path.display();
                    tracing::warn!(server = name, %by, "overridden by the entry of the same name in another file");
                }
                !is_replaced
            });
        }
        self.files.push(file);
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use mcp_runtime_protocol::client_apps::System;

    use super::*;

    /// A folder with the home of a person and a project.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str, files: &[(&str, &str)]) -> Self {
            let id = std::process::id();
            let folder = Self(std::env::temp_dir().join(format!("mcp-of-client-{name}-{id}")));
            for (path, text) in files {
                let path = folder.0.join(path);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, text).unwrap();
            }
            folder
        }

        fn home(&self) -> Home {
            let home = self.0.join("home").display().to_string();
            let variables = BTreeMap::from([("HOME".to_owned(), home)]);
            Home { system: System::Linux, variables, project: self.0.join("project") }
        }

        fn names(&self, client: &str, more: &[&str]) -> Vec<String> {
            let config = Config::of_home(client, &self.home(), more).unwrap();
            config.names().map(str::to_owned).collect()
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn each_client_has_its_own_file_and_form() {
        let folder = Folder::new(
            "forms",
            &[
                ("home/.cursor/mcp.json", r#"{ "mcpServers": { "a": { "command": "a" } } }"#),
                ("home/.codex/config.toml", "[mcp_servers.b]\ncommand = \"b\"\n"),
                (
                    "home/.config/goose/config.yaml",
                    "extensions:\n  c:\n    cmd: c\n  memory:\n    type: builtin\n",
                ),
                ("home/.config/zed/settings.json", "{ \"theme\": \"One\" } // no servers"),
                ("home/.continue/mcpServers/d.json", r#"{ "mcpServers": { "d": {} } }"#),
                ("home/.continue/mcpServers/e.json", r#"{ "mcpServers": { "e": {} } }"#),
                ("home/.continue/mcpServers/notes.md", "no file of servers"),
            ],
        );
        for (client, names) in [
            ("cursor", &["a"][..]),
            ("codex", &["b"]),
            ("goose", &["c"]),
            ("zed", &[]),
            ("continue", &["d", "e"]),
        ] {
            assert_eq!(folder.names(client, &[]), names, "{client}");
        }
    }

    #[test]
    fn what_belongs_to_a_project_is_read_on_request_and_replaces_what_is_the_users() {
        let folder = Folder::new(
            "project",
            &[("project/.mcp.json", r#"{ "mcpServers": { "b": { "command": "project-b" } } }"#)],
        );
        let project = folder.0.join("project").display().to_string();
        let own = serde_json::json!({
            "mcpServers": { "a": { "command": "a" }, "b": { "command": "b" } },
            "projects": { project: { "mcpServers": { "c": { "command": "c" } } } },
        });
        fs::create_dir_all(folder.0.join("home")).unwrap();
        fs::write(folder.0.join("home/.claude.json"), own.to_string()).unwrap();
        assert_eq!(folder.names("claude-code", &[]), ["a", "b"]);
        let config = Config::of_home("claude-code", &folder.home(), &OF_PROJECT).unwrap();
        let found: Vec<(&str, String)> = config
            .read_entries()
            .map(|(name, entry)| (name, format!("{:?}", entry.launch.unwrap())))
            .collect();
        let names: Vec<&str> = found.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, ["a", "b", "c"]);
        assert!(found[1].1.contains("project-b"), "{}", found[1].1);
    }

    #[test]
    fn a_project_is_the_folder_that_is_called_so() {
        let text = r#"{ "mcpServers": { "a": {} } }"#;
        let folder = Folder::new("star", &[("other/x/.cursor/mcp.json", text)]);
        let home = Home { project: folder.0.join("ot*/x"), ..folder.home() };
        assert!(Config::of_home("cursor", &home, &OF_PROJECT).is_err());
        let home = Home { project: folder.0.join("other/x"), ..home };
        let config = Config::of_home("cursor", &home, &OF_PROJECT).unwrap();
        assert_eq!(config.names().collect::<Vec<_>>(), ["a"]);
    }

    #[test]
    fn only_files_of_bounded_length_are_read() {
        let folder = Folder::new("bounded", &[("home/.cursor/x", "")]);
        let path = folder.0.join("home/.cursor/mcp.json");
        let error = || Config::of_home("cursor", &folder.home(), &[]).unwrap_err().to_string();
        fs::create_dir(&path).unwrap();
        assert!(error().ends_with("mcp.json: this is not a regular file"), "{}", error());
        fs::remove_dir(&path).unwrap();
        fs::write(&path, " ".repeat(4 * 1024 * 1024 + 1)).unwrap();
        assert!(error().ends_with("mcp.json: it is larger than 4194304 bytes"), "{}", error());
    }

    #[test]
    fn what_is_missing_or_broken_is_named() {
        let folder = Folder::new("missing", &[("home/.cursor/mcp.json", "{")]);
        let error = |client| Config::of_home(client, &folder.home(), &[]).unwrap_err().to_string();
        assert!(
            error("emacs")
                .starts_with("`emacs` is not a known client; the known ones are claude-code")
        );
        assert!(error("cursor").contains("mcp.json: "), "{}", error("cursor"));
        assert!(error("codex").ends_with("config.toml"), "{}", error("codex"));
        assert_eq!(
            error("chatgpt"),
            "ChatGPT has no configuration file for servers on this system"
        );
        let nowhere = Home { variables: BTreeMap::new(), ..folder.home() };
        let error = Config::of_home("cursor", &nowhere, &[]).unwrap_err().to_string();
        assert_eq!(error, "the home directory of the user is not known: set `HOME`");
    }
}
