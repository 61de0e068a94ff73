//! `install`, `uninstall`, `installed`, and what a server needs from its surroundings.

use std::os::unix::fs::symlink;
use std::process::Stdio;

use serde_json::{Value, json};

use super::{Home, told};

const SERVER: &str = env!("CARGO_BIN_EXE_shipped-server");

#[test]
fn a_server_without_what_it_needs_says_so_in_one_sentence() {
    let home = Home::new();
    let mut command = home.shipped(&[]);
    let output = command.env_remove("SHIPPED_DIR").stdin(Stdio::null()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let told = told(&output);
    let expected =
        "shipped-server cannot start: `SHIPPED_DIR` is not set (Where the notes are stored)";
    assert_eq!(told.lines().count(), 1, "{told}");
    assert!(told.contains(expected), "{told}");
    // Commands that call nothing do without it.
    let listed = home.shipped(&["list"]).env_remove("SHIPPED_DIR").output().unwrap();
    assert!(listed.status.success());
}

#[test]
fn help_names_what_a_server_needs() {
    let home = Home::new();
    let help = told(&home.shipped(&["--help"]).output().unwrap());
    let expected = "Environment:\n  SHIPPED_DIR  Where the notes are stored (required)\n  \
                    SHIPPED_KEY  Opens the notes of others\n  SHIPPED_LEVEL  How many are listed [default: 3]";
    assert!(help.contains(expected), "{help}");
}

#[test]
fn a_server_is_entered_where_clients_are_found_and_taken_out_again() {
    let home = Home::new();
    let settings = "{\n  // mine\n  \"theme\": \"dark\",\n}\n";
    home.write(".gemini/settings.json", settings);
    home.write(".codex/config.toml", "model = \"o\" # mine\r\n");
    home.write(".cursor/argv.json", "{}");
    let installed = home.shipped(&["install", "--yes"]).env("SHIPPED_KEY", "x").output().unwrap();
    assert!(installed.status.success(), "{}", told(&installed));
    let dir = home.path("notes").display().to_string();
    let cursor: Value = serde_json::from_str(&home.read(".cursor/mcp.json")).unwrap();
    // The key is secret: Cursor looks it up.
    let env = json!({"SHIPPED_DIR": dir, "SHIPPED_KEY": "${env:SHIPPED_KEY}"});
    let expected = json!({"mcpServers": {"shipped-server": {"command": SERVER, "env": env}}});
    assert_eq!(cursor, expected);
    assert!(
        home.read(".gemini/settings.json")
            .starts_with("{\n  // mine\n  \"theme\": \"dark\",\n  \"mcp")
    );
    assert!(home.read(".codex/config.toml").contains("env_vars = [\"SHIPPED_KEY\"]\r\n"));

    let shown = told(&home.shipped(&["installed"]).output().unwrap());
    for client in ["Cursor  user", "Codex CLI  user", "Gemini CLI  user"] {
        assert!(shown.contains(client), "{shown}");
    }
    let output = home.shipped(&["installed", "--json"]).output().unwrap();
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json.as_array().unwrap().len(), 3);

    let gone = home.shipped(&["uninstall", "--yes"]).output().unwrap();
    assert!(gone.status.success(), "{}", told(&gone));
    assert_eq!(home.read(".gemini/settings.json"), settings);
    assert_eq!(home.read(".codex/config.toml"), "model = \"o\" # mine\r\n");
    assert!(!home.path(".cursor/mcp.json").exists());
}

/// People pass on what they are shown.
#[test]
fn what_may_be_secret_in_the_url_of_an_entry_is_not_listed() {
    for url in [
        "https://me:secret@example.com/mcp",
        "https://example.com/mcp?api_key=secret",
        "https://example.com/s/0123456789abcsecretdef/mcp#secret",
    ] {
        let home = Home::new();
        home.write(".cursor/argv.json", "{}");
        let done = home.shipped(&["install", "cursor", "--yes", "--url", url]).output().unwrap();
        assert!(done.status.success(), "{}", told(&done));
        assert!(home.read(".cursor/mcp.json").contains(url), "it is entered as it is");
        for words in [&["installed"][..], &["installed", "--json"]] {
            let shown = told(&home.shipped(words).output().unwrap());
            assert!(shown.contains("https://example.com/"), "{shown}");
            assert!(!shown.contains("secret"), "{shown}");
        }
    }
}

