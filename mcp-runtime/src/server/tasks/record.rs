//! The record of a task. It does not depend on the revision in which it was made, or is read.

use std::borrow::Cow;
use std::net::IpAddr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::shares::RecordSize;
use crate::caller::Caller;
use crate::clock::iso;
use crate::jsonrpc::{ErrorCode, ErrorObject};
use crate::negotiation::ClientFacts;
use crate::protocol::{
    CallToolResult, ClientCapabilities, Implementation, ProtocolVersion, Task, TaskStatus,
    shortened,
};
use crate::server::asking::TaskJournal;
use crate::server::{Reply, Response};

/// The version of the record format.
pub(super) const FORMAT: u8 = 1;

/// The maximum size of the result of a task, in bytes.
pub(super) const LONGEST_OUTCOME: usize = 4 * 1024 * 1024;

/// The part of a record that every read needs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Head {
    pub(super) format: u8,
    pub(super) tool: String,
    /// The principal that owns the task; no other caller can see it.
    pub(super) owner: Option<String>,
    /// The address that it is charged to, if the caller was not authenticated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) address: Option<IpAddr>,
    pub(super) stage: Stage,
    pub(super) message: Option<String>,
    /// When it last changed, in milliseconds since 1970; 0 if it has not changed since its
    /// creation.
    pub(super) updated: u64,
    /// How long it is kept from its creation, in milliseconds.
    pub(super) ttl: u64,
    pub(super) poll: u64,
    /// The process that runs it.
    pub(super) worker: String,
    /// The number of times it was started.
    pub(super) attempt: u32,
    /// The number of attempts taken over from a process that was still alive: they do not count.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(super) spared: u32,
    /// The maximum number of attempts, if it can be run again.
    pub(super) attempts: Option<u32>,
}

impl Head {
    /// The caller that the task is charged to, as far as that means anything to another process.
    #[inline]
    pub(super) fn caller(&self) -> Caller {
        match (&self.owner, self.address) {
            (Some(owner), _) => Caller::Principal(owner.as_str().into()),
            (None, Some(address)) => Caller::Address(address),
            (None, None) => Caller::Anonymous,
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes it so")]
#[inline]
fn is_zero(count: &u32) -> bool {
    *count == 0
}

/// The stage of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Stage {
    Working,
    /// The task waits for an answer.
    Asks,
    /// The tool succeeded.
    Completed,
    /// The tool returned an error result.
    ToolFailed,
    /// The task ended without a result.
    Failed,
    Cancelled,
}

impl Stage {
    #[inline]
    pub(super) fn is_terminal(self) -> bool {
        !matches!(self, Self::Working | Self::Asks)
    }

    /// The status in 2026-07-28, where a tool error is a result.
    #[inline]
    pub(super) fn status(self) -> TaskStatus {
        match self {
            Self::Working => TaskStatus::Working,
            Self::Asks => TaskStatus::InputRequired,
            Self::Completed | Self::ToolFailed => TaskStatus::Completed,
            Self::Failed => TaskStatus::Failed,
            Self::Cancelled => TaskStatus::Cancelled,
        }
    }

    /// The status in 2025-11-25, where a tool error is a failure.
    #[inline]
    pub(super) fn core_status(self) -> TaskStatus {
        match self {
            Self::ToolFailed => TaskStatus::Failed,
            other => other.status(),
        }
    }
}

/// The outcome of a task, as the tool returned it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Outcome {
    Tool { result: CallToolResult, wrap: bool },
    Error(ErrorObject),
}

/// What is needed to run the call again.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct StoredCall {
    pub(super) version: ProtocolVersion,
    pub(super) client: Option<Implementation>,
    pub(super) capabilities: ClientCapabilities,
    /// The arguments, as JSON text.
    pub(super) arguments: Option<String>,
}

impl StoredCall {
    #[inline]
    pub(super) fn client(&self) -> ClientFacts {
        ClientFacts { info: self.client.clone(), capabilities: self.capabilities.clone() }
    }
}

/// A task, as stored in its record.
#[derive(Debug)]
pub(super) struct TaskRecord {
    pub(super) id: Box<str>,
    /// When it was created, and the current time, by the clock of the store.
    pub(super) made_at: u64,
    pub(super) now: u64,
    pub(super) head: Head,
    pub(super) journal: TaskJournal,
    pub(super) outcome: Option<Outcome>,
    pub(super) size: RecordSize,
}

impl TaskRecord {
    /// Whether another process runs the task in a later attempt.
    #[inline]
    pub(super) fn is_run_after(&self, attempt: u32) -> bool {
        !self.head.stage.is_terminal() && self.head.attempt > attempt
    }

    /// Whether this process still runs the task, in this attempt.
    #[inline]
    pub(super) fn is_run_by(&self, worker: &str, attempt: u32) -> bool {
        !self.head.stage.is_terminal() && self.head.worker == worker && self.head.attempt == attempt
    }

