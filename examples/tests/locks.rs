//! The interface of every example is the one in its lock: `locks/NAME.lock`, written again with
//! `MCP_LOCK=write cargo test -p mcp-examples locks`.

use std::env;
use std::path::Path;

use crate::program::Program;

#[test]
fn no_example_offers_something_else_than_its_lock_says() {
    let examples = [
        ("agent", env!("CARGO_BIN_EXE_agent")),
        ("app", env!("CARGO_BIN_EXE_app")),
        ("audited", env!("CARGO_BIN_EXE_audited")),
        ("extension", env!("CARGO_BIN_EXE_extension")),
        ("hello", env!("CARGO_BIN_EXE_hello")),
        ("indexer", env!("CARGO_BIN_EXE_indexer")),
        ("notes", env!("CARGO_BIN_EXE_notes")),
        ("scripted", env!("CARGO_BIN_EXE_scripted")),
        ("sqlite", env!("CARGO_BIN_EXE_sqlite")),
    ];
    let is_written = env::var_os("MCP_LOCK").is_some();
    let mut reports = Vec::new();
    for (name, program) in examples {
        let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("locks/{name}.lock"));
        let lock = lock.to_str().unwrap();
        let options: &[&str] = if is_written { &[] } else { &["--check"] };
        // What a program takes beside its commands.
        let own: &[&str] = match name {
            "sqlite" => &["--db", "/no/such/file"],
            _ => &[],
        };
        let ran = Program::new(program).run(&[own, &["lock", "--file", lock], options].concat());
        if ran.status != 0 {
            reports.push(format!("{name}\n{}{}", ran.stdout, ran.stderr));
        }
    }
    assert!(reports.is_empty(), "{}", reports.join("\n"));
}
