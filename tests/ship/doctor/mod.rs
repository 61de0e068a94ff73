//! `doctor`: set-ups that are broken on purpose are found and named by their cause, and sound ones say
//! nothing.

mod entries;
mod habits;
mod http_server;
mod mended;
mod refused;
mod said;
mod url;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::process::{Command, Output};

use serde_json::{Value, json};

use super::{Home, told};

const SERVER: &str = env!("CARGO_BIN_EXE_shipped-server");

/// What the loader of programs says.
const NEWER_LIBRARY: &str =
    "echo \"x: /lib/libc.so.6: version \\`GLIBC_2.39' not found (required by x)\" >&2; exit 1";

/// What `doctor --json` says of each check.
fn checks(output: &Output) -> Vec<Value> {
    let mut report: Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", told(output)));
    serde_json::from_value(report["checks"].take()).unwrap()
}

/// The checks that failed or warned, with what they say.
fn found(output: &Output) -> Vec<(String, String)> {
    let checks = checks(output).into_iter();
    let bad = checks.filter(|check| !matches!(check["state"].as_str(), Some("ok" | "info")));
    bad.map(|check| {
        let what = format!("{} -> {}", check["what"].as_str().unwrap(), check["todo"]);
        (check["id"].as_str().unwrap().to_owned(), what)
    })
    .collect()
}

pub(super) fn doctor(command: &mut Command) -> Vec<(String, String)> {
    found(&command.args(["doctor", "--json"]).output().unwrap())
}

/// An entry of the server that is as `install` writes it.
fn entry(home: &Home) -> Value {
    json!({"command": SERVER, "env": {"SHIPPED_DIR": home.path("notes"), "SHIPPED_KEY": "${KEY}"}})
}

/// With some members in place of its own.
fn with(mut entry: Value, members: Value) -> Value {
    for (key, value) in members.as_object().unwrap() {
        entry[key] = value.clone();
    }
    entry
}

#[test]
fn programs_that_do_not_work_in_clients_are_found_and_named_by_their_cause() {
    for (ways, id, cause) in [
        ("panic", "P11", "the database is locked"),
        ("exit", "P11", "DATABASE_URL is not set"),
        ("print", "S1", "Starting the server ..."),
        ("colours", "S11", "colour codes"),
        ("chatter", "S9", "KB to standard error"),
        ("slow", "P12", "The first response took 1"),
        ("silent", "S2", "No answer to `initialize` within 5 s"),
        ("directory", "S7", "notes.db: no such file"),
        ("home", "S8", "HOME is not set"),
        ("shell", "P2", "SHIPPED_FROM_SHELL is not set"),
        ("lingers", "S4", "Still running 5 s after its input ended"),
        ("status", "S5", "exit status: 4"),
        ("tools", "L", "tool `without_a_description`"),
    ] {
        let home = Home::new();
        // The doctor itself is another build of the program, which is not broken.
        let mut healthy = home.shipped(&["doctor", "--json", "--", "/usr/bin/env"]);
        let broken = format!("BREAK={ways}");
        let output =
            healthy.args([&broken, SERVER]).env("SHIPPED_FROM_SHELL", "1").output().unwrap();
        let found = found(&output);
        let is_named = found.iter().any(|(found, what)| found == id && what.contains(cause));
        assert!(is_named, "{ways}: {found:?}");
        let fails = !matches!(id, "S11" | "S9" | "P12" | "S8" | "P2" | "S5") && ways != "tools";
        assert!(!fails || output.status.code() == Some(1), "{ways}");
    }
}

#[test]
fn programs_of_others_are_found_and_named_by_their_cause() {
    let home = Home::new();
    for (command, id, cause) in [
        (&["/no/such/program"][..], "P11", "No such file"),
        (&["/etc/passwd"], "P11", "Permission denied"),
        (&["/bin/true"], "P11", "exits immediately"),
        (&["/bin/sh", "-c", "echo oops >&2; exit 7"], "P11", "oops"),
        (&["/bin/cat"], "S2", "No answer"),
        (&["/bin/sh", "-c", "kill -9 $$"], "P11", "signal: 9"),
        (&["/bin/sh", "-c", NEWER_LIBRARY], "P5", "needs glibc 2.39, which"),
        (
            &["/bin/sh", "-c", "echo Listening on port 3000; exec sleep 60"],
            "S2",
            "Listening on port 3000",
        ),
    ] {
        let output = home.shipped(&["doctor", "--json", "--"]).args(command).output().unwrap();
        let found = found(&output);
        let is_named = found.iter().any(|(found, what)| found == id && what.contains(cause));
        assert!(is_named, "{command:?}: {found:?}");
        assert_eq!(output.status.code(), Some(1));
    }
}

#[test]
fn a_program_for_another_machine_is_named() {
    let home = Home::new();
    let mut program = fs::read("/bin/true").unwrap();
    // The machine of the header.
    program[18] = 183;
    let path = home.path("bin/server");
    fs::create_dir_all(home.path("bin")).unwrap();
    fs::write(&path, program).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let found = doctor_of(&home, &[path.to_str().unwrap()]);
    assert!(
        found[0].0 == "P6" && found[0].1.contains("was built for aarch64, but this machine"),
        "{found:?}"
    );
}

#[test]
fn what_takes_too_long_is_left_and_said() {
    let home = Home::new();
    let slow = "sleep 3; read x; echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}'; read x; read x; sleep 3; \
                echo '{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}'; sleep 60";
    let found = doctor_of(&home, &["/bin/sh", "-c", slow]);
    assert!(
        found.iter().any(|(id, what)| id == "P13" && what.contains("timed out after 15 s")),
        "{found:?}"
    );
}

