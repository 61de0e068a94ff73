//! What the rest of the server asks of tasks.
//!
//! It is behind a pointer that tools with `task` bring along, so that the program of any other server
//! has nothing of it.

use std::sync::Arc;
use std::time::Duration;

use crate::error::Result;
use crate::jsonrpc::ErrorObject;
use crate::negotiation::{Params, SubscriptionSet};
use crate::protocol::{Meta, Method, ProtocolVersion};
use crate::server::response::{BoxFuture, Step};
use crate::server::{Context, Server, not_offered};
use crate::store::Store;

/// How the calls of a tool become tasks.
#[derive(Clone, Copy, Debug)]
pub struct TaskDef {
    /// A client that cannot follow tasks is refused.
    pub(in crate::server) required: bool,
    /// The handler says when its call becomes a task.
    pub(super) manual: bool,
    /// How often it is started at most, if it runs again where its process died.
    pub(super) attempts: Option<u32>,
    /// How long a task is kept from its start, if not as long as the server says.
    pub(super) ttl: Option<Duration>,
    /// How long a client waits between two looks, if not as long as the server says.
    pub(super) poll: Option<Duration>,
    /// What is done by then does not become a task.
    pub(super) grace: Option<Duration>,
    /// What the model reads at once.
    pub(super) immediate: Option<&'static str>,
    /// Makes what serves tasks where the server does not say how.
    make: MakeService,
}

/// Makes what serves the tasks of a server.
type MakeService = fn(Option<Arc<dyn Store>>) -> Result<Arc<dyn TaskService>>;

impl TaskDef {
    /// A definition that says nothing more.
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

    /// A client that cannot follow tasks is refused.
    pub const fn required(self) -> Self {
        Self { required: true, ..self }
    }

    /// The handler says when its call becomes a task.
    pub const fn manual(self) -> Self {
        Self { manual: true, ..self }
    }

    /// It runs again where its process died, and is started this often at most.
    pub const fn resume(self, attempts: u32) -> Self {
        Self { attempts: Some(attempts), ..self }
    }

    /// How long a task is kept from its start.
    pub const fn ttl(self, ttl: Duration) -> Self {
        Self { ttl: Some(ttl), ..self }
    }

    /// How long a client waits between two looks.
    pub const fn poll(self, poll: Duration) -> Self {
        Self { poll: Some(poll), ..self }
    }

    /// What is done by then does not become a task.
    pub const fn grace(self, grace: Duration) -> Self {
        Self { grace: Some(grace), ..self }
    }

    /// What the model reads at once.
    pub const fn immediate(self, text: &'static str) -> Self {
        Self { immediate: Some(text), ..self }
    }

    /// Makes what serves the tasks of a server that does not say how, in the store of the server.
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
    /// The person is asked before it runs.
    pub(in crate::server) is_confirmed: bool,
}

/// The tasks of a server.
pub(in crate::server) trait TaskService: Send + Sync {
    /// Lets the call of a tool become a task, if its request says so.
    ///
    /// # Errors
    ///
    /// The client has to ask for a task, or must not.
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
    /// Why the request is refused.
    fn request(
        self: Arc<Self>,
        context: Context,
        method: Method,
        params: &Params<'_>,
    ) -> Result<Step, ErrorObject>;

    /// Looks whether a client may listen to tasks.
    ///
    /// # Errors
    ///
    /// The client names too many, or has not declared the extension.
    fn check_listener(&self, context: &Context, ids: &[String]) -> Result<(), ErrorObject>;

    /// Subscribes a client to its tasks, and says which these are. It is notified at once of those that have
    /// ended, since nothing more happens to them.
    fn listen<'a>(
        &'a self,
        context: &'a Context,
        subscriptions: &'a SubscriptionSet,
        ids: Vec<String>,
    ) -> BorrowedFuture<'a, Result<Vec<String>, ErrorObject>>;

    /// The notification that a task has changed, for those who listen to it.
    fn changed<'a>(
        &'a self,
        id: &'a str,
        version: ProtocolVersion,
        meta: Option<&'a Meta>,
    ) -> BorrowedFuture<'a, Option<Vec<u8>>>;

    /// Another replica says that a task has changed; or it may have said it of any.
    fn on_change(&self, id: Option<&str>);

    /// Looks after tasks from now on: those of this process, and those of processes that have ended.
    fn begin(self: Arc<Self>, server: &Server);

    /// Leaves tasks that can be run again to other processes, waits so long for the others, and fails
    /// those that have not ended: this process is about to.
    fn end(self: Arc<Self>, drain: Duration) -> BoxFuture<()>;
}

/// A future that borrows from whoever asked for it.
pub(super) type BorrowedFuture<'a, T> = std::pin::Pin<Box<dyn Future<Output = T> + Send + 'a>>;

impl Server {
    /// Serves a request about tasks, if there are any.
    pub(in crate::server) fn task_request(
        &self,
        context: Context,
        method: Method,
        params: &Params<'_>,
    ) -> Result<Step, ErrorObject> {
        let tasks = self.0.tasks.clone().ok_or_else(|| not_offered(method))?;
        tasks.request(context, method, params)
    }

    /// Looks after tasks from the start of a process on.
    #[allow(dead_code, reason = "only a process that serves by itself starts and ends")]
    pub(crate) fn begin_tasks(&self) {
        if let Some(tasks) = self.0.tasks.clone() {
            tasks.begin(self);
        }
    }

    /// The process is about to end.
    #[allow(dead_code, reason = "only a process that serves by itself starts and ends")]
    pub(crate) async fn end_tasks(&self) {
        if let Some(tasks) = self.0.tasks.clone() {
            tasks.end(self.drain()).await;
        }
    }
}
