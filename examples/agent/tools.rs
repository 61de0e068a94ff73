//! The tools of the model. They exist in turns only: other hosts have their own.

use std::path::{Path, PathBuf};

use mcp_runtime::{Error, Result, Schema, tool};
use mcp_runtime_acp::{CallView, Diff, PlanEntry, PlanStatus, ToolView, Turn};
use serde::Deserialize;
use tokio::fs;

/// Reads a file, with changes that are not saved yet.
#[tool(read_only, kind = "read")]
pub(crate) async fn read_file(path: String, call: CallView, turn: Turn) -> Result<String> {
    call.at(&path, None).await?;
    text_of(&turn, &path).await
}

/// Writes a file.
#[tool(destructive, kind = "edit", preview = show_write)]
pub(crate) async fn write_file(
    path: String,
    /// All of its new text.
    text: String,
    turn: Turn,
) -> Result<&'static str> {
    let file = in_session(&turn, &path);
    if turn.client().capabilities.write_text_file {
        turn.write_file(file, text).await?;
    } else {
        fs::write(&file, text).await.map_err(|error| Error::io("cannot write the file", error))?;
    }
    Ok("written")
}

/// What the user decides about, before the file is written.
async fn show_write(path: String, text: String, turn: Turn) -> ToolView {
    let change = match text_of(&turn, &path).await {
        Ok(before) => Diff::new(&path, before, text),
        Err(_) => Diff::new_file(&path, text),
    };
    ToolView::default().at(&path, 1).diff(change)
}

/// Runs a program, and returns what it prints.
#[tool(destructive, open_world, kind = "execute")]
pub(crate) async fn run(program: String, args: Vec<String>, turn: Turn) -> Result<String> {
    let terminal = turn.terminal(program).args(args).await?;
    terminal.wait_for_exit().await?;
    Ok(terminal.output().await?.output)
}

/// A step of a plan.
#[derive(Deserialize, Schema)]
pub(crate) struct Step {
    /// What is done.
    what: String,
    /// Whether it is done already.
    #[serde(default)]
    is_done: bool,
}

/// Shows the user what is going to be done; call it again when a step is done.
#[tool(read_only, kind = "think")]
pub(crate) async fn make_plan(steps: Vec<Step>, turn: Turn) -> Result<()> {
    let entries = steps.into_iter().map(|Step { what, is_done }| {
        let status = if is_done { PlanStatus::Completed } else { PlanStatus::Pending };
        PlanEntry::new(what).status(status)
    });
    turn.plan(entries.collect::<Vec<_>>()).await
}

/// The text of a file, as the editor has it if it shows its files.
async fn text_of(turn: &Turn, path: &str) -> Result<String> {
    let file = in_session(turn, path);
    if turn.client().capabilities.read_text_file {
        return turn.read_file(file).await;
    }
    fs::read_to_string(file).await.map_err(|error| Error::io("cannot read the file", error))
}

fn in_session(turn: &Turn, path: &str) -> PathBuf {
    turn.session().cwd().join(Path::new(path))
}
