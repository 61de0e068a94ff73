//! An extension of a third party, as its author writes it.

use std::sync::Mutex;

use mcp_runtime::middleware::Reply;
use mcp_runtime::{
    Context, ErrorObject, ExtensionNotification, ExtensionRequest, MetaEntry, Negotiated, Next,
    Result, ToolCall, around, extension, handlers, method, notified, tool,
};
use serde::{Deserialize, Serialize};

/// Runs many calls as one.
#[extension(
    "com.example/batch",
    since = "2025-11-25",
    settings = Self::settings,
    client = Settings,
    results("batch"),
    notifies(Progress, Stopped)
)]
#[derive(Default)]
pub(super) struct Batch {
    pub(super) hints: Mutex<Vec<u32>>,
}

/// What either side says of it.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Settings {
    pub(super) max_items: Option<u32>,
}

/// A part of it is done.
#[derive(Serialize, Deserialize, ExtensionNotification)]
#[notification(
    "notifications/batch/progress",
    extension = Batch,
    topic = "batchIds",
    key = batch_id
)]
#[serde(rename_all = "camelCase")]
pub(super) struct Progress {
    pub(super) batch_id: String,
    pub(super) done: u32,
}

/// All of it is stopped.
#[derive(Serialize, Deserialize, ExtensionNotification)]
#[notification("notifications/batch/stopped", extension = Batch, topic = "batchesStopped")]
pub(super) struct Stopped {}

/// It has begun.
#[derive(Serialize, ExtensionNotification)]
#[notification("notifications/batch/begun", extension = Batch)]
pub(super) struct Begun {
    pub(super) count: usize,
}

/// A request to run a batch.
#[derive(Serialize, ExtensionRequest)]
#[request("com.example/batch/run", extension = Batch, result = Report)]
pub(super) struct Run {
    pub(super) calls: Vec<String>,
}

/// A request to stop one.
#[derive(Serialize, ExtensionRequest)]
#[request("com.example/batch/stop", extension = Batch, name = "batchId")]
#[serde(rename_all = "camelCase")]
pub(super) struct Stop {
    pub(super) batch_id: String,
}

/// How it went.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Report {
    pub(super) count: usize,
    pub(super) most: Option<u32>,
}

/// What a request belongs to.
#[derive(Deserialize, MetaEntry)]
#[meta("com.example/batch")]
pub(super) struct Member {
    pub(super) group: String,
}

/// What stands in the place of the result of a tool.
#[derive(Serialize, Deserialize)]
pub(super) struct Queued {
    pub(super) id: String,
}

#[handlers]
impl Batch {
    fn settings(&self) -> Settings {
        Settings { max_items: Some(10) }
    }

    #[method(Run::METHOD)]
    async fn run(
        &self,
        calls: Vec<String>,
        theirs: Negotiated<Self>,
        context: Context,
    ) -> Result<Report> {
        context.notify(Begun { count: calls.len() }).await?;
        Ok(Report { count: calls.len(), most: theirs.max_items })
    }

    #[method("com.example/batch/stop", name = batch_id, since = "2026-07-28", rename_all = "camelCase")]
    fn stop(&self, batch_id: &str) -> Result<(), ErrorObject> {
        match batch_id {
            "none" => Err(ErrorObject::invalid_params("no such batch")),
            _ => Ok(()),
        }
    }

    #[method("com.example/batch/old", until = "2025-11-25")]
    fn old(&self) {}

    #[method("com.example/batch/about", open)]
    fn about(&self, theirs: Option<Negotiated<Self>>) -> Report {
        Report { count: 0, most: theirs.and_then(|theirs| theirs.client.max_items) }
    }

    #[notified("notifications/batch/hint")]
    async fn hint(&self, items: u32) {
        self.hints.lock().unwrap().push(items);
    }

    /// The hints so far.
    #[tool(read_only)]
    fn hints(&self) -> String {
        format!("{:?}", self.hints.lock().unwrap())
    }

    /// Says in which group it is called.
    #[tool(read_only)]
    fn group(&self, member: Option<Member>) -> String {
        member.map_or_else(|| "none".to_owned(), |member| member.group)
    }

    /// Says in which group it is called, and has to be in one.
    #[tool(read_only)]
    fn grouped(&self, member: Member) -> String {
        member.group
    }

    /// How many items the client takes, if it says so.
    #[tool(read_only)]
    fn most(&self, theirs: Option<Negotiated<Self>>) -> String {
        format!("{:?}", theirs.and_then(|theirs| theirs.max_items))
    }

    /// Is there for clients with the extension.
    #[tool(only = Batch)]
    fn only(&self) -> &'static str {
        "only"
    }

    #[around(tool)]
    async fn around(&self, call: ToolCall, next: Next) -> Result<Reply> {
        match call.arguments()["queue"].as_str() {
            Some("batch") => Reply::typed("batch", &Queued { id: call.name() }),
            Some(other) => Reply::typed(other, &Queued { id: call.name() }),
            None => next.run(call).await,
        }
    }
}
