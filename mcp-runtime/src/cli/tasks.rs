//! Follows a call that becomes a task to its end; a signal cancels it.

use std::collections::HashSet;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tokio::time::sleep;

use super::client::Client;
use super::terminal::screen;
use crate::jsonrpc::{ErrorObject, printable};
use crate::protocol::{
    DetailedTask, InputRequests, Method, TaskParams, TaskStatus, UpdateTaskParams,
};
use crate::transport::signals::shutdown_signal;

/// How often the task is polled; its server is in this process.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

impl Client {
    /// Calls a tool, and follows its task, if it becomes one.
    ///
    /// # Errors
    ///
    /// The error of the server, or that the task was cancelled.
    pub(super) async fn call(&self, params: &impl Serialize) -> Result<Box<RawValue>, ErrorObject> {
        let answer = self.request(Method::CallTool, params).await?;
        let Some(id) = task_of(&answer) else { return Ok(answer) };
        let end = shutdown_signal().map_err(|error| ErrorObject::internal(error.to_string()))?;
        tokio::select! {
            answer = self.follow(&id) => answer,
            () = end => {
                self.request(Method::CancelTask, &TaskParams::new(&id)).await?;
                Err(ErrorObject::internal("the task was cancelled"))
            }
        }
    }

    async fn follow(&self, id: &str) -> Result<Box<RawValue>, ErrorObject> {
        let (mut asked, mut last) = (HashSet::new(), None);
        loop {
            let look = self.request(Method::GetTask, &TaskParams::new(id)).await?;
            let task: DetailedTask = serde_json::from_str(look.get())
                .map_err(|error| ErrorObject::internal(error.to_string()))?;
            if !task.status.is_terminal() && task.status_message != last {
                screen::progress(&printable(task.status_message.as_deref().unwrap_or_default()));
                last.clone_from(&task.status_message);
            }
            match (task.status, task.result, task.error) {
                (TaskStatus::Completed, Some(result), _) => return Ok(result),
                (_, _, Some(error)) => return Err(error),
                (status, ..) if status.is_terminal() => {
                    let message = task.status_message.unwrap_or_else(|| "the task ended".into());
                    return Err(ErrorObject::internal(message));
                }
                _ => {}
            }
            let new = task.input_requests.unwrap_or_default().into_iter();
            let new: InputRequests = new.filter(|(key, _)| asked.insert(key.clone())).collect();
            if !new.is_empty() {
                let params = UpdateTaskParams::new(id, self.answers_to(new).await?);
                self.request(Method::UpdateTask, &params).await?;
            }
            sleep(POLL_INTERVAL).await;
        }
    }
}

/// The id of the task that a call became.
fn task_of(answer: &RawValue) -> Option<String> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct CreatedTask {
        result_type: String,
        task_id: String,
    }
    let created: CreatedTask = serde_json::from_str(answer.get()).ok()?;
    (created.result_type == DetailedTask::RESULT_TYPE).then_some(created.task_id)
}
