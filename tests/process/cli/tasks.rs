//! Calls that become tasks.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Command, Stdio};

use super::Ran;

fn command(line: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_jobs-server"));
    command.arg("call").args(line);
    command
}

fn run(line: &[&str]) -> Ran {
    Ran::of(&mut command(line))
}

#[test]
fn a_task_is_followed_to_its_end() {
    let ran = run(&["slow_compute", "seconds=1", "label=it"]);
    assert!(ran.stderr.contains("It computes."), "{ran:?}");
    assert_eq!(ran.answer(), "computed it\n");
    let ran = run(&["failing_job"]);
    assert_eq!(ran.complaint(1), "Error: the job failed\n");
    let ran = run(&["protocol_error_job"]);
    assert!(ran.complaint(1).contains("the protocol failed"));
}

#[test]
fn what_a_task_asks_is_answered() {
    let deleted = run(&["confirm_delete", "filename=a", "--answer", "confirm=true"]).answer();
    assert_eq!(deleted, "a is deleted\n");
}

#[test]
fn an_interrupted_task_is_cancelled() {
    let mut command = command(&["slow_compute", "seconds=600"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut errors = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    errors.read_line(&mut line).unwrap();
    let pid = child.id().to_string();
    let mut kill = Command::new("sh");
    assert!(kill.args(["-c", r#"kill -INT "$0""#, &pid]).status().unwrap().success());
    errors.read_to_string(&mut line).unwrap();
    assert!(line.ends_with("Error: the task was cancelled\n"), "{line}");
    assert_eq!(child.wait().unwrap().code(), Some(1));
}
