//! One server in front of three: two programs, and a server at a URL that wants an API key. A model
//! sees four tools, and searches the others.
//!
//! `TODO_KEY=key-of-alice gateway --notes target/debug/notes --git target/debug/git --todo http://127.0.0.1:8000/mcp`

use std::path::PathBuf;

use clap::Args;
use mcp_runtime::{Env, Error, Result, ServerBuilder, server};
use mcp_runtime_client::{HttpTransport, Stdio};
use mcp_runtime_relay::{Backend, Relay as _};
use mcp_runtime_tools::{Search, ServerTools as _};

const TODO_KEY: Env = Env::new("TODO_KEY").secret().why("The API key for the to-do list");

#[derive(Args)]
struct Options {
    /// The program of the example `notes`.
    #[arg(long)]
    notes: PathBuf,
    /// The program of the example `git`.
    #[arg(long)]
    git: PathBuf,
    /// The URL of the example `accounts`.
    #[arg(long)]
    todo: String,
}

/// The server `git`, with tools for this repository only.
fn repository(program: PathBuf) -> Backend {
    let git = Backend::new(move || Stdio::spawn(&program).args(["--repository", "."]));
    git.tools(|tool| match tool.name() {
        "git_reset" => tool.fix("repo_path", ".").confirm("Unstage all changes?"),
        "git_log" => tool.fix("repo_path", ".").cut(4_000),
        "git_checkout" => tool.remove(),
        _ => tool.fix("repo_path", "."),
    })
}

fn gateway(server: ServerBuilder, options: Options) -> Result<ServerBuilder> {
    let Options { notes, git, todo } = options;
    let key = TODO_KEY.value().ok_or_else(|| Error::other("set TODO_KEY"))?;
    Ok(server
        .relay("notes", move || Stdio::spawn(&notes))
        .relay_flat("git", repository(git))
        .relay("todo", HttpTransport::new(todo).header("X-API-Key", &key))
        .search(Search::new().always(["todo_list"])))
}

fn main() -> Result<()> {
    server!().needs(TODO_KEY).run_with(gateway)
}