fn doctor_of(home: &Home, command: &[&str]) -> Vec<(String, String)> {
    found(&home.shipped(&["doctor", "--json", "--"]).args(command).output().unwrap())
}

#[test]
fn a_variable_that_is_needed_is_named() {
    let home = Home::new();
    let unset = doctor(home.shipped(&[]).env_remove("SHIPPED_DIR"));
    assert!(
        unset[0].1.contains("`SHIPPED_DIR` is not set (Where the notes are stored)"),
        "{unset:?}"
    );
    let elsewhere = doctor(home.shipped(&[]).env("SHIPPED_DIR", "/none"));
    assert!(elsewhere[0].1.contains("`/none` is not a directory"), "{elsewhere:?}");
    let level = doctor(home.shipped(&[]).env("SHIPPED_LEVEL", "many"));
    assert!(level[0].1.contains("`many` is not a number"), "{level:?}");
}

#[test]
fn files_that_clients_do_not_read_are_found_and_named() {
    let cases = [
        (".claude.json", "{\n  // mine\n}", "C3", ".claude.json:2:3: "),
        (".codex/config.toml", "a =\n", "C3", "config.toml:1:"),
        (
            ".config/Code/User/mcp.json",
            r#"{"mcpServers": {"shipped-server": {"command": "x"}}}"#,
            "C4",
            "reads `servers`, not `mcpServers`",
        ),
        (
            ".config/zed/settings.json",
            r#"{"mcpServers": {"shipped-server": {"command": "x"}}}"#,
            "C4",
            "reads `context_servers`",
        ),
        (
            ".config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
            r#"{"mcpServers": {"shipped-server": {"command": "/bin/true", "env": {"SHIPPED_DIR": "/"}}}}"#,
            "C7",
            "only in a file for earlier versions",
        ),
    ];
    for (file, text, id, cause) in cases {
        let home = Home::new();
        home.write(file, text);
        let found = doctor(&mut home.shipped(&[]));
        let is_named = found.iter().any(|(found, what)| found == id && what.contains(cause));
        assert!(is_named, "{file}: {found:?}");
    }
    let home = Home::new();
    let of =
        |command: &str| json!({"mcpServers": {"shipped-server": {"command": command}}}).to_string();
    home.write(".claude.json", &of("/bin/true"));
    home.write("project/.mcp.json", &of("/bin/false"));
    let found = doctor(&mut home.shipped(&[]));
    assert!(
        found.iter().any(|(id, what)| id == "C8" && what.contains("one overrides the other")),
        "{found:?}"
    );
}

#[test]
fn ten_sound_set_ups_give_nothing() {
    let clients = [
        "claude-code",
        "cursor",
        "vscode",
        "windsurf",
        "gemini-cli",
        "codex",
        "opencode",
        "continue",
        "cline",
    ];
    for client in clients {
        let home = Home::new();
        // As it is installed: not where it was built.
        let bin = home.path("bin/shipped-server");
        fs::create_dir_all(home.path("bin")).unwrap();
        fs::hard_link(SERVER, &bin).or_else(|_| fs::copy(SERVER, &bin).map(drop)).unwrap();
        let run = |words: &[&str]| {
            let mut command = home.command(&bin);
            command.env("SHIPPED_DIR", home.path("notes")).args(words).output().unwrap()
        };
        let installed = run(&["install", client, "--yes", "--env", "SHIPPED_KEY=x"]);
        assert!(installed.status.success(), "{}", told(&installed));
        let trusted = json!({home.path("project").display().to_string(): "TRUST_FOLDER"});
        home.write(".gemini/trustedFolders.json", &trusted.to_string());
        let output = run(&["doctor", "--json"]);
        // The homes of this test are where temporary files are.
        let found: Vec<_> = found(&output).into_iter().filter(|(id, _)| id != "P8").collect();
        assert!(found.is_empty(), "{client}: {found:?}");
        assert!(output.status.success(), "{client}");
    }
    // And one that nobody has entered.
    let home = Home::new();
    assert_eq!(doctor(&mut home.shipped(&[])), []);
}

#[test]
fn servers_over_http_are_asked_as_clients_ask() {
    let home = Home::new();
    let (serving, url) = url::shipped(&home);
    let ask = |url: &str| found(&home.shipped(&["doctor", url, "--json"]).output().unwrap());
    assert_eq!(ask(&url), []);
    let elsewhere = ask(&url.replace("/mcp", "/other"));
    assert!(elsewhere[0].0 == "H2" && elsewhere[0].1.contains("try http://"), "{elsewhere:?}");
    let unknown_host = ask(&url.replace("127.0.0.1", "127.0.0.2"));
    assert!(matches!(&*unknown_host[0].0, "H1" | "H4"), "{unknown_host:?}");
    drop(serving);
    assert_eq!(ask(&url)[0].0, "H1");
}

#[tokio::test]
async fn a_test_can_hold_a_program_against_what_clients_do() {
    mcp_runtime_ship::doctor(env!("CARGO_BIN_EXE_watched-server"), &[]).await.unwrap();
    let error = mcp_runtime_ship::doctor("/bin/cat", &[]).await.unwrap_err().to_string();
    assert!(error.starts_with("S2: No answer to `initialize`"), "{error}");
}
