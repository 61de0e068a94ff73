//! `help` is a command, as many programs have it.

use std::process::Command;

use super::Ran;

fn run(line: &[&str]) -> Ran {
    Ran::of(Command::new(env!("CARGO_BIN_EXE_shop-server")).args(line))
}

#[test]
fn help_is_a_command_that_needs_nothing() {
    let help = run(&["help"]).answer();
    assert_eq!(help, run(&["--help"]).answer());
    assert!(help.contains("\n  help "), "{help}");
    // The required option of the program may be there, too.
    assert_eq!(run(&["--db", "/nowhere/shop.db", "help"]).answer(), help);
}

#[test]
fn help_explains_each_command() {
    for command in
        ["list", "call", "read", "get", "schema", "complete", "completions", "lock", "install"]
    {
        let ran = run(&["help", command]);
        let help = ran.answer();
        assert!(help.contains("Usage: ") && help.contains(command), "{command}: {help}");
        let usual = run(&["--db", "/nowhere/shop.db", command, "--help"]).answer();
        assert_eq!(help, usual, "{command}");
    }
    let complaint = run(&["help", "cal"]).complaint(2);
    assert!(complaint.contains("cal"), "{complaint}");
}

#[test]
fn only_a_program_with_an_agent_takes_prompts() {
    let ran = run(&["prompt", "hello"]);
    assert_eq!(ran.status, 2, "{ran:?}");
    let help = run(&["--help"]).answer();
    assert!(!help.contains("ACP"), "{help}");
}
