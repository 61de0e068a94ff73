//! What the macros accept: each of `examples`; and what they say about mistakes: one file per mistake.
//!
//! `TRYBUILD=overwrite cargo test -p mcp-ui-tests` writes the messages anew; read each one as the
//! person who gets it.

#![expect(clippy::unwrap_used, reason = "a helper of a test fails the test")]

use std::path::{Path, PathBuf};
use std::process::Command;

/// Cargo has compiled them together with this test.
#[test]
fn what_is_right_compiles_and_runs() {
    let sources = files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("examples"));
    assert!(!sources.is_empty());
    for source in sources {
        let name = source.file_stem().unwrap().to_str().unwrap();
        let ran = Command::new(newest_example(name)).output().unwrap();
        assert!(ran.status.success(), "{name}: {}", String::from_utf8_lossy(&ran.stderr));
    }
}

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
    let mut messages = files(&directory);
    messages.retain(|path| path.extension().is_some_and(|extension| extension == "stderr"));
    messages
}

/// The program of an example. Its name has a suffix if what cargo builds has a folder of its own.
fn newest_example(name: &str) -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let mut built = files(&test.ancestors().nth(2).unwrap().join("examples"));
    built.retain(|path| {
        let stem = path.file_stem().unwrap().to_str().unwrap();
        let suffix = stem.strip_prefix(name);
        suffix.is_some_and(|suffix| suffix.is_empty() || suffix.starts_with('-'))
            && path.extension().is_none_or(|extension| extension == std::env::consts::EXE_EXTENSION)
    });
    let written = |path: &PathBuf| path.metadata().unwrap().modified().unwrap();
    built
        .into_iter()
        .max_by_key(written)
        .unwrap_or_else(|| panic!("build {name} first: run the tests without `--test`"))
}

fn files(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).unwrap();
    entries.map(|entry| entry.unwrap().path()).collect()
}
