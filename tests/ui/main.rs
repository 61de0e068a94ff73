//! What the macros accept, and what they say about mistakes: one file per mistake.
//!
//! `TRYBUILD=overwrite cargo test -p mcp-ui-tests` writes the messages anew; read each one as the
//! person who gets it.

#![expect(clippy::unwrap_used, reason = "a helper of a test fails the test")]

use std::path::{Path, PathBuf};

#[test]
fn what_is_right_compiles_and_runs() {
    trybuild::TestCases::new().pass("*/pass/*.rs");
}

// Apart from the others, since those that only fail to compile are given to the compiler all at once.
#[test]
fn mistakes_are_explained() {
    trybuild::TestCases::new().compile_fail("*/fail/*.rs");
}

/// A message that fills the screen is not read.
#[test]
fn messages_are_short() {
    const LINES: usize = 12;
    // What the compiler says of syntax it says at length.
    const OF_THE_COMPILER: [&str; 2] = ["dangling_word", "unfinished_method"];
    for path in ["agent", "app", "extension", "handlers", "prompt", "resource", "skills", "tool"]
        .into_iter()
        .flat_map(expected_messages)
    {
        if OF_THE_COMPILER.iter().any(|name| path.file_stem().is_some_and(|stem| stem == *name)) {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        for message in text.split("\n\n") {
            // After that the compiler continues: other places, and all that implements a trait.
            let goes_on = |line: &&str| line.starts_with("note:") || line.starts_with("help:");
            let lines = message.trim().lines().take_while(|line| !goes_on(line)).count();
            assert!(lines <= LINES, "{}: {lines} lines\n{message}", path.display());
        }
    }
}

/// The messages for one macro.
fn expected_messages(of: &str) -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join(of).join("fail");
    let files = std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    files.filter(|path| path.extension().is_some_and(|extension| extension == "stderr")).collect()
}
