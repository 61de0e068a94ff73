//! What a person sees at a terminal.

use std::io::Read as _;
use std::process::Command;

use super::{Ran, terminal};

const STUDIO: &str = env!("CARGO_BIN_EXE_studio-server");
const DRAW: [&str; 4] =
    ["call", "draw", r#"shape={"kind":"text","text":"a"}"#, r#"pens={"ink":1}"#];

/// All that is shown at a terminal of this kind.
fn shown(line: &[&str], environment: &[(&str, &str)]) -> String {
    let (mut person, program) = terminal();
    let mut command = Command::new(STUDIO);
    command
        .args(line)
        .env_remove("NO_COLOR")
        .env("TERM", "xterm")
        .envs(environment.iter().copied());
    command
        .stdin(program.try_clone().unwrap())
        .stdout(program.try_clone().unwrap())
        .stderr(program);
    let mut child = command.spawn().unwrap();
    drop(command);
    let mut screen = Vec::new();
    // Reading fails once nobody has the terminal open any more.
    let _ = person.read_to_end(&mut screen);
    assert!(child.wait().unwrap().success());
    String::from_utf8(screen).unwrap().replace("\r\n", "\n")
}

#[test]
fn names_have_colours_where_the_terminal_has_them() {
    let coloured = shown(&["list"], &[]);
    assert!(
        coloured.starts_with("\u{1b}[1mTools\u{1b}[0m\n  \u{1b}[36mdraw\u{1b}[0m shape="),
        "{coloured:?}"
    );
    let plain = Ran::of(Command::new(STUDIO).arg("list")).answer();
    for environment in [("NO_COLOR", "1"), ("TERM", "dumb")] {
        assert_eq!(shown(&["list"], &[environment]), plain);
    }
    let schema = shown(&["schema", "draw"], &[]);
    assert!(schema.contains("\n  \u{1b}[36mpens\u{1b}[0m: an object"), "{schema:?}");
}

#[test]
fn json_has_lines_for_a_person_and_none_for_a_program() {
    let of_program = r#"{"pens":{"ink":1},"loud":false,"id":12345678901234567890}"#;
    let of_person = "{\n  \"pens\": {\n    \"ink\": 1\n  },\n  \"loud\": false,\n  \"id\": 12345678901234567890\n}\n";
    assert_eq!(shown(&DRAW, &[]), of_person);
    assert_eq!(Ran::of(Command::new(STUDIO).args(DRAW)).answer(), format!("{of_program}\n"));
    let json = [&DRAW[..], &["--json"]].concat();
    let answer = shown(&json, &[]);
    assert!(
        answer.starts_with("{\n  ") && answer.contains("    \"id\": 12345678901234567890"),
        "{answer}"
    );
    let answer = Ran::of(Command::new(STUDIO).args(&json)).answer();
    assert!(answer.contains(&format!(r#""structuredContent":{of_program}"#)), "{answer}");
}

#[test]
fn progress_is_drawn_over() {
    let clear = "\r\u{1b}[K";
    let expected = format!(
        "{clear}[1/2] copy 1{clear}[2/2] copy 2{clear}info: there is no paper left\nprinted\n"
    );
    assert_eq!(shown(&["call", "print", "copies=2"], &[]), expected);
    let lines = "[1/2] copy 1\n[2/2] copy 2\ninfo: there is no paper left\nprinted\n";
    assert_eq!(shown(&["call", "print", "copies=2"], &[("TERM", "dumb")]), lines);
}

#[test]
fn schema_explains_variants_maps_prompts_and_resources() {
    let schema = |name| Ran::of(Command::new(STUDIO).args(["schema", name])).answer();
    let draw = schema("draw");
    let arguments = "
Arguments
  shape: an object
      What is drawn.
      either
        kind: \"circle\"
        radius: a number
            From the middle to the rim.
      or
        kind: \"text\"
        text: a string
  pens: an object, each value an integer from 0 to 4294967295
  loud: true or false; may be left out
";
    assert!(draw.contains(arguments), "{draw}");
    let ask = "\
ask
  Asks for a drawing.

Arguments
  style: a string
      Whose style.
  size: an integer from 0 to 4294967295; may be left out
";
    assert_eq!(schema("ask"), ask);
    let drawing = "drawings://{number}\n  A drawing.\n\nVariables\n  number: an integer from 0 to 4294967295\n\nContents\n  text/plain\n";
    assert_eq!(schema("drawings://{number}"), drawing);
}
