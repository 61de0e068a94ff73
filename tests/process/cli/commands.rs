//! The commands of every server.

use std::io::{Read as _, Write as _};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::{Ran, code_lines, terminal};

fn run(line: &[&str]) -> Ran {
    Ran::of(Command::new(env!("CARGO_BIN_EXE_medium-server")).args(line))
}

#[test]
fn list_shows_how_to_ask_for_everything() {
    let expected = "\
Tools
  search text=TEXT [since=INTEGER] order=oldest|newest [limit=INTEGER]
      Finds books.
  add title=TEXT year=INTEGER
      Adds a book.

Prompts
  recommend like=TEXT count=TEXT
      Asks for recommendations.

Resources
  library://books/{position}
      The title of a book, by its position.
";
    assert_eq!(run(&["list"]).answer(), expected);
}

#[test]
fn list_as_json_is_what_clients_get() {
    let listed = run(&["list", "--json"]).json();
    let names = |list: &str, key: &str| -> Vec<Value> {
        let entries = listed[list].as_array().unwrap();
        entries.iter().map(|entry| entry[key].clone()).collect()
    };
    assert_eq!(names("tools", "name"), ["search", "add"]);
    assert_eq!(names("prompts", "name"), ["recommend"]);
    assert_eq!(names("resources", "uri"), [] as [Value; 0]);
    assert_eq!(names("resourceTemplates", "uriTemplate"), ["library://books/{position}"]);
    assert_eq!(listed["tools"][1]["inputSchema"]["required"], json!(["title", "year"]));
}

