//! Follows a call that becomes a task to its end; a signal cancels it.

use std::collections::HashSet;
use std::time::Duration;

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tokio::time::sleep;

use super::client::{Client, decode, unreadable};
use super::json::text;
use super::terminal::screen;
use crate::jsonrpc::{ErrorObject, printable};
use crate::protocol::{DetailedTask, InputRequests, Method};
use crate::transport::signals::shutdown_signal;

/// How often the task is polled; its server is in this process.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

impl Client {
    /// Calls a tool, and follows its task, if it becomes one.
    ///
    /// # Errors
    ///
    /// The error of the server, or that the task was cancelled.
    pub(super) async fn call(&self, params: Value) -> Result<Box<RawValue>, ErrorObject> {
        let answer = self.request(Method::CallTool, params).await?;
        let Some(id) = task_of(&answer) else { return Ok(answer) };
        let end = shutdown_signal().map_err(|error| ErrorObject::internal(error.to_string()))?;
        tokio::select! {
            answer = self.follow(&id) => answer,
            () = end => {
                self.request(Method::CancelTask, json!({ "taskId": id })).await?;
                Err(ErrorObject::internal("the task was cancelled"))
            }
        }
    }

    async fn follow(&self, id: &str) -> Result<Box<RawValue>, ErrorObject> {
        let mut asked = HashSet::new();
        let mut last = None;
        loop {
            let raw = self.request(Method::GetTask, json!({ "taskId": id })).await?;
            let task: FollowedTask = serde_json::from_str(raw.get()).map_err(unreadable)?;
            let has_ended = matches!(&*task.status, "completed" | "failed" | "cancelled");
            match (task.result, task.error) {
                (Some(result), _) if task.status == "completed" => return Ok(result),
                (_, Some(error)) => {
                    return Err(ErrorObject::internal(text(&error, "message").to_owned()));
                }
                _ if has_ended => {
                    let message = task.status_message.unwrap_or_else(|| "the task ended".into());
                    return Err(ErrorObject::internal(message));
                }
                _ => {}
            }
            if task.status_message != last {
                screen::progress(&printable(task.status_message.as_deref().unwrap_or_default()));
                last = task.status_message;
            }
            let mut new = InputRequests::new();
            for (key, request) in self.server.questions_of_task(task.input_requests.as_deref())? {
                if asked.insert(key.clone()) {
                    new.insert(key, request);
                }
            }
            if !new.is_empty() {
                let answers = self.answers_to(new).await?;
                let params = json!({ "taskId": id, "inputResponses": answers });
                self.request(Method::UpdateTask, params).await?;
            }
            sleep(POLL_INTERVAL).await;
        }
    }
}

/// What is read of a task.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FollowedTask {
    status: String,
    status_message: Option<String>,
    result: Option<Box<RawValue>>,
    error: Option<Value>,
    input_requests: Option<Box<RawValue>>,
}

/// The id of the task that a call became.
fn task_of(answer: &RawValue) -> Option<String> {
    let created = decode(answer).ok()?;
    (text(&created, "resultType") == DetailedTask::RESULT_TYPE)
        .then(|| text(&created, "taskId").to_owned())
}
