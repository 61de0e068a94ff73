//! What the macros accept, and what they say about mistakes: one file per mistake in `ui/`.
//!
//! `TRYBUILD=overwrite cargo test -p mcp-tests ui` writes the messages anew; read each one as the
//! person who gets it.

use std::path::{Path, PathBuf};

#[test]
fn mistakes_are_explained() {
    let cases = trybuild::TestCases::new();
    cases.pass("ui/*/pass/*.rs");
    cases.compile_fail("ui/*/fail/*.rs");
}

/// A message that fills the screen is not read.
#[test]
fn messages_are_short() {
    const LINES: usize = 12;
    // What the compiler says of threads it says at length; none of it is ours.
    let ours = |path: &Path| {
        !path.ends_with("future_not_send.stderr") && !path.ends_with("state_not_sync.stderr")
    };
    for path in expected_messages().into_iter().filter(|path| ours(path)) {
        let text = std::fs::read_to_string(&path).unwrap();
        for message in text.split("\n\n") {
            let lines = message.trim().lines().count();
            assert!(
                lines <= LINES,
                "{}: {lines} lines\n{message}",
                path.display()
            );
        }
    }
}

/// The `.stderr` files below `ui/<macro>/fail/`.
fn expected_messages() -> Vec<PathBuf> {
    fn below(directory: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                below(&path, found);
            } else if path
                .extension()
                .is_some_and(|extension| extension == "stderr")
            {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    below(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("ui"),
        &mut found,
    );
    found
}