#[test]
fn call_types_its_values_by_the_schema() {
    // Were the title a number, or the year a text, one of them would be refused.
    let ran = run(&["call", "add", "title=1984", "year=1949"]);
    assert_eq!(ran.answer(), "");
    let ran = run(&["call", "add", "--args", r#"{"title": "1984", "year": 1949}"#]);
    assert_eq!(ran.answer(), "");
}

#[test]
fn call_prints_data_and_sends_progress_to_standard_error() {
    let ran = run(&["call", "search", "text=a", "order=newest"]);
    assert_eq!((&*ran.stdout, &*ran.stderr), ("[]\n", "[1/2] searching\n"));
    let result = run(&["call", "--json", "search", "text=a", "order=newest"]).json();
    assert_eq!(result["structuredContent"], json!([]));
    assert_eq!(result["content"], json!([{"type": "text", "text": "[]"}]));
}

#[test]
fn a_refused_call_says_all_that_is_wrong_and_exits_1() {
    let complaint = run(&["call", "search", "order=new", "limit=0"]).complaint(1);
    let expected = "\
Error: Invalid arguments for tool `search`:
- `text`: missing, expected a string
- `order`: expected one of \"oldest\", \"newest\", got \"new\"
- `limit`: expected an integer from 1 to 100, got 0
";
    assert_eq!(complaint, expected);
    let ran = run(&["call", "--json", "search"]);
    let result: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!((ran.status, &result["isError"]), (1, &json!(true)));
    assert_eq!(ran.stderr, "Error: tool `search` failed\n");
}

#[test]
fn a_wrong_name_has_a_hint() {
    let complaint = |line: &[&str]| run(line).complaint(1);
    assert_eq!(
        complaint(&["call", "serach"]),
        "Error: unknown tool \"serach\"; did you mean `search`?\n"
    );
    assert_eq!(complaint(&["schema", "Add"]), "Error: unknown name \"Add\"; did you mean `add`?\n");
    assert_eq!(
        complaint(&["get", "recomend"]),
        "Error: unknown prompt \"recomend\"; did you mean `recommend`?\n"
    );
    assert_eq!(
        complaint(&["call", "add", "titel=Emma"]),
        "Error: tool `add` has no argument `titel`; did you mean `title`?\n"
    );
    assert_eq!(
        complaint(&["get", "recommend", "style=short"]),
        "Error: prompt `recommend` has no argument `style`; it takes like, count\n"
    );
}

#[test]
fn read_names_what_is_not_there() {
    let complaint = run(&["read", "library://books/7"]).complaint(1);
    assert_eq!(complaint, "Error: `library://books/7`: Resource not found\n");
}

#[test]
fn get_shows_who_says_what() {
    let ran = run(&["get", "recommend", "like=Emma", "count=3"]);
    assert_eq!(ran.answer(), "user:\n  Recommend 3 books like Emma.\n");
    let result = run(&["get", "recommend", "like=Emma", "count=3", "--json"]).json();
    assert_eq!(result["messages"][0]["content"]["text"], "Recommend 3 books like Emma.");
    let complaint = run(&["get", "recommend", "like=Emma", "count=many"]).complaint(1);
    assert!(complaint.contains("`count`: expected an integer from 0 to 255"), "{complaint}");
}

#[test]
fn schema_explains_a_tool() {
    let expected = "\
search
  Finds books.

Hints
  changes nothing

Arguments
  text: a string
      A part of the title.
  since: an integer from 0 to 65535; may be left out
      The first year in which the book may have been written.
  order: one of \"oldest\", \"newest\"
      Which books come first.
  limit: an integer from 1 to 100; 10 if left out
      How many books to give at most.

Result
  an array, each an object
    title: a string
    year: an integer from 0 to 65535
";
    assert_eq!(run(&["schema", "search"]).answer(), expected);
    let tool = run(&["schema", "search", "--json"]).json();
    assert_eq!(tool["inputSchema"]["properties"]["limit"]["default"], 10);
    assert_eq!(tool["outputSchema"]["type"], "array");
}

/// Runs a command of a server that asks, for somebody at a terminal who types this.
fn run_at_terminal(line: &[&str], typed: &str) -> Ran {
    let (mut person, program) = terminal();
    person.write_all(typed.as_bytes()).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_asking-server"));
    Ran::of(command.args(line).stdin(program))
}

/// The text of a handler may come from anywhere.
#[test]
fn no_text_steers_the_terminal() {
    let folder = "folder=a\u{1b}[2J\u{9b}1m\u{202e}b";
    let shown = r"a\u001b[2J\u009b1m\u202eb";
    for json in [None, Some("--json")] {
        let (mut person, program) = terminal();
        person.write_all(b"yes\n").unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_asking-server"));
        let line = ["call", "clear", folder].into_iter().chain(json);
        let stdout = program.try_clone().unwrap();
        command.args(line).stdin(program).stdout(stdout).stderr(Stdio::piped());
        let ran = command.spawn().unwrap().wait_with_output().unwrap();
        drop(command);
        assert_eq!(ran.status.code(), Some(0));
        let mut screen = Vec::new();
        // Reading fails once nobody has the terminal open any more.
        let _ = person.read_to_end(&mut screen);
        let screen = String::from_utf8(screen).unwrap();
        assert!(screen.contains(&format!("cleared {shown}")), "{screen:?}");
        assert!(!screen.contains(['\u{1b}', '\u{9b}', '\u{202e}']), "{screen:?}");
    }
    let ran = run(&["read", "a:\u{1b}[2J"]);
    assert!(ran.complaint(1).starts_with(r"Error: `a:\u001b[2J`"));
    // A file gets what there is.
    let ran = run_at_terminal(&["call", "clear", folder], "yes\n");
    assert!(ran.answer().contains("cleared a\u{1b}[2J"));
}

#[test]
fn call_asks_at_the_terminal_what_the_tool_asks() {
    let ran = run_at_terminal(&["call", "delete", "id=7"], "yes\n");
    assert_eq!((&*ran.stdout, &*ran.stderr), ("deleted 7\n", "Delete 7?\nYes or no: "));
    let ran = run_at_terminal(&["call", "delete", "id=7"], "n\n");
    let refused = "Delete 7?\nYes or no: Error: Nothing was done: the user declined.\n";
    assert_eq!((ran.status, &*ran.stdout, &*ran.stderr), (1, "", refused));
    let ran = run_at_terminal(&["call", "careless"], "y\ny\n");
    assert_eq!(ran.answer(), "true true\n");
}

#[test]
fn a_server_that_waits_at_a_terminal_says_so() {
    const END: &str = "\u{4}";
    let ran = run_at_terminal(&[], END);
    let waiting = "mcp-test-support waits for a client that speaks MCP on its standard input; `--help` shows \
        what else it does.\n";
    assert_eq!((ran.status, &*ran.stdout), (0, ""));
    let paste = concat!(
        "For a client: claude mcp add mcp-test-support -- ",
        env!("CARGO_BIN_EXE_asking-server")
    );
    assert_eq!(ran.stderr, format!("{waiting}{paste}\n"));
}

#[test]
fn call_without_a_terminal_says_that_it_cannot_ask() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_asking-server"));
    let complaint = Ran::of(command.args(["call", "delete", "id=7"]).stdin(Stdio::null()));
    let why = "Error: the server asks questions, and standard input is not a terminal; \
               use --answer KEY=VALUE or --yes\n";
    assert_eq!(complaint.complaint(1), why);
}

#[test]
fn help_and_version_tell_what_the_server_is() {
    let version = run(&["--version"]).answer();
    assert_eq!(version, format!("medium-server {}\n", env!("CARGO_PKG_VERSION")));
    let help = run(&["--help"]).answer();
    for part in
        ["medium-server ", "Keeps books.", "Usage:", "call", "--json", "--http", "standard input"]
    {
        assert!(help.contains(part), "{help}");
    }
    let help = run(&["call", "--help"]).answer();
    assert!(help.contains("[KEY=VALUE]..."), "{help}");
}

#[test]
fn a_command_line_that_cannot_be_read_exits_2() {
    for line in [
        &["serve"][..],
        &["call"],
        &["call", "add", "title"],
        &["call", "add", "--args", "[1]"],
        &["call", "add", "--args", "{"],
        &["call", "add", "--args", "{}", "title=x"],
        &["--json"],
        &["--http", "localhost"],
        &["--http", "127.0.0.1:0", "list"],
    ] {
        let complaint = run(line).complaint(2);
        assert!(complaint.starts_with("error: "), "{line:?}: {complaint}");
    }
}

#[test]
fn the_medium_server_is_short() {
    // One line in it is about the lints of this workspace, and one adds the commands of `ship`.
    // Asking for the book instead of taking it as arguments is four lines more.
    let code = code_lines(include_str!("../../servers/medium.rs")) - 2;
    assert!(code + 4 <= 55, "{code} lines");
}
