//! Every entry of the table, and files as people have them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use mcp_runtime_protocol::client_apps::System;
use serde_json::{Value, json};

use super::edit::{Syntax, at};
use super::{EntryAction, Goal, ServerEntry, existing_entries, plan, plan_removal};
use crate::clients::{ClientApp, Format, Home, Launch, all};

/// A directory that is removed when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("mcp-ship-{}-{count}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    /// A person whose home this is.
    fn home(&self, system: System) -> Home {
        let path = |name: &str| self.0.join(name).display().to_string();
        let variables = [
            ("HOME", path("home")),
            ("USERPROFILE", path("home")),
            ("APPDATA", path("home/AppData/Roaming")),
            ("LOCALAPPDATA", path("home/AppData/Local")),
        ]
        .map(|(name, value)| (name.to_owned(), value));
        let packaged = self.0.join("home/AppData/Local/Packages/Claude_1/LocalCache/Roaming");
        fs::create_dir_all(packaged).unwrap();
        Home { system, variables: BTreeMap::from(variables), project: self.0.join("project") }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn program() -> Launch {
    let env = vec![("NOTES_DIR".to_owned(), r#"/no "tes"\x: #1"#.to_owned())];
    let args = vec!["--level".to_owned(), "8".to_owned(), "a b".to_owned()];
    Launch::Program { command: r"C:\Program Files\notes.exe".to_owned(), args, env }
}

fn url() -> Launch {
    let headers = vec![("Authorization".to_owned(), "Bearer x".to_owned())];
    Launch::Url { url: "http://127.0.0.1:8000/mcp".to_owned(), headers }
}

fn wanted(launch: Launch) -> ServerEntry {
    ServerEntry {
        name: "notes".into(),
        description: "Keeps notes: all".into(),
        launch,
        secrets: Vec::new(),
        optional: Vec::new(),
        like: None,
    }
}

fn entry_of(client: &ClientApp, home: &Home) -> Option<Value> {
    let found = existing_entries(std::slice::from_ref(client), home, "notes");
    found.into_iter().next().map(|found| found.unwrap().entry)
}

#[test]
fn every_entry_of_the_table_is_written_and_read_back_and_taken_out() {
    let mut counts = (0, 0);
    for client in all() {
        for place in &client.entries {
            for system in place.paths.keys() {
                // One entry at a time, in a home without files.
                let mut client = client.clone();
                client.entries = vec![place.clone()];
                for launch in [program(), url()] {
                    let folder = Folder::new();
                    let home = folder.home(*system);
                    let goal = Goal { home: &home, scope: &place.scope };
                    let at = format!("{} {} {system}", client.id, place.scope);
                    let Ok(changes) = plan(&client, &goal, &wanted(launch.clone())) else {
                        assert!(matches!(launch, Launch::Url { .. }), "{at}");
                        continue;
                    };
                    assert_eq!(changes.len(), 1, "{at}");
                    let change = &changes[0];
                    assert_eq!(change.action, EntryAction::Add, "{at}");
                    assert!(change.file.starts_with(&folder.0), "{at}: {}", change.file.display());
                    change.apply().unwrap();
                    if matches!(place.format, Format::Json | Format::Jsonc) {
                        let text = fs::read_to_string(&change.file).unwrap();
                        serde_json::from_str::<Value>(&text).expect(&at);
                    }
                    let entry = entry_of(&client, &home).expect(&at);
                    assert_eq!(Launch::read(&entry).as_ref(), Some(&launch), "{at}");
                    let again = plan(&client, &goal, &wanted(launch.clone())).unwrap();
                    assert_eq!(again[0].action, EntryAction::Nothing, "{at}");
                    for change in plan_removal(&client, &goal, "notes").unwrap() {
                        change.apply().unwrap();
                    }
                    assert!(!change.file.exists(), "{at}");
                    match launch {
                        Launch::Program { .. } => counts.0 += 1,
                        Launch::Url { .. } => counts.1 += 1,
                    }
                }
            }
        }
    }
    // The desktop app takes no URLs, and neither does the predecessor of Kiro.
    assert_eq!(counts, (107, 107 - 4 - 3));
}

fn data(folder: &str) -> Vec<PathBuf> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/client-files");
    let mut files: Vec<PathBuf> =
        fs::read_dir(data.join(folder)).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    files
}

/// The syntax of a file, by its name, and the key of the entry.
fn syntax(file: &Path) -> (Syntax, Vec<String>) {
    let name = file.file_name().unwrap().to_str().unwrap();
    let (format, map) = match file.extension().unwrap().to_str().unwrap() {
        "json" => (Format::Json, "mcpServers"),
        "jsonc" => (Format::Jsonc, "mcpServers"),
        "toml" => (Format::Toml, "mcp_servers"),
        _ => (Format::Yaml, "extensions"),
    };
    let strict = name.contains(".strict.");
    (Syntax { format, strict }, vec![map.to_owned(), "notes".to_owned()])
}

/// The client whose file is of this format.
fn client(format: Format) -> ClientApp {
    let id = match format {
        Format::Json => "cursor",
        Format::Jsonc => "gemini-cli",
        Format::Toml => "codex",
        Format::Yaml => "goose",
    };
    all().into_iter().find(|client| client.id == id).unwrap()
}

#[test]
fn files_of_people_get_the_entry_and_nothing_else_and_are_as_they_were_without_it() {
    let files = data("whole");
    assert!(files.len() >= 60, "{}", files.len());
    for file in files {
        let (syntax, _) = syntax(&file);
        let was = fs::read(&file).unwrap();
        let at_file = file.display();
        let client = client(syntax.format);
        let folder = Folder::new();
        let home = folder.home(System::Linux);
        let goal = Goal { home: &home, scope: "user" };
        let target = client.entries[0].files(&home, "notes")[0].clone();
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        fs::write(&target, &was).unwrap();
        for launch in [program(), url()] {
            // The second one replaces the first.
            for change in plan(&client, &goal, &wanted(launch.clone())).unwrap() {
                change.apply().unwrap();
            }
            let entry = entry_of(&client, &home).unwrap();
            assert_eq!(Launch::read(&entry), Some(launch), "{at_file}");
            let text = fs::read_to_string(&target).unwrap();
            let was = String::from_utf8(was.clone()).unwrap();
            let mut rest = text.chars();
            let is_kept = was.chars().all(|was| rest.any(|is| is == was));
            assert!(is_kept, "{at_file}: {was}\n{text}");
            let ends = |text: &str| (text.contains("\r\n"), text.starts_with('\u{feff}'));
            if was.contains('\n') {
                assert_eq!(ends(&text), ends(&was), "{at_file}");
                let is_mixed = text.contains("\r\n") && text.replace("\r\n", "").contains('\n');
                assert!(!is_mixed, "{at_file}: {text:?}");
            }
        }
        for change in plan_removal(&client, &goal, "notes").unwrap() {
            change.apply().unwrap();
        }
        assert_eq!(fs::read(&target).unwrap(), was, "{at_file}");
        let left = fs::read_dir(target.parent().unwrap()).unwrap().count();
        assert_eq!(left, 1, "{at_file}: nothing stays behind");
    }
}

#[test]
fn an_entry_is_taken_out_where_others_have_changed_the_file_meanwhile() {
    for file in data("whole") {
        let (syntax, key) = syntax(&file);
        let text = fs::read_to_string(&file).unwrap();
        let entry = json!({"command": "notes", "args": ["a"]});
        let with = syntax.set(&text, &key, &entry).unwrap();
        let without = syntax.remove(&with, &key).unwrap();
        let had_map = at(&syntax.read(&text).unwrap(), &key[..1]).is_some_and(Value::is_object);
        // The line ending inside an empty map is lost.
        let is_empty = file.display().to_string().contains("empty-map");
        let is_exact = had_map && !is_empty;
        if is_exact && !text.contains("final-line-end") {
            assert_eq!(without.trim_end(), text.trim_end(), "{}", file.display());
        }
        assert_eq!(at(&syntax.read(&without).unwrap(), &key), None);
    }
}

#[test]
fn broken_files_are_refused_with_the_place() {
    let files = data("broken");
    assert!(files.len() >= 25, "{}", files.len());
    let mut elsewhere = Vec::new();
    for file in files {
        let (syntax, key) = syntax(&file);
        let text = fs::read_to_string(&file).unwrap();
        let name = file.file_name().unwrap().to_str().unwrap();
        let line = name.split(".line-").nth(1).and_then(|rest| rest.split('.').next()).unwrap();
        match syntax.set(&text, &key, &json!({"command": "notes"})) {
            Err(refused) if refused.line.to_string() == line => {}
            other => elsewhere.push((name.to_owned(), other)),
        }
    }
    assert!(elsewhere.is_empty(), "{elsewhere:#?}");
}

#[test]
fn a_file_that_cannot_be_read_is_left_alone_and_named() {
    let folder = Folder::new();
    let home = folder.home(System::Linux);
    let claude = all().into_iter().find(|client| client.id == "claude-code").unwrap();
    let file = folder.0.join("home/.claude.json");
    fs::write(&file, "{\n  // mine\n}\n").unwrap();
    let goal = Goal { home: &home, scope: "user" };
    let error = plan(&claude, &goal, &wanted(program())).unwrap_err();
    let file = file.display();
    assert!(error.starts_with(&format!("claude-code: {file}:2:3: ")), "{error}");
}

#[test]
fn a_secret_is_looked_up_by_the_client_where_it_can_and_not_written_unasked() {
    let folder = Folder::new();
    let home = folder.home(System::Linux);
    let goal = Goal { home: &home, scope: "user" };
    let mut wanted = wanted(Launch::Program { command: "/n".into(), args: vec![], env: vec![] });
    wanted.secrets = vec!["API_KEY".to_owned()];
    let written = |id: &str, wanted: &ServerEntry| {
        let client = all().into_iter().find(|client| client.id == id).unwrap();
        let changes = plan(&client, &goal, wanted)?;
        changes[0].apply().unwrap();
        Ok::<_, String>(changes[0].file.clone())
    };
    let text = |file: PathBuf| fs::read_to_string(file).unwrap();
    assert!(text(written("claude-code", &wanted).unwrap()).contains(r#""API_KEY": "${API_KEY}""#));
    assert!(text(written("codex", &wanted).unwrap()).contains(r#"env_vars = ["API_KEY"]"#));
    wanted.optional = wanted.secrets.clone();
    assert!(!text(written("zed", &wanted).unwrap()).contains("API_KEY"));
    wanted.optional.clear();
    let refused = written("zed", &wanted).unwrap_err();
    assert!(refused.contains("does not expand variables"), "{refused}");
    let env = vec![("API_KEY".to_owned(), "hunter2".to_owned())];
    wanted.launch = Launch::Program { command: "/n".into(), args: vec![], env };
    let file = written("zed", &wanted).unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    }
    assert!(text(file).contains("hunter2"));
}
