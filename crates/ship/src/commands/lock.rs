//! `lock`: writes the interface of the server to a file, or checks it against one.

use std::io::{self, IsTerminal as _, Read as _};
use std::path::Path;
use std::process::exit;

use mcp_runtime::clap::{Arg, ArgAction, ArgMatches};
use serde_json::json;

use mcp_runtime::Server;
use mcp_runtime::SubcommandLine;
use mcp_runtime::terminal::Terminal;
use mcp_runtime_lint::lock::{Bump, Lock, LockDiff, LockStatus, MAX_LOCK_BYTES};
use mcp_runtime_protocol::Result;

/// The exit codes other than 0.
const OUT_OF_DATE: i32 = 1;
const NO_LOCK: i32 = 2;
const NEEDS_BUMP: i32 = 3;
const NEEDS_REVIEW: i32 = 4;

/// The definition of the command.
pub(super) fn command() -> mcp_runtime::clap::Command {
    let flag = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
    };
    mcp_runtime::clap::Command::new("lock")
        .about("Record in mcp.lock what the server offers, or check what has changed since then")
        .arg(flag(
            "check",
            "Write nothing: fail if the lock is out of date, or the version must be raised",
        ))
        .arg(flag("review", "With --check: also fail if a change needs review").requires("check"))
        .arg(
            Arg::new("fail-on")
                .long("fail-on")
                .value_name("LEVEL")
                .requires("check")
                .value_parser(["major", "minor", "patch", "never"])
                .help("With --check: fail on a change of this level or a higher one, even if the version was raised for it"),
        )
        .arg(
            Arg::new("file")
                .long("file")
                .value_name("FILE")
                .default_value("mcp.lock")
                .help("The lock file, or `-` to read another release's lock from standard input"),
        )
        .after_help(
            "Exit codes of --check: 0 up to date, 1 out of date, 2 no lock, 3 the version must be \
             raised, 4 a change needs review.",
        )
}

/// Writes the lock, or checks it. If something has to be done, the process exits here.
///
/// # Errors
///
/// When the lock or the report cannot be written.
pub(super) fn run(server: &Server, line: &SubcommandLine) -> Result<()> {
    let json = line.is_json();
    let line = line.matches();
    let file = line.get_one::<String>("file").map_or("mcp.lock", String::as_str);
    let is_check = line.get_flag("check");
    let now = Lock::of(&server.offers());
    let mut terminal = Terminal::take()?;
    if !is_check && file != "-" && !Path::new(file).exists() {
        now.write(file)?;
        return if json {
            terminal.json(&json!({"verdict": null, "written": file}))
        } else {
            terminal.text(&format!("Wrote {file}."))
        };
    }
    let old = match read(file) {
        Ok(old) => old,
        Err(error) => {
            let program = &server.info().name;
            eprintln!("error: {error}; {}", advice(file, program));
            exit(NO_LOCK);
        }
    };
    let diff = old.compare(&now);
    if is_check || file == "-" {
        if json {
            terminal.json(&diff.to_json())?;
        } else {
            terminal.text(&diff.to_string())?;
        }
        return match code(&diff, line) {
            0 => Ok(()),
            code => exit(code),
        };
    }
    now.replacing(&old).write(file)?;
    if json {
        return terminal.json(&diff.to_json());
    }
    diff.changes.iter().try_for_each(|change| terminal.text(&change.to_string()))?;
    terminal.text(&match diff.needs().filter(|_| diff.status() == LockStatus::NeedsBump) {
        Some(needs) => format!(
            "Wrote {file}, but these changes require raising the server's version to {needs}; it \
             is {}. Raise it in Cargo.toml, and write the lock again.",
            diff.to
        ),
        None => format!("Wrote {file}."),
    })
}

/// What to do about a lock that cannot be read.
fn advice(file: &str, program: &str) -> String {
    if file == "-" {
        format!("expected a lock that `{program} lock` has written")
    } else if Path::new(file).exists() {
        format!("restore the file, or delete it and run `{program} lock`")
    } else {
        format!("write it with `{program} lock`, and commit it")
    }
}

fn read(file: &str) -> Result<Lock> {
    if file != "-" {
        return Lock::read(file);
    }
    let mut text = String::new();
    if !io::stdin().is_terminal() {
        let read = io::stdin().take(MAX_LOCK_BYTES).read_to_string(&mut text);
        read.map_err(|error| mcp_runtime_protocol::Error::io("cannot read standard input", error))?;
    }
    Lock::parse(&text)
}

fn code(diff: &LockDiff, line: &ArgMatches) -> i32 {
    let is_looked_at = line.get_flag("review");
    let is_marked = diff.changes.iter().any(|change| change.review && !change.accepted);
    let least = line.get_one::<String>("fail-on").map(|level| {
        let levels = [Bump::Patch, Bump::Minor, Bump::Major];
        levels.into_iter().find(|known| known.as_str() == level)
    });
    let code = match least {
        // `never` is not a level.
        Some(least) if least.is_some() && diff.verdict() >= least => NEEDS_BUMP,
        Some(_) => 0,
        None => match diff.status() {
            LockStatus::UpToDate => 0,
            LockStatus::OutOfDate => OUT_OF_DATE,
            _ => NEEDS_BUMP,
        },
    };
    if code <= OUT_OF_DATE && is_looked_at && is_marked { NEEDS_REVIEW } else { code }
}
