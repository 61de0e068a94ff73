//! Checks a program against what clients do with it.

use std::path::PathBuf;

use crate::doctor::{CheckedProgram, Severity, check_stdio};
use mcp_runtime_protocol::{Error, Result};

/// Starts a server as clients do, and checks that it works: in other directories and environments,
/// with the first messages of older and newer clients, and when they disconnect.
///
/// ```no_run
/// # async fn test() -> mcp_runtime::Result<()> {
/// mcp_runtime_ship::doctor("target/debug/notes", &["--level", "3"]).await?;
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// Every failed check, one per line, with what to do about it.
pub async fn doctor(program: impl Into<PathBuf>, args: &[&str]) -> Result<()> {
    let args = args.iter().map(|&arg| arg.to_owned()).collect();
    let checked = CheckedProgram::new(program.into(), args, Vec::new());
    let mut found = Vec::new();
    check_stdio(checked, &mut found).await;
    let failed: Vec<String> = found
        .iter()
        .filter(|found| found.state == Severity::Failure)
        .map(|found| format!("{}: {}; {}", found.check.id(), found.what, found.todo))
        .collect();
    if failed.is_empty() { Ok(()) } else { Err(Error::other(failed.join("\n"))) }
}
