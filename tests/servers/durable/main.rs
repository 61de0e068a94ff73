//! Serves tasks that are in a folder, as processes that die leave them: `durable-server FOLDER stdio`,
//! or `durable-server FOLDER --stop-at 'before creation 1' stdio`, which stops there. With `--directory`,
//! `--memory` or `--redis URL` in place of that, nothing is written down of what it writes, and it keeps
//! tasks there; with `--redis URL` after it, it stops there.

mod stopping;

use std::path::PathBuf;
use std::time::Duration;

use mcp_runtime::store::Directory;
use mcp_runtime::{Accepted, Context, Elicit, Result, TaskContext, Tasks, handlers, server, tool};
use mcp_runtime_redis::Redis;
use mcp_test_support::note;
use mcp_test_support::tasks::Jobs;
use tokio::time::sleep;

use stopping::StoppingStore;

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
        note(&self.done, what);
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

    /// Is done soon.
    #[tool(task)]
    async fn soon(&self) -> &'static str {
        self.note("soon");
        sleep(Duration::from_millis(400)).await;
        "soon"
    }

    /// Is not done when its time is over.
    #[tool(task(resume, ttl = "700ms"))]
    async fn expires(&self) -> &'static str {
        self.note("started");
        sleep(Duration::from_secs(1000)).await;
        "late"
    }

    /// Says how far it is, does something once, and asks.
    #[tool(task(resume))]
    async fn books(&self, elicit: Elicit, task: TaskContext, context: &Context) -> Result<String> {
        self.note("started");
        task.set_status("on its way");
        // Long enough for that to be written by itself.
        sleep(Duration::from_millis(20)).await;
        context.once("book", async { self.note("once") }).await?;
        let answer = elicit.form::<Sure>("Sure?").await?;
        self.note("answered");
        context.once("pay", async { self.note("paid") }).await?;
        Ok(format!("{}", matches!(answer, Accepted(Sure { sure: true }))))
    }

    /// Does something once that takes a while.
    #[tool(task(resume))]
    async fn pays_slowly(&self, context: &Context) -> Result<String> {
        let pays = async {
            self.note("paying");
            sleep(Duration::from_millis(400)).await;
            self.note("paid");
        };
        context.once("pay", pays).await?;
        Ok("paid".to_owned())
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
    let stop = (arguments[0] == "--stop-at").then(|| arguments.drain(..2).next_back()).flatten();
    let done = folder.with_extension("done");
    // Where several processes have one store, none shall lose a task while it waits for the processor.
    let lease = Duration::from_millis(if arguments[0] == "--redis" { 1000 } else { 600 });
    let tasks = match &*arguments[0] {
        "--memory" => Tasks::new(),
        "--redis" => {
            let url = arguments.remove(1);
            let store = Redis::new(url).namespace("test").lazy()?;
            match stop {
                Some(stop) => {
                    Tasks::new().store(StoppingStore::new(store, Some(stop), done.clone()))
                }
                None => Tasks::new().store(store),
            }
        }
        "--directory" => Tasks::new().store(Directory::open(&folder)?),
        _ => {
            note(&done, "process");
            Tasks::new().store(StoppingStore::new(Directory::open(&folder)?, stop, done.clone()))
        }
    };
    arguments.retain(|argument| !argument.starts_with("--"));
    let tasks = tasks.lease(lease).min_ttl(Duration::from_millis(100));
    let server = server!().tasks(tasks).handlers(Durable { done }).handlers(Jobs);
    mcp_test_support::serve_as(server, &arguments)
}
