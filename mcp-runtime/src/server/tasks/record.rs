//! What is kept of a task. Nothing of it says in which revision it was made, or is read.

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

/// How records are written, in case there will be another way.
pub(super) const FORMAT: u8 = 1;

/// How long the result of a task may be, in bytes.
pub(super) const LONGEST_OUTCOME: usize = 4 * 1024 * 1024;

/// What every look at a task needs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Head {
    pub(super) format: u8,
    pub(super) tool: String,
    /// Whose task it is; nobody else learns of it.
    pub(super) owner: Option<String>,
    /// The address that it is charged to, where nobody was authenticated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) address: Option<IpAddr>,
    pub(super) stage: Stage,
    pub(super) message: Option<String>,
    /// When it last changed, in milliseconds since 1970; 0 if it has not since it was made.
    pub(super) updated: u64,
    /// How long it is kept from its making, in milliseconds.
    pub(super) ttl: u64,
    pub(super) poll: u64,
    /// The process that runs it.
    pub(super) worker: String,
    /// How often it was started.
    pub(super) attempt: u32,
    /// How many of these were taken over from a process that had not ended: they do not count.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(super) spared: u32,
    /// How often it may be, if it can be run again.
    pub(super) attempts: Option<u32>,
}

impl Head {
    /// The caller that the task is charged to, as far as that means anything to another process.
    pub(super) fn caller(&self) -> Caller {
        match (&self.owner, self.address) {
            (Some(owner), _) => Caller::Principal(owner.as_str().into()),
            (None, Some(address)) => Caller::Address(address),
            (None, None) => Caller::Anonymous,
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes it so")]
fn is_zero(count: &u32) -> bool {
    *count == 0
}

/// How far a task is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Stage {
    Working,
    /// It waits for an answer.
    Asks,
    /// The tool is done.
    Completed,
    /// The tool is done, and says that it failed.
    ToolFailed,
    /// There is no result.
    Failed,
    Cancelled,
}

impl Stage {
    pub(super) fn is_terminal(self) -> bool {
        !matches!(self, Self::Working | Self::Asks)
    }

    /// The status that 2026-07-28 has for it: an error of the tool is a result.
    pub(super) fn status(self) -> TaskStatus {
        match self {
            Self::Working => TaskStatus::Working,
            Self::Asks => TaskStatus::InputRequired,
            Self::Completed | Self::ToolFailed => TaskStatus::Completed,
            Self::Failed => TaskStatus::Failed,
            Self::Cancelled => TaskStatus::Cancelled,
        }
    }

    /// The status that 2025-11-25 has for it: an error of the tool is a failure.
    pub(super) fn core_status(self) -> TaskStatus {
        match self {
            Self::ToolFailed => TaskStatus::Failed,
            other => other.status(),
        }
    }
}

/// What a task ended with, as the tool made it.
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
    pub(super) fn client(&self) -> ClientFacts {
        ClientFacts { info: self.client.clone(), capabilities: self.capabilities.clone() }
    }
}

/// A task, as its record has it.
#[derive(Debug)]
pub(super) struct TaskRecord {
    pub(super) id: Box<str>,
    /// When it was made, and what time it is now, by the clock of the store.
    pub(super) made_at: u64,
    pub(super) now: u64,
    pub(super) head: Head,
    pub(super) journal: TaskJournal,
    pub(super) outcome: Option<Outcome>,
    pub(super) size: RecordSize,
}

impl TaskRecord {
    /// Whether the time of the task is over, by which it is forgotten.
    pub(super) fn is_expired(&self) -> bool {
        self.now >= self.end_of_life()
    }

    /// When the time of the task is over, in milliseconds since 1970.
    pub(super) fn end_of_life(&self) -> u64 {
        self.made_at.saturating_add(self.head.ttl)
    }

    /// How long it is still kept.
    pub(super) fn left(&self) -> Duration {
        Duration::from_millis(self.end_of_life().saturating_sub(self.now))
    }

    /// Takes what the running call asks and knows.
    pub(super) fn take(&mut self, live: TaskJournal) {
        self.journal.take(live);
        self.settle();
    }

    /// Takes answers, a JSON object by the keys of the questions; whether any was one.
    pub(super) fn answer(&mut self, responses: &str) -> Result<bool, ErrorObject> {
        let taken = self.journal.answer(responses)?;
        self.settle();
        Ok(taken)
    }

    /// The task waits for answers as long as there is a question.
    fn settle(&mut self) {
        if !self.head.stage.is_terminal() {
            let asks = !self.journal.requests.is_empty();
            self.head.stage = if asks { Stage::Asks } else { Stage::Working };
        }
    }

    /// Ends the task, unless it has ended: the first end counts. Whether it was this one.
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
    pub(super) fn fail(&mut self, why: impl Into<Cow<'static, str>>) -> bool {
        let (stage, message, outcome) = Outcome::failed(ErrorObject::internal(why));
        self.end(stage, message, Some(outcome))
    }

    /// The task with a status, which its revision has chosen.
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

    /// What the call of the task is answered with, once there is that.
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
    /// What a call ended with: how the task ends, and what people are shown.
    pub(super) fn of(response: Response) -> (Stage, Option<String>, Self) {
        match response {
            Ok(Reply::Tool(result)) => {
                let failed = result.is_error == Some(true);
                let text = failed.then(|| first_text(&result)).flatten();
                let stage = if failed { Stage::ToolFailed } else { Stage::Completed };
                let wrap = result.wrap;
                (stage, text, Self::Tool { result, wrap })
            }
            Ok(_) => Self::failed(ErrorObject::internal("the call gave what is not a result")),
            Err(error) => Self::failed(error),
        }
    }

    pub(super) fn failed(error: ErrorObject) -> (Stage, Option<String>, Self) {
        (Stage::Failed, Some(shortened(&error.message)), Self::Error(error))
    }

    /// The end of a task whose result is too long to be kept.
    pub(super) fn too_long(bytes: usize) -> (Stage, Option<String>, Self) {
        Self::failed(ErrorObject::new(
            ErrorCode::INTERNAL_ERROR,
            format!("the result of a task may have {LONGEST_OUTCOME} bytes, not {bytes}"),
        ))
    }
}

/// What people read of a tool's failure: hosts show nothing else of it.
fn first_text(result: &CallToolResult) -> Option<String> {
    let text = result.content.iter().find_map(|block| block.as_text())?;
    Some(shortened(text))
}
