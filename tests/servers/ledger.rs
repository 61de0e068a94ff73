//! A server that writes down what it is asked to, in the file that is its argument, and takes a moment for that: whoever
//! kills it meanwhile sees what it had done.

use std::fs::OpenOptions;
use std::io::{Result, Write as _};
use std::path::PathBuf;
use std::time::Duration;

use mcp_runtime::{State, server, stdio, tool};

struct Ledger(PathBuf);

/// Writes down a line.
#[tool]
async fn write_down(line: String, ledger: State<Ledger>) -> Result<String> {
    let mut file = OpenOptions::new().create(true).append(true).open(&ledger.0)?;
    writeln!(file, "{line}")?;
    tokio::time::sleep(Duration::from_millis(100)).await;
    Ok(line)
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> mcp_runtime::Result<()> {
    let file = std::env::args().nth(1).unwrap_or_default();
    server!().state(Ledger(file.into())).tool::<write_down>().build()?.serve(stdio()).await
}
