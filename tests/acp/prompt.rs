//! `prompt`: a turn of the agent at a terminal.

use std::io::{Read as _, Write as _};
use std::process::{Command, Stdio};

use mcp_test_support::program::{Ran, terminal};
use serde_json::json;

fn agent(line: &[&str]) -> Ran {
    Ran::of(Command::new(env!("CARGO_BIN_EXE_agent-server")).args(line).stdin(Stdio::null()))
}

#[test]
fn what_the_agent_says_is_the_answer_and_all_else_goes_to_standard_error() {
    let ran = agent(&["prompt", "say hello"]);
    assert_eq!((ran.status, &*ran.stdout, &*ran.stderr), (0, "hello\n", ""));
    let ran = agent(&["prompt", "call add {\"a\":2,\"b\":3}"]);
    assert_eq!((ran.status, &*ran.stdout), (0, "got 5\n"));
    let lines: Vec<&str> = ran.stderr.lines().collect();
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert_eq!(lines[0], "[pending] Add");
    assert!(lines[1].starts_with("[in progress] ") && lines[2].ends_with(": 5"), "{lines:?}");
    assert_eq!(agent(&["prompt", "plan look leap"]).stderr, "[ ] look\n[ ] leap\n");
    assert_eq!(agent(&["prompt", "think hm"]).stderr, "thinking: hm\n");
}

#[test]
fn it_works_in_the_directory_of_the_person() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_agent-server"));
    let ran = Ran::of(command.args(["prompt", "where"]).current_dir("/").stdin(Stdio::null()));
    assert_eq!(ran.answer(), "/\n");
}

#[test]
fn for_a_program_there_is_one_answer() {
    let ran = agent(&["prompt", "say hello", "--json"]);
    assert_eq!(ran.json(), json!({ "text": "hello", "stopReason": "end_turn" }));
}

#[test]
fn a_turn_that_is_not_simply_done_is_a_failure() {
    let complaint = agent(&["prompt", "refuse"]).complaint(1);
    assert_eq!(complaint, "Error: the agent refuses to continue (refusal)\n");
    let complaint = agent(&["prompt", "fail out of luck"]).complaint(1);
    assert!(complaint.starts_with("Error: ") && complaint.contains("out of luck"), "{complaint}");
    let ran = agent(&["prompt", "refuse", "--json"]);
    assert_eq!((ran.status, &*ran.stdout), (1, "{\"text\":\"\",\"stopReason\":\"refusal\"}\n"));
}

#[test]
fn a_script_allows_with_yes_and_nobody_else_does() {
    let ran = agent(&["prompt", "call wipe", "--yes"]);
    assert_eq!((ran.status, &*ran.stdout), (0, "got 1\n"));
    assert!(ran.stderr.contains("Wipe? yes\n"), "{}", ran.stderr);
    let ran = agent(&["prompt", "call wipe"]);
    assert!(ran.stdout.starts_with("failed: "), "{ran:?}");
    assert!(
        ran.stderr.contains("Nobody is at a terminal to allow it; do so with --yes"),
        "{ran:?}"
    );
    let ran = agent(&["prompt", "call greet", "--answer", "name=Ada"]);
    assert_eq!(ran.stdout, "got \"Hello, Ada!\"\n");
}

#[test]
fn a_person_is_asked_for_permission_at_the_terminal() {
    for (typed, said) in [("1\n", "got 1"), ("no\n", "failed: the person did not allow")] {
        let (mut person, program) = terminal();
        let mut command = Command::new(env!("CARGO_BIN_EXE_agent-server"));
        command.args(["prompt", "call wipe"]).env("TERM", "dumb");
        let to = || Stdio::from(program.try_clone().unwrap());
        let mut child = command.stdin(to()).stdout(to()).stderr(to()).spawn().unwrap();
        drop((program, command));
        let mut seen = String::new();
        let mut read_until = |end: &str, person: &mut std::fs::File| {
            let mut bytes = [0; 1024];
            while !seen.contains(end) {
                let read = person.read(&mut bytes).unwrap();
                seen.push_str(&String::from_utf8_lossy(&bytes[..read]));
            }
        };
        read_until("> ", &mut person);
        person.write_all(typed.as_bytes()).unwrap();
        read_until(said, &mut person);
        assert!(seen.contains("Wipe?") && seen.contains("  1: Allow"), "{seen}");
        assert!(child.wait().unwrap().success());
    }
}

#[test]
fn help_tells_of_the_agent() {
    let help = agent(&["--help"]).answer();
    assert!(help.contains("prompt") && help.contains("serves MCP and ACP"), "{help}");
}
