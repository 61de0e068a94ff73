//! The interface of tasks to the rest of the server.
//!
//! It is behind a pointer that tools with `task` provide, so that the program of any other server
//! contains none of this code.

use std::sync::Arc;
use std::time::Duration;

use serde_json::value::RawValue;

use crate::error::Result;
use crate::jsonrpc::ErrorObject;
use crate::negotiation::{Params, SubscriptionSet};
use crate::protocol::{InputRequests, Meta, Method, ProtocolVersion};
use crate::server::response::{BoxFuture, Step};
use crate::server::{Context, Server, not_offered};
use crate::store::Store;

/// How the calls of a tool become tasks.
#[derive(Clone, Copy, Debug)]
pub struct TaskDef {
    /// Whether clients that do not support tasks are refused.
    pub(in crate::server) required: bool,
    /// Whether the handler decides when its call becomes a task.
    pub(super) manual: bool,
    /// The maximum number of attempts, if it is run again after its process died.
    pub(super) attempts: Option<u32>,
    /// How long a task is kept from its start, if not the server's default.
    pub(super) ttl: Option<Duration>,
    /// The poll interval for clients, if not the server's default.
    pub(super) poll: Option<Duration>,
    /// A call that completes within this time does not become a task.
    pub(super) grace: Option<Duration>,
    /// The text that the model receives at once.
    pub(super) immediate: Option<&'static str>,
    /// Creates the task service if the server does not configure one.
    make: MakeService,
}

/// Creates the task service of a server.
type MakeService = fn(Option<Arc<dyn Store>>) -> Result<Arc<dyn TaskService>>;

impl TaskDef {
    /// A definition with the defaults.
    pub(super) const fn of(make: MakeService) -> Self {
        Self {
            required: false,
            manual: false,
            attempts: None,
            ttl: None,
            poll: None,
            grace: None,
            immediate: None,
            make,
        }
    }

    /// Refuses clients that do not support tasks.
    pub const fn required(self) -> Self {
        Self { required: true, ..self }
    }

    /// Lets the handler decide when its call becomes a task.
    pub const fn manual(self) -> Self {
        Self { manual: true, ..self }
    }

    /// Runs it again after its process died, with at most this many attempts.
    pub const fn resume(self, attempts: u32) -> Self {
        Self { attempts: Some(attempts), ..self }
    }

    /// Sets how long a task is kept from its start.
    pub const fn ttl(self, ttl: Duration) -> Self {
        Self { ttl: Some(ttl), ..self }
    }

    /// Sets the poll interval for clients.
    pub const fn poll(self, poll: Duration) -> Self {
        Self { poll: Some(poll), ..self }
    }

    /// Sets the time within which a call completes without becoming a task.
    pub const fn grace(self, grace: Duration) -> Self {
        Self { grace: Some(grace), ..self }
    }

    /// Sets the text that the model receives at once.
    pub const fn immediate(self, text: &'static str) -> Self {
        Self { immediate: Some(text), ..self }
    }

    /// Creates the default task service, on the store of the server.
    pub(in crate::server) fn make(
        &self,
        store: Option<Arc<dyn Store>>,
    ) -> Result<Arc<dyn TaskService>> {
        (self.make)(store)
    }
}

/// A tool, as far as its tasks are concerned.
#[derive(Clone, Copy)]
pub(in crate::server) struct ToolOfTask<'a> {
    pub(in crate::server) name: &'a str,
    pub(in crate::server) def: Option<TaskDef>,
    /// Whether the user is asked to confirm before it runs.
    pub(in crate::server) is_confirmed: bool,
}

/// The tasks of a server.
pub(in crate::server) trait TaskService: Send + Sync {
    /// Lets the call of a tool become a task, if its request allows it.
    ///
    /// # Errors
    ///
    /// If the call must run as a task, or must not.
    fn may_become_task(
        self: Arc<Self>,
        context: &mut Context,
        tool: ToolOfTask<'_>,
        params: &Params<'_>,
    ) -> Result<(), ErrorObject>;

    /// Serves a request about tasks.
    ///
    /// # Errors
    ///
    /// If the request is refused.
    fn request(
        self: Arc<Self>,
        context: Context,
        method: Method,
        params: &Params<'_>,
    ) -> Result<Step, ErrorObject>;

    /// Checks whether a client may listen to tasks.
    ///
    /// # Errors
    ///
    /// If the client names too many, or has not declared the extension.
    fn check_listener(&self, context: &Context, ids: &[String]) -> Result<(), ErrorObject>;

    /// Subscribes a client to its tasks, and returns their ids. It is notified at once of those
    /// that have ended, since nothing more happens to them.
    fn listen<'a>(
        &'a self,
        context: &'a Context,
        subscriptions: &'a SubscriptionSet,
        ids: Vec<String>,
    ) -> BorrowedFuture<'a, Result<Vec<String>, ErrorObject>>;

    /// The questions of a task, as its client reads them.
    ///
    /// # Errors
    ///
    /// If they cannot be read.
    fn questions(&self, json: &RawValue) -> serde_json::Result<InputRequests>;

    /// The notification that a task has changed, for its subscribers.
    fn changed<'a>(
        &'a self,
        id: &'a str,
        version: ProtocolVersion,
        meta: Option<&'a Meta>,
    ) -> BorrowedFuture<'a, Option<Vec<u8>>>;

    /// Called when another replica reports that a task has changed; without an id, any may have.
    fn on_change(&self, id: Option<&str>);

    /// Starts to manage tasks: those of this process, and those of processes that have ended.
    fn begin(self: Arc<Self>, server: &Server);

    /// Prepares for the end of this process: leaves tasks that can be run again to other processes,
    /// waits up to `drain` for the others, and fails those that have not ended by then.
    fn end(self: Arc<Self>, drain: Duration) -> BoxFuture<()>;
}

/// A boxed future that may borrow.
pub(super) type BorrowedFuture<'a, T> = std::pin::Pin<Box<dyn Future<Output = T> + Send + 'a>>;

impl Server {
    /// Serves a request about tasks, if there are any.
    pub(in crate::server) fn task_request(
        &self,
        context: Context,
        method: Method,
        params: &Params<'_>,
    ) -> Result<Step, ErrorObject> {
        let tasks = self.0.persistence.tasks.clone().ok_or_else(|| not_offered(method))?;
        tasks.request(context, method, params)
    }

    /// The questions of a task, from the JSON that its client gets.
    ///
    /// # Errors
    ///
    /// If they cannot be read.
    pub(crate) fn questions_of_task(
        &self,
        json: Option<&RawValue>,
    ) -> Result<InputRequests, ErrorObject> {
        let (Some(json), Some(tasks)) = (json, &self.0.persistence.tasks) else {
            return Ok(InputRequests::default());
        };
        tasks.questions(json).map_err(|error| ErrorObject::internal(error.to_string()))
    }

    /// Starts to manage tasks when the process starts.
    pub(crate) fn begin_tasks(&self) {
        if let Some(tasks) = self.0.persistence.tasks.clone() {
            tasks.begin(self);
        }
    }

    /// Ends the management of tasks before the process ends.
    pub(crate) async fn end_tasks(&self) {
        if let Some(tasks) = self.0.persistence.tasks.clone() {
            tasks.end(self.drain()).await;
        }
    }
}
