//! The command and the option, as people type them.

use std::process::{Command, Output};

fn stranger(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stranger"));
    command.args(arguments).output().expect("the program starts")
}

fn printed(arguments: &[&str]) -> String {
    String::from_utf8(stranger(arguments).stdout).expect("it prints text")
}

#[test]
fn the_command_counts_the_tools() {
    assert_eq!(printed(&["count"]), "1 tools\n");
    assert_eq!(printed(&["count", "--word", "things"]), "1 things\n");
}

#[test]
fn the_command_and_the_option_are_in_the_help() {
    let help = printed(&["--help"]);
    assert!(help.contains("Count the tools") && help.contains("--keys <NAME=KEY,..>"), "{help}");
}

#[test]
fn keys_that_cannot_be_read_are_refused() {
    let refused = stranger(&["--http", "0", "--keys", "secret"]);
    let error = String::from_utf8_lossy(&refused.stderr);
    assert!(!refused.status.success() && error.contains("write keys as NAME=KEY"), "{error}");
}
