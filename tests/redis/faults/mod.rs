//! What goes wrong with a store in Redis and those that use it. `FAULTS.md` says which test shows which fault.

mod store;
mod tasks;

use std::path::Path;

/// Each test that the table names is there, and each that is named after a fault is in the table.
#[test]
fn the_table_names_the_tests() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let table = std::fs::read_to_string(top.join("redis/FAULTS.md")).unwrap();
    let mut named = Vec::new();
    for row in table.lines().filter(|row| row.starts_with("| F")) {
        let cells: Vec<_> = row.split('|').map(str::trim).collect();
        let [_, fault, _, tests, file, _] = cells[..] else { panic!("{row}") };
        let text = std::fs::read_to_string(top.join(file.trim_matches('`'))).unwrap();
        for test in tests.split(", ").map(|test| test.trim_matches('`')) {
            assert!(text.contains(&format!("fn {test}(")), "{fault}: there is no {test} in {file}");
            named.push(test.to_owned());
        }
    }
    for source in ["redis/faults/store.rs", "redis/faults/tasks.rs"] {
        let text = std::fs::read_to_string(top.join(source)).unwrap();
        let tests = text.split("fn f").skip(1).map(|rest| rest.split('(').next().unwrap());
        for test in tests.filter(|test| test.starts_with(|c: char| c.is_ascii_digit())) {
            let test = format!("f{test}");
            assert!(named.contains(&test), "{test} is not in the table");
        }
    }
}
