//! The context parameter for the task of a call.

use std::sync::Arc;
use std::time::Duration;

use crate::debug::short_debug;
use crate::error::Result;
use crate::jsonrpc::Peer as _;
use crate::server::asking::CallQuestions;
use crate::server::{Context, FromContext};

/// The task that a call is, or may become; a context parameter.
///
/// If the call is not a task, `id` is `None`, `attempt` is 1 and the other methods have no effect,
/// except that `detach` makes the call a task if it may become one: a handler is the same for both.
///
/// ```
/// use mcp_runtime::{TaskContext, tool};
///
/// /// Trains a model.
/// #[tool(task(required, ttl = "6h"))]
/// async fn train(epochs: u32, task: TaskContext) -> String {
///     for epoch in 1..=epochs {
///         task.set_status(format!("epoch {epoch} of {epochs}"));
///     }
///     "trained".to_owned()
/// }
/// ```
#[derive(Clone)]
pub struct TaskContext {
    asking: CallQuestions,
}

short_debug!(TaskContext {});

impl TaskContext {
    /// The id of the task, if the call is one. Use it as a key for side effects that must not
    /// happen twice if the task is run again.
    #[inline]
    pub fn id(&self) -> Option<Arc<str>> {
        self.asking.task().map(|(id, _)| id)
    }

    /// The number of times the task was started: 1, unless it declares `resume` and its process
    /// died.
    #[inline]
    pub fn attempt(&self) -> u32 {
        self.asking.task().map_or(1, |(_, attempt)| attempt)
    }

    /// Sets the status message of the task, as [progress](crate::Progress) with a message does,
    /// too.
    #[inline]
    pub fn set_status(&self, text: impl AsRef<str>) {
        self.asking.sink().report(text.as_ref());
    }

    /// Keeps the task for this long from now on, if that is longer than before, up to the
    /// [maximum](crate::Tasks::max_ttl) of the server.
    #[inline]
    pub fn keep_for(&self, time: Duration) {
        self.asking.keep_for(time);
    }

    /// Turns the call into a task at this point, if the tool declares `task(manual)` and the client
    /// supports tasks; earlier questions are asked as part of the call.
    #[inline]
    pub async fn detach(&self) {
        self.asking.detach().await;
    }
}

impl FromContext for TaskContext {
    const ASKS: bool = false;
    const READS_REQUEST: bool = false;
    const IS_READY: bool = true;

    #[inline]
    async fn from_context(context: &Context) -> Result<Self> {
        Ok(Self { asking: context.asking() })
    }
}
