//! A server with options of its own: a file of articles, one a line, that may be closed to changes.

#![expect(clippy::needless_pass_by_value, reason = "a handler is given what it asks for")]

use std::fs;
use std::path::PathBuf;

use clap::Args;
use mcp_runtime::{Error, Result, State, server, tool};

#[derive(Args)]
struct Options {
    /// The file with the articles.
    #[arg(long)]
    db: PathBuf,
    /// Change nothing.
    #[arg(long)]
    read_only: bool,
}

struct Shop(PathBuf);

impl Shop {
    fn open(path: PathBuf) -> Result<Self> {
        match fs::metadata(&path) {
            Ok(_) => Ok(Self(path)),
            Err(error) => Err(Error::other(format!("opening {}: {error}", path.display()))),
        }
    }
}

/// Lists the articles.
#[tool(read_only)]
fn articles(shop: State<Shop>) -> Result<String> {
    Ok(fs::read_to_string(&shop.0)?)
}

/// Adds an article.
#[tool]
fn add(name: &str, shop: State<Shop>) -> Result<()> {
    Ok(fs::write(&shop.0, fs::read_to_string(&shop.0)? + name + "\n")?)
}

fn main() -> Result<()> {
    server!().tool::<articles>().subcommands(mcp_runtime_ship::subcommands()).run_with(
        |server, Options { db, read_only }| {
            let server = server.state_from(async || Shop::open(db));
            Ok(if read_only { server } else { server.tool::<add>() })
        },
    )
}
