//! `prompt`: a turn of the agent at a terminal.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

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
    assert_eq!(lines, ["[pending] Add", "[in progress] Add", "[completed] Add: 5"]);
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
    assert_eq!(complaint, "Error: the agent refused to continue (stop reason: `refusal`)\n");
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
        ran.stderr.contains("Standard input is not a terminal; allow it with --yes"),
        "{ran:?}"
    );
    let ran = agent(&["prompt", "call greet", "--answer", "name=Ada"]);
    assert_eq!(ran.stdout, "got \"Hello, Ada!\"\n");
}

/// An agent at a terminal, and what it has shown there.
struct AtTerminal {
    person: File,
    child: Child,
    seen: String,
}

impl AtTerminal {
    fn of(prompt: &str) -> Self {
        let (person, program) = terminal();
        let mut command = Command::new(env!("CARGO_BIN_EXE_agent-server"));
        command.args(["prompt", prompt]).env("TERM", "dumb");
        let to = || Stdio::from(program.try_clone().unwrap());
        let child = command.stdin(to()).stdout(to()).stderr(to()).spawn().unwrap();
        Self { person, child, seen: String::new() }
    }

    fn read_until(&mut self, end: &str) {
        let mut bytes = [0; 1024];
        while !self.seen.contains(end) {
            let read = self.person.read(&mut bytes).unwrap();
            self.seen.push_str(&String::from_utf8_lossy(&bytes[..read]));
        }
    }

    fn answer(&mut self, line: &str) {
        self.person.write_all(line.as_bytes()).unwrap();
    }
}

#[test]
fn a_person_is_asked_for_permission_at_the_terminal() {
    for (typed, said) in [("1\n", "got 1"), ("no\n", "failed: the user did not allow")] {
        let mut agent = AtTerminal::of("call wipe");
        agent.read_until("> ");
        agent.answer(typed);
        agent.read_until(said);
        assert!(
            agent.seen.contains("Wipe?") && agent.seen.contains("  1: Allow"),
            "{}",
            agent.seen
        );
        assert!(agent.child.wait().unwrap().success());
    }
}

/// Two calls need permission, and the person takes time.
#[test]
fn nothing_is_written_over_an_open_question() {
    let mut agent = AtTerminal::of("call-both");
    agent.read_until("> ");
    // The agent says something, and asks the next question.
    thread::sleep(Duration::from_millis(1500));
    let question = agent.seen.clone();
    agent.answer("yes\n");
    agent.read_until("> yes");
    // What comes after it may have been read with it.
    let answered = agent.seen.find("> yes").unwrap() + "> yes".len();
    agent.seen.drain(..answered);
    agent.read_until("> ");
    assert!(agent.seen.contains("meanwhile"), "{}", agent.seen);
    agent.answer("yes\n");
    agent.read_until("got 1 and 2");
    assert!(agent.child.wait().unwrap().success());
    let seen = question + &agent.seen;
    let at = |part: &str| seen.find(part).unwrap_or_else(|| panic!("{part}: {seen}"));
    for title in ["Wipe", "Rewrite"] {
        let shown = at(&format!("[pending] {title}"));
        let asked = at(&format!("{title}?"));
        assert!(shown < asked, "{seen}");
    }
    assert!(at("+two") < at("Rewrite?"), "{seen}");
}

#[test]
fn changes_of_files_are_shown_once() {
    let ran = agent(&["prompt", "call edit {\"path\":\"a.rs\"}", "--yes"]);
    assert_eq!(ran.status, 0, "{ran:?}");
    for line in ["2", "three"] {
        let added = [format!("+ {line}"), format!("+{line}")];
        let shown = ran.stderr.lines().filter(|line| added.contains(&line.trim().to_owned()));
        assert_eq!(shown.count(), 1, "{line}: {}", ran.stderr);
    }
    assert!(ran.stderr.contains("a.rs") && ran.stderr.contains("new.rs"), "{}", ran.stderr);
    assert!(!ran.stderr.contains("call-"), "{}", ran.stderr);
}

#[test]
fn a_question_ends_with_one_mark_and_comes_after_its_call() {
    for question in ["Delete it?", "Delete it", "Delete it ?"] {
        let ran = agent(&["prompt", &format!("ask {question}"), "--yes"]);
        assert!(ran.stderr.contains("Delete it? yes\n"), "{}", ran.stderr);
    }
    for _ in 0..10 {
        let ran = agent(&["prompt", "call wipe", "--yes"]);
        let at = |part: &str| ran.stderr.find(part).unwrap_or_else(|| panic!("{}", ran.stderr));
        assert!(at("[pending] Wipe") < at("Wipe? yes"), "{}", ran.stderr);
    }
}

#[test]
fn help_lists_the_commands_for_agents() {
    let help = agent(&["--help"]).answer();
    assert!(help.contains("  acp  ") && help.contains("  prompt  "), "{help}");
    assert!(help.contains("Without a command it serves MCP on"), "{help}");
}