#[test]
fn urls_and_projects_are_entered() {
    let home = Home::new();
    let words = ["install", "vscode", "cline", "--project", "--url", "http://127.0.0.1:8000/mcp"];
    // Cline has no file of a project, and says so.
    let refused = home.shipped(&words).args(["--yes"]).output().unwrap();
    assert!(
        told(&refused).contains("Cline (extension and CLI) has no file for the scope `project`")
    );
    let words = ["install", "code", "--project", "--url", "http://127.0.0.1:8000/mcp"];
    let output = home.shipped(&words).args(["--header", "X-Key: a", "--yes"]).output().unwrap();
    assert!(output.status.success(), "{}", told(&output));
    let file: Value = serde_json::from_str(&home.read("project/.vscode/mcp.json")).unwrap();
    let entry =
        json!({"type": "http", "url": "http://127.0.0.1:8000/mcp", "headers": {"X-Key": "a"}});
    assert_eq!(file, json!({"servers": {"shipped-server": entry}}));
}

#[test]
fn nothing_is_written_without_consent() {
    let home = Home::new();
    let output = home.shipped(&["install", "cursor"]).stdin(Stdio::null()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let told = told(&output);
    assert!(told.contains("--yes writes without asking") && told.contains("  + "), "{told}");
    assert!(!home.path(".cursor").exists());
}

#[test]
fn a_file_behind_a_link_is_written_and_the_link_stays() {
    let home = Home::new();
    home.write("dotfiles/mcp.json", "{}\n");
    std::fs::create_dir_all(home.path(".cursor")).unwrap();
    symlink(home.path("dotfiles/mcp.json"), home.path(".cursor/mcp.json")).unwrap();
    assert!(home.shipped(&["install", "cursor", "--yes"]).output().unwrap().status.success());
    assert!(home.path(".cursor/mcp.json").is_symlink());
    assert!(home.read("dotfiles/mcp.json").contains("shipped-server"));
}

#[test]
fn links_commands_and_files_are_printed() {
    let home = Home::new();
    let words = ["install", "cursor", "vscode", "claude-code", "goose", "chatgpt", "--print"];
    let printed = told(&home.shipped(&words).output().unwrap());
    for part in [
        "link: cursor://anysphere.cursor-deeplink/mcp/install?name=shipped%2Dserver&config=",
        "link: vscode:mcp/install?%7B%22name%22%3A%22shipped%2Dserver%22",
        "command: claude mcp add-json shipped-server '{\"type\":\"stdio\"",
        "extensions:\n",
        "Settings > Apps & Connectors",
    ] {
        assert!(printed.contains(part), "{part}: {printed}");
    }
    assert!(!home.path(".cursor").exists());
}

#[test]
fn mistakes_are_told_with_what_to_do() {
    let home = Home::new();
    for (words, expected) in [
        (
            &["install", "emacs"][..],
            "`emacs` is not a known client; the known ones are claude-code, ",
        ),
        (
            &["install", "gemini", "--name", "a_b"],
            "`a_b` is not a server name that Gemini CLI accepts",
        ),
        (&["install", "cursor", "--env", "X"], "`X`: write it as NAME=VALUE"),
        (&["install", "cursor", "--env", "SHIPPED_DIR=/none"], "`/none` is not a directory"),
        (&["install", "claude-desktop", "--url", "http://x/"], "does not support servers at a URL"),
        (&["install"], "no client was found on this machine"),
    ] {
        let output = home.shipped(words).stdin(Stdio::null()).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{words:?}");
        assert!(told(&output).contains(expected), "{words:?}: {}", told(&output));
    }
    let mut command = home.shipped(&["install", "cursor", "--yes"]);
    let unset = command.env_remove("SHIPPED_DIR").stdin(Stdio::null()).output().unwrap();
    assert!(told(&unset).contains("set it with --env SHIPPED_DIR=VALUE"), "{}", told(&unset));
}
