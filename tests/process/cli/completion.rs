//! How a line may continue: as a server says it of its arguments, and in a shell.

use std::process::Command;

use serde_json::json;

use super::Ran;

const STUDIO: &str = env!("CARGO_BIN_EXE_studio-server");
const SHOP: &str = env!("CARGO_BIN_EXE_shop-server");

fn words(program: &str, line: &[&str]) -> Vec<String> {
    let ran = Ran::of(Command::new(program).arg("__complete").args(line));
    ran.answer().lines().map(str::to_owned).collect()
}

#[test]
fn complete_asks_the_server() {
    let ran = |line: &[&str]| Ran::of(Command::new(STUDIO).arg("complete").args(line));
    assert_eq!(ran(&["ask", "style=D"]).answer(), "Dürer\nDalí\n");
    let answer = ran(&["ask", "size=1", "style=K", "--json"]).json();
    assert_eq!(answer["completion"]["values"], json!(["Klee"]));
    let complaint = ran(&["aks", "style=K"]).complaint(1);
    assert_eq!(complaint, "Error: unknown prompt \"aks\"; did you mean `ask`?\n");
}

#[test]
fn a_shell_gets_the_names_of_tools_and_arguments() {
    assert_eq!(words(STUDIO, &["ca"]), ["call"]);
    assert_eq!(words(STUDIO, &["call", "--json", ""]), ["draw", "print", "send", "clear"]);
    assert_eq!(words(STUDIO, &["call", "draw", "pens={}", ""]), ["shape=", "loud="]);
    assert_eq!(words(STUDIO, &["call", "draw", "loud="]), ["loud=true", "loud=false"]);
    assert_eq!(words(STUDIO, &["get", "ask", "s"]), ["style=", "size="]);
    assert_eq!(words(STUDIO, &["read", ""]), ["drawings://"]);
    assert_eq!(words(STUDIO, &["completions", "f"]), ["fish"]);
}

#[test]
fn the_options_of_a_program_are_completed_and_heeded() {
    assert_eq!(words(SHOP, &["--d"]), ["--db"]);
    assert_eq!(words(SHOP, &["--db", "/nowhere", "call", ""]), ["articles", "add"]);
    let read_only = ["--db", "/nowhere", "--read-only", "call", ""];
    assert_eq!(words(SHOP, &read_only), ["articles"]);
    // A path is for the shell to complete, and without the database nothing is known of tools.
    assert_eq!(words(SHOP, &["--db", ""]), [""; 0]);
    assert_eq!(words(SHOP, &["call", ""]), [""; 0]);
    assert_eq!(words(SHOP, &["li"]), ["list"]);
}

/// What bash offers for a line.
fn in_bash(line: &str) -> String {
    let script = format!(
        r#"source <("$0" completions bash)
           COMP_LINE="studio-server {line}" COMP_POINT=$((14 + {length}))
           __complete_studio_server "$0"
           printf '%s\n' "${{COMPREPLY[@]}}""#,
        length = line.len()
    );
    Ran::of(Command::new("bash").args(["-c", &script, STUDIO])).answer()
}

#[test]
fn bash_completes() {
    assert_eq!(in_bash("call d"), "draw\n");
    assert_eq!(in_bash("call draw pens={} "), "shape=\nloud=\n");
    // Bash replaces only what stands after the `=`.
    assert_eq!(in_bash("call draw loud=f"), "false\n");
}

#[test]
fn each_shell_has_a_script_without_the_options_of_the_program() {
    for shell in ["bash", "zsh", "fish"] {
        let script = Ran::of(Command::new(SHOP).args(["completions", shell])).answer();
        assert!(script.contains("__complete_shop_server"), "{script}");
    }
    let wrong = Ran::of(Command::new(STUDIO).args(["completions", "csh"])).complaint(2);
    assert!(wrong.contains("[possible values: bash, zsh, fish]"), "{wrong}");
}
