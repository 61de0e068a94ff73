//! A server that is given to people: it needs things, and can be broken in many ways by `BREAK`.

use std::time::Duration;
use std::{env, thread};

use mcp_runtime::{Env, Result, server, tool};

const NOTES_DIR: Env = Env::new("SHIPPED_DIR").directory().why("Where the notes are stored");
const KEY: Env = Env::new("SHIPPED_KEY").secret().optional().why("Opens the notes of others");
const LEVEL: Env = Env::new("SHIPPED_LEVEL").number().default("3").why("How many are listed");

/// Counts the notes.
#[tool(read_only)]
fn count() -> String {
    NOTES_DIR.value().unwrap_or_default()
}

#[tool]
fn without_a_description(x: u64) -> u64 {
    x
}

fn main() -> Result<()> {
    let broken = env::var("BREAK").unwrap_or_default();
    let is = |way: &str| broken.split(',').any(|broken| broken == way);
    if is("panic") {
        panic!("the database is locked");
    }
    if is("exit") {
        eprintln!("error: DATABASE_URL is not set");
        std::process::exit(3);
    }
    if is("print") {
        println!("Starting the server ...");
    }
    if is("colours") {
        eprintln!("\u{1b}[32mINFO\u{1b}[0m starting");
    }
    if is("chatter") {
        eprintln!("{}", "loading the index\n".repeat(8000));
    }
    if is("slow") {
        thread::sleep(Duration::from_millis(1500));
    }
    if is("silent") {
        thread::sleep(Duration::from_secs(60));
    }
    if is("directory") && env::current_dir()?.as_os_str() == "/" {
        eprintln!("error: notes.db: no such file");
        std::process::exit(1);
    }
    if is("home") && env::var_os("HOME").is_none() {
        eprintln!("error: HOME is not set");
        std::process::exit(1);
    }
    if is("shell") && env::var_os("SHIPPED_FROM_SHELL").is_none() {
        eprintln!("error: SHIPPED_FROM_SHELL is not set");
        std::process::exit(1);
    }
    let base = server!()
        .subcommands(mcp_runtime_ship::subcommands())
        .needs(NOTES_DIR)
        .needs(KEY)
        .needs(LEVEL)
        .tool::<count>();
    let server = if is("tools") { base.tool::<without_a_description>() } else { base };
    let done = server.run();
    if is("lingers") {
        thread::sleep(Duration::from_secs(60));
    }
    if is("status") {
        std::process::exit(4);
    }
    done
}
