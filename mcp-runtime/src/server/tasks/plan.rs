//! Decides whether a request becomes a task: only here do the two systems differ in when.

use std::time::Duration;

use super::{TaskDef, TaskManager};
use crate::jsonrpc::ErrorObject;
use crate::negotiation::{Params, RequestContext};
use crate::protocol::{ClientCapability, ExtensionId, Method, ProtocolVersion};
use crate::server::required_capabilities;

/// The protocol that the responses and messages of a task follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TaskSystem {
    /// The core tasks of 2025-11-25: the client requests a task.
    Core,
    /// The extension of 2026-07-28: the server decides.
    Extension,
}

impl TaskSystem {
    /// The task system of a revision, if it has one.
    #[inline]
    pub(super) fn of(version: ProtocolVersion) -> Option<Self> {
        if Method::UpdateTask.from_client(version) {
            Some(Self::Extension)
        } else {
            Method::GetTaskPayload.from_client(version).then_some(Self::Core)
        }
    }
}

/// The parameters of a task that are decided before it begins.
#[derive(Clone, Debug)]
pub(super) struct TaskPlan {
    pub(super) system: TaskSystem,
    pub(super) def: TaskDef,
    pub(super) ttl: Duration,
    pub(super) poll: Duration,
}

impl TaskManager {
    /// Plans how a call of a tool becomes a task; `None` if it stays a call.
    ///
    /// # Errors
    ///
    /// If the call must run as a task, or must not.
    #[inline]
    pub(super) fn plan(
        &self,
        name: &str,
        def: Option<TaskDef>,
        request: &RequestContext,
        params: &Params<'_>,
    ) -> Result<Option<TaskPlan>, ErrorObject> {
        let Some(system) = TaskSystem::of(request.version) else { return Ok(None) };
        let asked = match system {
            TaskSystem::Core => params.member("task").filter(|task| *task != "null"),
            TaskSystem::Extension => is_declared(request).then_some("{}"),
        };
        let (asked, def) = match (asked, def) {
            (Some(asked), Some(def)) => (asked, def),
            (None, Some(def)) if def.required => return Err(required(system, name)),
            (Some(_), None) if system == TaskSystem::Core => {
                return Err(ErrorObject::method_not_found(format!(
                    "tool `{name}` does not run as a task; call it without `task`"
                )));
            }
            _ => return Ok(None),
        };
        let ttl = ttl(asked)?
            .or(def.ttl)
            .unwrap_or(self.settings.ttl)
            .clamp(self.settings.min_ttl, self.settings.max_ttl.max(self.settings.min_ttl));
        let poll = def.poll.unwrap_or(self.settings.poll);
        Ok(Some(TaskPlan { system, def, ttl, poll }))
    }
}

/// Whether the client of a request has declared the extension.
#[inline]
pub(super) fn is_declared(request: &RequestContext) -> bool {
    request.client.capabilities.supports(ClientCapability::Extension(ExtensionId::TASKS))
}

/// The error for a client that has not declared the extension.
#[inline]
pub(super) fn undeclared() -> ErrorObject {
    required_capabilities::lacking(&ClientCapability::Extension(ExtensionId::TASKS).into())
}

#[inline]
fn required(system: TaskSystem, name: &str) -> ErrorObject {
    match system {
        TaskSystem::Core => ErrorObject::method_not_found(format!(
            "tool `{name}` runs only as a task; call it with `task`, such as \"task\": {{}}"
        )),
        TaskSystem::Extension => {
            let mut error = undeclared();
            error.message =
                format!("tool `{name}` runs only as a task, and {}", error.message).into();
            error
        }
    }
}

/// The `ttl` that the client requests for the task.
#[inline]
fn ttl(asked: &str) -> Result<Option<Duration>, ErrorObject> {
    #[derive(serde::Deserialize)]
    struct TtlParams {
        ttl: Option<u64>,
    }
    let asked: TtlParams = serde_json::from_str(asked).map_err(|error| {
        let text = "`task` must be an object, whose `ttl` is a whole number of milliseconds";
        ErrorObject::invalid_params(format!("{text}: {error}"))
    })?;
    Ok(asked.ttl.map(Duration::from_millis))
}
