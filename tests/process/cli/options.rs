//! Servers with options of their own: `shop-server` has `--db` and `--read-only`.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use super::{Ran, code_lines};

const SHOP: &str = env!("CARGO_BIN_EXE_shop-server");

/// A database that is not there.
const MISSING: [&str; 2] = ["--db", "/nowhere/shop.db"];

fn run(line: &[&str]) -> Ran {
    Ran::of(Command::new(SHOP).args(line))
}

fn without_database(line: &[&str]) -> Ran {
    run(&[&MISSING, line].concat())
}

/// A database of its own for a test.
fn database(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, "pen\n").unwrap();
    path
}

#[test]
fn help_shows_the_options_of_both() {
    let help = run(&["--help"]).answer();
    for part in ["--db <DB>", "The file with the articles", "--read-only", "--http", "list", "call"]
    {
        assert!(help.contains(part), "{part}: {help}");
    }
    assert!(run(&["--version"]).answer().starts_with("shop-server "));
    assert_eq!(without_database(&["--help"]).answer(), help);
}

#[test]
fn what_calls_no_handler_needs_no_database() {
    let listed = without_database(&["list"]).answer();
    assert!(listed.contains("articles") && listed.contains("add name=TEXT"), "{listed}");
    let listed = without_database(&["--read-only", "list"]).answer();
    assert!(!listed.contains("add"), "{listed}");
    let schema = without_database(&["schema", "add"]).answer();
    assert!(schema.contains("Adds an article."), "{schema}");
}

#[test]
fn what_calls_one_says_that_the_database_cannot_be_opened() {
    let expected = "Error: opening /nowhere/shop.db: No such file or directory (os error 2)\n";
    for line in [&["call", "articles"][..], &["--http", "127.0.0.1:0"], &[]] {
        assert_eq!(without_database(line).complaint(1), expected, "{line:?}");
    }
}

#[test]
fn commands_and_options_stand_in_any_order() {
    let path = database("options-order.db");
    let db = path.to_str().unwrap();
    run(&["--db", db, "call", "add", "name=ink"]).answer();
    assert_eq!(run(&["--db", db, "call", "articles"]).answer(), "pen\nink\n");
    let refused = run(&["--db", db, "call", "add", "name=ink", "--read-only"]).complaint(1);
    assert!(refused.starts_with("Error: unknown tool \"add\""), "{refused}");
}

#[test]
fn an_option_that_is_missing_is_named() {
    for line in [&["list"][..], &[]] {
        let complaint = run(line).complaint(2);
        assert!(complaint.contains("--db <DB>"), "{complaint}");
    }
}

#[test]
fn a_command_without_a_required_option_says_where_it_goes_and_why() {
    let name = std::path::Path::new(SHOP).file_name().unwrap().to_str().unwrap();
    for (line, command) in [
        (&["list"][..], "list"),
        (&["--read-only", "schema", "add"], "schema"),
        (&["list", "--db", "shop.db"], "list"),
        (&["call", "add", "name=ink", "--db=shop.db"], "call"),
    ] {
        let complaint = run(line).complaint(2);
        let tip = format!(
            "\n  tip: every command of this server requires `--db`, before the name of the \
             command: {name} --db <DB> {command}\n"
        );
        assert_eq!(complaint.matches("tip:").count(), 1, "{complaint}");
        assert!(complaint.contains(&tip), "{complaint}");
    }
    // What serves stands at its place, and what is not of the program is left to clap.
    for line in [&[][..], &["call"], &["list", "--dp", "shop.db"]] {
        let complaint = run(line).complaint(2);
        assert!(!complaint.contains("every command of this server"), "{complaint}");
    }
}

#[test]
fn clients_are_served_with_the_options() {
    let path = database("options-stdio.db");
    let request = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "name": "articles", "arguments": {}, "_meta": meta(),
    }});
    let mut server = Command::new(SHOP)
        .args(["--db", path.to_str().unwrap()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    writeln!(server.stdin.take().unwrap(), "{request}").unwrap();
    let mut answer = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut answer).unwrap();
    let answer: Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(answer["result"]["content"][0]["text"], "pen\n", "{answer}");
    assert!(server.wait().unwrap().success());
}

#[test]
fn http_is_served_with_the_options() {
    let path = database("options-http.db");
    let free = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = free.local_addr().unwrap().to_string();
    drop(free);
    let mut server = Command::new(SHOP)
        .args(["--db", path.to_str().unwrap(), "--http", &address])
        .spawn()
        .unwrap();
    while TcpStream::connect(&address).is_err() {
        assert_eq!(server.try_wait().unwrap(), None, "it has ended");
        std::thread::sleep(Duration::from_millis(10));
    }
    server.kill().unwrap();
    server.wait().unwrap();
}

#[test]
fn an_option_that_every_server_has_is_refused_with_advice() {
    let complaint = Ran::of(&mut Command::new(env!("CARGO_BIN_EXE_taken-server"))).complaint(1);
    let expected = "Error: taken-server: every server has `--json`; rename your option\n";
    assert_eq!(complaint, expected);
}

#[test]
fn a_server_with_options_is_short() {
    let lines = code_lines(include_str!("../../servers/shop.rs"));
    assert!(lines <= 40, "{lines} lines");
}

fn meta() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    })
}

#[test]
fn what_stands_before_install_is_how_clients_start_the_server() {
    let home = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("home_of_options");
    let _ = fs::remove_dir_all(&home);
    fs::create_dir_all(&home).unwrap();
    let mut command = Command::new(SHOP);
    command.env_clear().env("HOME", &home).current_dir(&home);
    let line = ["--db", "/shop.db", "--read-only", "install", "cursor", "--yes"];
    Ran::of(command.args(line)).answer();
    let text = fs::read_to_string(home.join(".cursor/mcp.json")).unwrap();
    let entry: Value = serde_json::from_str(&text).unwrap();
    let args = &entry["mcpServers"]["shop-server"]["args"];
    assert_eq!(args, &json!(["--db", "/shop.db", "--read-only"]));
}
