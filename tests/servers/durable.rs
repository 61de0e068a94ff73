//! Serves tasks that are in a folder, as processes that die leave them: `durable-server FOLDER stdio`.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use mcp_runtime::store::Directory;
use mcp_runtime::{Accepted, Context, Elicit, Result, TaskContext, Tasks, handlers, server, tool};
use tokio::time::sleep;

struct Durable {
    /// What was done is written there, a line each.
    done: PathBuf,
}

#[derive(Elicit)]
struct Sure {
    sure: bool,
}

impl Durable {
    fn note(&self, what: &str) {
        let file = OpenOptions::new().create(true).append(true).open(&self.done);
        let written = file.and_then(|mut file| file.write_all(format!("{what}\n").as_bytes()));
        written.unwrap_or_else(|error| panic!("{}: {error}", self.done.display()));
    }
}

#[handlers]
impl Durable {
    /// Runs for long.
    #[tool(task)]
    async fn plain(&self) -> &'static str {
        self.note("plain");
        sleep(Duration::from_secs(1000)).await;
        "plain"
    }

    /// Does something once, and asks twice.
    #[tool(task(resume))]
    async fn resumes(
        &self,
        elicit: Elicit,
        task: TaskContext,
        context: &Context,
    ) -> Result<String> {
        self.note("started");
        context.once("submit", async { self.note("once") }).await?;
        let first = elicit.form::<Sure>("Sure?").await?;
        self.note("answered");
        let second = elicit.form::<Sure>("Really sure?").await?;
        let is_sure = |answer| matches!(answer, Accepted(Sure { sure: true }));
        Ok(format!("{} {}, attempt {}", is_sure(first), is_sure(second), task.attempt()))
    }

    /// Ends its process.
    #[tool(task(resume))]
    async fn poison(&self) -> &'static str {
        // Late enough for the answer to leave.
        sleep(Duration::from_millis(100)).await;
        self.note("poisoned");
        std::process::abort()
    }
}

fn main() -> Result<()> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let folder = PathBuf::from(arguments.remove(0));
    let tasks = Tasks::new().store(Directory::open(&folder)?).lease(Duration::from_millis(600));
    let done = folder.with_extension("done");
    let server = server!().tasks(tasks).handlers(Durable { done });
    mcp_tests::serve_as(server, &arguments)
}
