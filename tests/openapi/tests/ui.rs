//! Mistakes with `#[openapi]`, and what the compiler says to them.
//!
//! `TRYBUILD=overwrite cargo test -p mcp-openapi-tests --test ui` writes the messages anew; read each
//! one as the person who gets it.

#![expect(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

#[test]
fn mistakes_are_explained() {
    for folder in ["documents", "tests/ui/documents"] {
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
    }
    trybuild::TestCases::new().compile_fail("tests/ui/fail/*.rs");
}

/// Copies documents: the files are compiled as a package elsewhere, where its paths start.
fn copy(folder: &Path) {
    let to = target().join("tests/trybuild/mcp-openapi-tests/documents");
    fs::create_dir_all(&to).unwrap();
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
    }
}

/// The folder for what is built.
fn target() -> PathBuf {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let arguments = ["metadata", "--no-deps", "--offline", "--format-version", "1"];
    let said = Command::new(cargo).args(arguments).output().unwrap();
    let metadata: serde_json::Value = serde_json::from_slice(&said.stdout).unwrap();
    metadata["target_directory"].as_str().unwrap().into()
}
