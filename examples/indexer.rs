//! Counts the words of a folder: a long call, which becomes a task if its client supports tasks. It
//! reports progress, asks a question in the middle, can be cancelled, and continues after a
//! restart.
//!
//! `claude mcp add indexer -- indexer --tasks ~/.indexer`

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use mcp_runtime::store::Directory;
use mcp_runtime::{Accepted, Context, Elicit, Json, Progress, Result, Schema, Tasks, server, tool};
use serde::Serialize;
use tokio::task::spawn_blocking;

/// How many files are read between two progress reports.
const BATCH: usize = 20;

/// How many files are read without asking.
const FEW: usize = 100;

#[derive(Args)]
struct Options {
    /// Where tasks are kept, so that they survive a restart; in memory if left out.
    #[arg(long)]
    tasks: Option<PathBuf>,
}

#[derive(Elicit)]
struct ReadAll {
    /// Read all of them?
    all: bool,
}

/// The most frequent words of a folder.
#[derive(Serialize, Schema)]
struct Index {
    files: usize,
    words: BTreeMap<String, u64>,
}

/// Counts the words in the text files of a folder.
#[tool(
    read_only,
    open_world = false,
    task(resume, ttl = "2h", immediate = "The folder is being read; that may take minutes.")
)]
async fn index(
    /// The folder.
    folder: PathBuf,
    context: Context,
    progress: Progress,
) -> Result<Json<Index>> {
    let mut files = context.once("list", list(folder)).await??;
    if files.len() > FEW {
        let question = format!("There are {} files. Read them all?", files.len());
        match context.elicit().form::<ReadAll>(question).await? {
            Accepted(ReadAll { all: true }) => {}
            _ => files.truncate(FEW),
        }
    }
    let mut words = BTreeMap::new();
    for (done, batch) in files.chunks(BATCH).enumerate() {
        let last = batch.last().map(|file| file.display().to_string()).unwrap_or_default();
        // Batches that were counted before a restart are not counted again.
        let counted = context.once(&format!("batch {done}"), count(batch.to_vec())).await?;
        for (word, times) in counted {
            *words.entry(word).or_default() += times;
        }
        progress.report_of(done * BATCH + batch.len(), files.len(), last).await;
    }
    words.retain(|_, times| *times > 1);
    Ok(Json(Index { files: files.len(), words }))
}

/// The text files of a folder.
async fn list(folder: PathBuf) -> Result<Vec<PathBuf>, String> {
    let is_text = |path: &Path| path.extension().is_some_and(|is| is == "txt" || is == "md");
    let read = move || -> std::io::Result<Vec<PathBuf>> {
        let entries = fs::read_dir(&folder)?.map(|entry| entry.map(|entry| entry.path()));
        let mut files = entries.collect::<std::io::Result<Vec<_>>>()?;
        files.retain(|path| is_text(path));
        files.sort();
        Ok(files)
    };
    let files = spawn_blocking(read).await.map_err(|error| error.to_string())?;
    files.map_err(|error| format!("the folder cannot be read: {error}"))
}

/// The words of some files; a file that cannot be read has none.
async fn count(files: Vec<PathBuf>) -> BTreeMap<String, u64> {
    let read = move || {
        let mut words = BTreeMap::new();
        for text in files.iter().filter_map(|file| fs::read_to_string(file).ok()) {
            for word in
                text.split(|next: char| !next.is_alphanumeric()).filter(|word| word.len() > 3)
            {
                *words.entry(word.to_lowercase()).or_default() += 1;
            }
        }
        words
    };
    spawn_blocking(read).await.unwrap_or_default()
}

fn main() -> Result<()> {
    server!().tool::<index>().run_with(|server, Options { tasks }| {
        Ok(match tasks {
            None => server,
            Some(path) => server.before_serving(|server| async move {
                Ok(server.tasks(Tasks::new().store(Directory::open(path)?)))
            }),
        })
    })
}
