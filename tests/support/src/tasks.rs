//! The tools that the cases of tasks are about, and the official suite, too.

use std::time::Duration;

use mcp_runtime::{
    Accepted, Elicit, Error, ErrorCode, ErrorObject, Progress, Result, TaskContext, handlers, tool,
};
use tokio::time::sleep;

/// The tools.
#[derive(Debug)]
pub struct Jobs;

#[derive(Elicit)]
struct Confirmed {
    confirm: bool,
}

#[derive(Elicit)]
struct Named {
    name: String,
}

#[handlers]
impl Jobs {
    /// Greets somebody; never a task.
    #[tool]
    fn greet(&self, name: &str) -> String {
        format!("Hello, {name}!")
    }

    /// Computes for a while.
    #[tool(task(immediate = "It computes."))]
    async fn slow_compute(
        &self,
        seconds: f64,
        #[arg(default)] label: String,
        progress: Progress,
    ) -> String {
        progress.report_of(0, 1, "computing").await;
        sleep(Duration::from_secs_f64(seconds)).await;
        format!("computed {label}")
    }

    /// Fails after a second.
    #[tool(task(required))]
    async fn failing_job(&self) -> Result<String> {
        sleep(Duration::from_secs(1)).await;
        Err(Error::other("the job failed"))
    }

    /// Ends with an error of the protocol.
    #[tool(task)]
    async fn protocol_error_job(&self) -> Result<String, ErrorObject> {
        sleep(Duration::from_millis(10)).await;
        Err(ErrorObject::new(ErrorCode::INTERNAL_ERROR, "the protocol failed"))
    }

    /// Deletes a file, if the person agrees.
    #[tool(task)]
    async fn confirm_delete(&self, filename: String, elicit: Elicit) -> Result<String> {
        let answer = elicit.form::<Confirmed>(format!("Delete {filename}?")).await?;
        Ok(match answer {
            Accepted(Confirmed { confirm: true }) => format!("{filename} is deleted"),
            _ => format!("{filename} is kept"),
        })
    }

    /// Asks two things at once.
    #[tool(task)]
    async fn multi_input(&self, elicit: Elicit) -> Result<String> {
        let (name, other) = tokio::join!(
            elicit.form::<Named>("Who are you?"),
            elicit.form::<Named>("And who is with you?"),
        );
        let names = [name?, other?].map(|answer| match answer {
            Accepted(Named { name }) => name,
            _ => "nobody".to_owned(),
        });
        Ok(names.join(" and "))
    }

    /// Asks who it is for, and then becomes a task.
    #[tool(task(required, manual))]
    async fn test_tool_with_task(&self, elicit: Elicit, task: TaskContext) -> Result<String> {
        let named = elicit.form::<Named>("Who is it for?").await?;
        task.detach().await;
        sleep(Duration::from_millis(10)).await;
        Ok(match named {
            Accepted(Named { name }) => format!("done for {name}"),
            _ => "done for nobody".to_owned(),
        })
    }
}