    /// Whether the task has expired.
    #[inline]
    pub(super) fn is_expired(&self) -> bool {
        self.now >= self.end_of_life()
    }

    /// When the task expires, in milliseconds since 1970.
    #[inline]
    pub(super) fn end_of_life(&self) -> u64 {
        self.made_at.saturating_add(self.head.ttl)
    }

    /// How long until the task expires.
    #[inline]
    pub(super) fn left(&self) -> Duration {
        Duration::from_millis(self.end_of_life().saturating_sub(self.now))
    }

    /// Merges what the running call asks and knows.
    #[inline]
    pub(super) fn take(&mut self, live: TaskJournal) {
        self.journal.take(live);
        self.settle();
    }

    /// Takes answers from a JSON object, by the keys of the questions; returns whether any was
    /// used.
    #[inline]
    pub(super) fn answer(&mut self, responses: &str) -> Result<bool, ErrorObject> {
        let taken = self.journal.answer(responses)?;
        self.settle();
        Ok(taken)
    }

    /// Updates the stage: the task waits for answers as long as there is an open question.
    #[inline]
    fn settle(&mut self) {
        if !self.head.stage.is_terminal() {
            let asks = !self.journal.requests.is_empty();
            self.head.stage = if asks { Stage::Asks } else { Stage::Working };
        }
    }

    /// Ends the task, unless it has ended already; returns whether this call ended it.
    #[inline]
    pub(super) fn end(
        &mut self,
        stage: Stage,
        message: Option<String>,
        outcome: Option<Outcome>,
    ) -> bool {
        let runs = !self.head.stage.is_terminal();
        if runs {
            self.head.stage = stage;
            self.head.message = message.or(self.head.message.take());
            self.journal = TaskJournal::default();
            self.outcome = outcome;
        }
        runs
    }

    /// Ends the task without a result.
    #[inline]
    pub(super) fn fail(&mut self, why: impl Into<Cow<'static, str>>) -> bool {
        let (stage, message, outcome) = Outcome::failed(ErrorObject::internal(why));
        self.end(stage, message, Some(outcome))
    }

    /// The task as clients see it, with the status that the revision has chosen.
    #[inline]
    pub(super) fn task(&self, status: TaskStatus) -> Task {
        let updated = if self.head.updated == 0 { self.made_at } else { self.head.updated };
        let mut task = Task::new(&*self.id, iso(self.made_at));
        task.status = status;
        task.status_message.clone_from(&self.head.message);
        task.last_updated_at = iso(updated);
        task.ttl = Some(self.head.ttl);
        task.poll_interval = Some(self.head.poll);
        task
    }

    /// The response to the call of the task, once it has ended.
    #[inline]
    pub(super) fn response(&self) -> Option<Response> {
        match (&self.outcome, self.head.stage) {
            (Some(Outcome::Tool { result, wrap }), _) => {
                let mut result = result.clone();
                result.wrap = *wrap;
                Some(Ok(Reply::Tool(result)))
            }
            (Some(Outcome::Error(error)), _) => Some(Err(error.clone())),
            (None, Stage::Cancelled) => {
                Some(Err(ErrorObject::internal("the task was cancelled; it has no result")))
            }
            (None, stage) => {
                stage.is_terminal().then(|| Err(ErrorObject::internal("the task has no result")))
            }
        }
    }
}

impl Outcome {
    /// Converts the response of a call to the final stage, the status message and the outcome.
    #[inline]
    pub(super) fn of(response: Response) -> (Stage, Option<String>, Self) {
        match response.and_then(Reply::expanded) {
            Ok(Reply::Tool(result)) => {
                let failed = result.is_error == Some(true);
                let text = failed.then(|| first_text(&result)).flatten();
                let stage = if failed { Stage::ToolFailed } else { Stage::Completed };
                let wrap = result.wrap;
                (stage, text, Self::Tool { result, wrap })
            }
            Ok(_) => Self::failed(ErrorObject::internal("the call did not return a tool result")),
            Err(error) => Self::failed(error),
        }
    }

    #[inline]
    pub(super) fn failed(error: ErrorObject) -> (Stage, Option<String>, Self) {
        (Stage::Failed, Some(shortened(&error.message)), Self::Error(error))
    }

    /// The end of a task whose result is too long to be kept.
    #[inline]
    pub(super) fn too_long(bytes: usize) -> (Stage, Option<String>, Self) {
        Self::failed(ErrorObject::new(
            ErrorCode::INTERNAL_ERROR,
            format!(
                "the result of a task may be at most {LONGEST_OUTCOME} bytes long, not {bytes}"
            ),
        ))
    }
}

/// The status message for a failed tool: hosts show nothing else of the failure.
#[inline]
fn first_text(result: &CallToolResult) -> Option<String> {
    let text = result.content.iter().find_map(|block| block.as_text())?;
    Some(shortened(text))
}
