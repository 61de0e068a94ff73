//! Holds what was said over the Agent Client Protocol against its official types and schemas.
//!
//! ```text
//! acp-oracle agent|client FOLDER SCHEMAS
//! ```
//!
//! `FOLDER` is what record.py wrote down, and `SCHEMAS` has the official schemas, `v1/schema.json` and so on. Each message of that side has to be a method of that side, valid against its schema, and what the
//! official type of the method writes once it has read the message.

mod connection;
mod version;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

use serde_json::{Value, from_str};

use connection::{Connection, Side};
use version::Versions;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [side, folder, schemas] = &arguments[..] else {
        eprintln!("acp-oracle agent|client FOLDER SCHEMAS");
        return ExitCode::from(2);
    };
    let side = if side == "client" { Side::Client } else { Side::Agent };
    let versions = Versions::read(Path::new(schemas));
    let mut heard = BTreeMap::<String, usize>::new();
    let mut failed = 0;
    let mut files: Vec<_> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for file in files {
        let mut connection = Connection::default();
        for line in fs::read_to_string(&file).expect("a file").lines() {
            let record: Value = from_str(line).expect("a line of record.py");
            let from = if record["from"] == "client" { Side::Client } else { Side::Agent };
            // What a test sends need not be JSON.
            let Ok(message) = from_str(record["line"].as_str().unwrap_or_default()) else {
                failed += usize::from(from == side);
                continue;
            };
            let Some(message) = connection.hear(from, message) else { continue };
            if from != side {
                continue;
            }
            *heard.entry(versions.name(&message)).or_default() += 1;
            for fault in versions.check(&message) {
                println!("{}: {fault}\n  {}", file.display(), message.json);
                failed += 1;
            }
        }
    }
    for (name, times) in &heard {
        println!("{times:6} {name}");
    }
    println!("{} messages, {failed} faults", heard.values().sum::<usize>());
    if heard.is_empty() || failed > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
