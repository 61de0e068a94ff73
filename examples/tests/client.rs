//! The client, in front of the other examples.

use super::program::Program;

fn client() -> Program {
    Program::new(env!("CARGO_BIN_EXE_client"))
}

#[test]
fn lists_what_there_is_in_both_eras() {
    let hello = env!("CARGO_BIN_EXE_hello");
    for (arguments, revision) in
        [(&["--", hello][..], "2026-07-28"), (&["--legacy", "--", hello], "2025-11-25")]
    {
        let ran = client().run(arguments);
        assert_eq!(ran.status, 0, "{ran:?}");
        let mut lines = ran.stdout.lines();
        assert_eq!(lines.next().unwrap(), format!("hello 0.1.0, revision {revision}"));
        assert!(lines.any(|line| line.starts_with("tool      add ")), "{ran:?}");
    }
}

#[test]
fn calls_a_tool() {
    let hello = env!("CARGO_BIN_EXE_hello");
    let with = r#"{"a": 1, "b": 2}"#;
    let ran = client().run(&["--call", "add", "--with", with, "--", hello]);
    assert_eq!((ran.status, ran.stdout.trim()), (0, "3"), "{ran:?}");
}

#[test]
fn a_tool_that_fails_is_an_error() {
    let hello = env!("CARGO_BIN_EXE_hello");
    let ran = client().run(&["--call", "add", "--with", r#"{"a": 1}"#, "--", hello]);
    assert_eq!(ran.status, 1, "{ran:?}");
    assert!(ran.stderr.contains("`b`"), "{ran:?}");
}
