//! The smallest server, and the commands of the README.

use crate::program::{Program, objections};
const HELLO: &str = env!("CARGO_BIN_EXE_hello");
const README: &str = include_str!("../../README.md");

#[test]
fn the_readme_shows_what_happens() {
    let blocks = README.split("```console\n").skip(1);
    let mut commands = 0;
    for block in blocks.filter_map(|block| block.split("```").next()) {
        for shown in block.split("$ ").skip(1) {
            let (command, expected) = shown.split_once('\n').unwrap();
            if let Some(printed) = run(command) {
                assert_eq!(printed, expected, "{command}");
                commands += 1;
            }
        }
    }
    assert!(commands >= 2, "{commands} commands");
}

/// What a command of the README prints, if it runs an example.
fn run(command: &str) -> Option<String> {
    let arguments: Vec<&str> =
        command.strip_prefix("cargo run -q --bin hello -- ")?.split_whitespace().collect();
    let ran = Program::new(HELLO).run(&arguments);
    Some(ran.stdout + &ran.stderr)
}

#[test]
fn the_smallest_server_has_nine_lines_at_most() {
    let program = README.split("```rust").nth(1).unwrap().split("```").next().unwrap();
    let lines = program.lines().skip(1).map(str::trim);
    let code = lines.filter(|line| !line.is_empty() && !line.starts_with("//"));
    assert!(code.count() <= 9);
}

#[test]
fn nobody_objects() {
    assert_eq!(objections(&Program::new(HELLO)), []);
}
