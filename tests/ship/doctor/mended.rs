//! `doctor --fix`, `doctor CLIENT`, and what clients trust.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;

use serde_json::{Value, json};

use super::super::{Home, told};
use super::{SERVER, doctor, entry, found, with};

/// A home with the entry of a client, and the file of that.
fn entered(file: &str, entry: &Value) -> Home {
    let home = Home::new();
    home.write(file, &json!({"theirs": 1, "mcpServers": {"shipped-server": entry}}).to_string());
    home
}

fn entry_in(home: &Home, file: &str) -> Value {
    let file: Value = serde_json::from_str(&home.read(file)).unwrap();
    assert_eq!(file["theirs"], 1);
    file["mcpServers"]["shipped-server"].clone()
}

#[test]
fn what_install_sets_right_is_written_after_asking() {
    let of = |home: &Home| json!({"SHIPPED_DIR": home.path("notes")});
    for (file, broken, expected) in [
        (
            ".cursor/mcp.json",
            json!({"command": "/gone", "args": ["-v"]}),
            json!({"command": SERVER, "args": ["-v"]}),
        ),
        (".cursor/mcp.json", json!({"command": "./server"}), json!({"command": SERVER})),
        (
            ".cursor/mcp.json",
            json!({"command": SERVER, "args": ["a", 8]}),
            json!({"command": SERVER, "args": ["a", "8"]}),
        ),
        (
            ".cursor/mcp.json",
            json!({"command": "https://x.example/mcp"}),
            json!({"url": "https://x.example/mcp"}),
        ),
        (
            ".claude.json",
            json!({"url": "https://x.example/mcp"}),
            json!({"type": "http", "url": "https://x.example/mcp"}),
        ),
    ] {
        let home = entered(file, &broken);
        let is_program = expected.get("command").is_some();
        let (broken, mut expected) = if is_program {
            (with(broken, json!({"env": of(&home)})), with(expected, json!({"env": of(&home)})))
        } else {
            (broken, expected)
        };
        home.write(
            file,
            &json!({"theirs": 1, "mcpServers": {"shipped-server": broken}}).to_string(),
        );
        if file == ".claude.json" && is_program {
            expected["type"] = json!("stdio");
        }
        let unasked = home.shipped(&["doctor", "--fix"]).output().unwrap();
        assert!(
            !unasked.status.success() && told(&unasked).contains("--yes"),
            "{}",
            told(&unasked)
        );
        assert_eq!(entry_in(&home, file), broken);
        let fixed = home.shipped(&["doctor", "--fix", "--yes"]).output().unwrap();
        assert!(fixed.status.success(), "{}", told(&fixed));
        assert_eq!(entry_in(&home, file), expected, "{}", told(&fixed));
    }
}

#[test]
fn one_client_is_looked_at_alone() {
    let home = Home::new();
    let gone =
        json!({"mcpServers": {"shipped-server": with(entry(&home), json!({"command": "/gone"}))}});
    home.write(".cursor/mcp.json", &gone.to_string());
    home.write(".codeium/windsurf/mcp_config.json", &gone.to_string());
    let of = |words: &[&str]| {
        let output = home.shipped(&["doctor", "--json"]).args(words).output().unwrap();
        let mut found = found(&output);
        found.retain(|(id, _)| id == "C1");
        found
    };
    assert_eq!(of(&[]).len(), 2);
    let cursor = of(&["cursor"]);
    assert!(cursor.len() == 1 && cursor[0].1.contains("Cursor"), "{cursor:?}");
    let unknown = home.shipped(&["doctor", "emacs"]).output().unwrap();
    assert!(told(&unknown).contains("`emacs` is not a known client"), "{}", told(&unknown));
}

#[test]
fn folders_that_clients_do_not_trust_are_named() {
    let sound = |home: &Home| entry(home);
    for (file, map, trusted, trust) in [
        (
            ".gemini/settings.json",
            "mcpServers",
            ".gemini/trustedFolders.json",
            json!({"$": "TRUST_FOLDER"}),
        ),
        (
            "project/.mcp.json",
            "mcpServers",
            ".claude.json",
            json!({"projects": {"$": {"enabledMcpjsonServers": ["shipped-server"]}}}),
        ),
    ] {
        let home = Home::new();
        home.write(file, &json!({map: {"shipped-server": sound(&home)}}).to_string());
        let project = home.path("project").canonicalize().unwrap().display().to_string();
        let is_named = |found: &[(String, String)]| {
            found.iter().any(|(id, what)| id == "C9" && what.contains(&project))
        };
        let found = doctor(&mut home.shipped(&[]));
        assert!(is_named(&found), "{file}: {found:?}");
        home.write(trusted, &trust.to_string().replace('$', &project));
        let found = doctor(&mut home.shipped(&[]));
        assert!(!is_named(&found), "{file}: {found:?}");
    }
}

#[test]
fn a_client_that_runs_since_before_is_told_to_start_again() {
    let home = Home::new();
    let client = home.path("codex");
    symlink("/bin/sleep", &client).unwrap();
    let mut running = Command::new(&client).arg("600").spawn().unwrap();
    // Times of files are those of the last tick.
    while fs::read_to_string(format!("/proc/{}/comm", running.id())).unwrap().trim() != "codex" {
        std::thread::yield_now();
    }
    let entry = format!("[mcp_servers.shipped-server]\ncommand = \"{SERVER}\"\n");
    home.write(".codex/config.toml", &entry);
    let later = std::time::SystemTime::now() + std::time::Duration::from_secs(60);
    fs::File::options()
        .write(true)
        .open(home.path(".codex/config.toml"))
        .unwrap()
        .set_modified(later)
        .unwrap();
    let output = home.shipped(&["doctor", "codex"]).output().unwrap();
    running.kill().unwrap();
    running.wait().unwrap();
    assert!(
        told(&output).contains("the client was started before its file was changed"),
        "{}",
        told(&output)
    );
}

#[test]
fn what_an_entry_starts_is_started() {
    let home = Home::new();
    let quits = json!({"command": "/bin/sh", "args": ["-c", "echo no licence >&2; exit 1"], "env": {"SHIPPED_DIR": home.path("notes")}});
    home.write(".cursor/mcp.json", &json!({"mcpServers": {"shipped-server": quits}}).to_string());
    let found = doctor(&mut home.shipped(&[]));
    assert!(found.iter().any(|(id, what)| id == "C20" && what.contains("no licence")), "{found:?}");
}
