//! What is given to a command for its arguments, and for what the server asks.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use super::Ran;

fn studio(line: &[&str]) -> Ran {
    Ran::of(Command::new(env!("CARGO_BIN_EXE_studio-server")).args(line).stdin(Stdio::null()))
}

#[test]
fn arguments_come_from_a_file() {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("arguments.json");
    fs::write(&file, "{\n  \"copies\": 1\n}\n").unwrap();
    let file = format!("@{}", file.display());
    assert_eq!(studio(&["call", "print", &file]).answer(), "printed\n");
    let complaint = studio(&["call", "print", &file, "copies=2"]).complaint(1);
    assert!(complaint.contains("cannot be combined with other arguments: "), "{complaint}");
    let complaint = studio(&["call", "print", "@/nowhere.json"]).complaint(1);
    assert!(complaint.starts_with("Error: cannot read /nowhere.json: No such file"), "{complaint}");
    let complaint = studio(&["call", "print", concat!("@", file!())]).complaint(1);
    assert!(complaint.starts_with("Error: "), "{complaint}");
}

#[test]
fn arguments_come_from_standard_input() {
    let with = |typed: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_studio-server"));
        command.args(["call", "print", "-"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
        Ran::from(child.wait_with_output().unwrap())
    };
    assert_eq!(with(r#"{ "copies": 1 }"#).answer(), "printed\n");
    let complaint = with("[1]").complaint(1);
    assert_eq!(complaint, "Error: standard input: this JSON is not an object\n");
}

#[test]
fn a_script_answers_what_the_server_asks() {
    let ran = studio(&["call", "send", "--answer", "street=Main", "--answer", "number=7", "--yes"]);
    assert_eq!((&*ran.stdout, &*ran.stderr), ("Main 7 true\n", "Where to?\n"));
    let line = ["--answer", "street=Main", "--answer", "number=7", "--answer", "urgent=no"];
    let ran = studio(&[&["call", "send"], &line[..]].concat());
    assert_eq!(ran.answer(), "Main 7 false\n");
    assert_eq!(studio(&["call", "clear", "--yes"]).answer(), "cleared\n");
}

#[test]
fn what_a_script_does_not_answer_is_named() {
    let complaint = |line: &[&str]| studio(line).complaint(1);
    assert_eq!(
        complaint(&["call", "send", "--answer", "street=Main", "--yes"]),
        "Where to?\nError: cannot ask for `number`: standard input is not a terminal; answer it with \
         --answer number=VALUE\n"
    );
    assert_eq!(
        complaint(&["call", "send", "--answer", "number=many", "--answer", "street=Main"]),
        "Where to?\nError: --answer: `number`: expected an integer from 0 to 65535, got \"many\"\n"
    );
    assert_eq!(
        complaint(&["call", "clear", "--answer", "sure=yes"]),
        "Throw everything away?\nError: cannot ask for confirmation: standard input is not a \
         terminal; confirm with --yes\n"
    );
}
