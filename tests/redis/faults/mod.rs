//! What goes wrong with a store in Redis and those that use it. `FAULTS.md` says which test shows which fault.

mod crashes;
mod sessions;
mod store;
mod tasks;

use std::path::{Path, PathBuf};
use std::time::Duration;

use mcp_test_support::peer::Process;
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

const DURABLE: &str = env!("CARGO_BIN_EXE_durable-server");
const TIMEOUT: Duration = Duration::from_secs(30);

/// How many faults the store was designed for.
const FAULTS: usize = 45;

/// Each fault has a test, each test that the table names is there, and each that is named after a fault is in the table.
#[test]
fn the_table_names_the_tests() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let table = std::fs::read_to_string(top.join("redis/FAULTS.md")).unwrap();
    let mut named = Vec::new();
    let mut faults = Vec::new();
    for row in table.lines().filter(|row| row.starts_with("| F")) {
        let cells: Vec<_> = row.split('|').map(str::trim).collect();
        let [_, fault, _, tests, file, _] = cells[..] else { panic!("{row}") };
        let text = std::fs::read_to_string(top.join(file.trim_matches('`'))).unwrap();
        for test in tests.split(", ").map(|test| test.trim_matches('`')) {
            assert!(text.contains(&format!("fn {test}(")), "{fault}: there is no {test} in {file}");
            named.push(test.to_owned());
        }
        faults.extend(fault.split(", ").map(str::to_owned));
    }
    for number in 1..=FAULTS {
        assert!(faults.contains(&format!("F{number:02}")), "no test shows F{number:02}");
    }
    for name in ["crashes", "sessions", "store", "tasks"] {
        let text = std::fs::read_to_string(top.join(format!("redis/faults/{name}.rs"))).unwrap();
        let tests = text.split("fn f").skip(1).map(|rest| rest.split('(').next().unwrap());
        for test in tests.filter(|test| test.starts_with(|c: char| c.is_ascii_digit())) {
            let test = format!("f{test}");
            assert!(named.contains(&test), "{test} is not in the table");
        }
    }
}
