//! Responses of the server: ready or pending, then shaped for a revision and written.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use serde::Serialize;
use serde_json::value::RawValue;

use super::resource_watch::Watch;
use crate::error::{Error, Result};
use crate::jsonrpc::{ErrorCode, ErrorObject, RequestId, write_error, write_result};
use crate::protocol::{
    CallToolResult, CompleteResult, EmptyResult, ExtensionResult, GetPromptResult,
    InputRequiredResult, ProtocolVersion, ReadResourceResult, SendResult, ServerInfo,
    StructuredResult, SubscriptionsListenResult, older_revisions,
};

/// The response to a request: a result, or a protocol error.
pub type Response = Result<Reply, ErrorObject>;

/// The result of a request.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Reply {
    /// The result of `tools/call`.
    Tool(CallToolResult),
    /// The result of `tools/call` of most tools, until somebody looks at it.
    #[doc(hidden)]
    Structured(StructuredResult),
    /// The result of `prompts/get`.
    Prompt(GetPromptResult),
    /// The result of `resources/read`.
    Resource(ReadResourceResult),
    /// The result of reading a resource that changes, before the read is completed.
    #[doc(hidden)]
    Watched(ReadResourceResult, Watch),
    /// The result of `completion/complete`.
    Completion(CompleteResult),
    /// The result of `subscriptions/listen`, when it ends.
    Listen(SubscriptionsListenResult),
    /// The result of a call that needs input before it continues; only in modern revisions.
    InputRequired(InputRequiredResult),
    /// The result of an extension's method, or a result type that an extension defines.
    Extension(ExtensionResult),
    /// An empty result.
    Empty(EmptyResult),
    /// JSON that has already been shaped for the revision of the request, such as a list.
    Encoded(Arc<RawValue>),
}

impl Reply {
    /// Creates a result of a type that an extension defines, and lists with `results(..)`.
    ///
    /// # Errors
    ///
    /// When the value is not a JSON object.
    pub fn typed(result_type: &str, value: &impl Serialize) -> Result<Self> {
        let result = ExtensionResult::of(value).map_err(Error::other)?;
        Ok(Self::Extension(result.with_type(result_type)))
    }

    /// Returns the response to a request that the session has handled.
    pub(crate) fn settled(error: Option<ErrorObject>) -> Response {
        error.map_or_else(|| Ok(Self::Empty(EmptyResult::default())), Err)
    }

    /// Turns structured content into the result of a tool, for code that looks at replies.
    ///
    /// # Errors
    ///
    /// When it is not JSON.
    pub fn expanded(self) -> Response {
        match self {
            Self::Structured(result) => result.into_result().map(Self::Tool).map_err(not_json),
            other => Ok(other),
        }
    }

    fn write(
        &mut self,
        out: &mut Vec<u8>,
        version: ProtocolVersion,
        server: &Arc<ServerInfo>,
    ) -> serde_json::Result<()> {
        match self {
            Self::Encoded(json) => {
                out.extend_from_slice(json.get().as_bytes());
                Ok(())
            }
            Self::Tool(result) => result.shape(version, server).write(out),
            Self::Structured(result) => result.write(out, version, server),
            Self::Prompt(result) => result.shape(version, server).write(out),
            Self::Resource(result) | Self::Watched(result, _) => {
                result.shape(version, server).write(out)
            }
            Self::Completion(result) => result.shape(version, server).write(out),
            Self::Listen(result) => result.shape(version, server).write(out),
            Self::InputRequired(result) => result.shape(version, server).write(out),
            Self::Extension(result) => result.shape(version, server).write(out),
            Self::Empty(result) => result.shape(version, server).write(out),
        }
    }
}

/// Appends the response to one request, shaped for a revision.
///
/// From 2026-07-28 on, a result has a type and names its server; earlier revisions have neither.
pub(crate) fn write_response(
    out: &mut Vec<u8>,
    id: &RequestId,
    version: ProtocolVersion,
    server: &Arc<ServerInfo>,
    response: &mut Response,
) {
    let written = match response {
        Err(error) => {
            if error.code == ErrorCode::RESOURCE_NOT_FOUND {
                error.code = older_revisions::resource_not_found(version);
            }
            return write_error(out, Some(id), false, error);
        }
        Ok(reply) => write_result(out, id, |out| reply.write(out, version, server)),
    };
    if let Err(error) = written {
        tracing::error!(%error, "could not serialize a result as JSON");
        write_error(
            out,
            Some(id),
            false,
            &ErrorObject::internal("the result cannot be serialized as JSON"),
        );
    }
}

/// The error for a result that cannot be written as JSON.
#[expect(clippy::needless_pass_by_value, reason = "it is for `map_err`")]
pub(super) fn not_json(error: serde_json::Error) -> ErrorObject {
    ErrorObject::internal(format!("the result cannot be serialized as JSON: {error}"))
}

impl From<CallToolResult> for Reply {
    fn from(result: CallToolResult) -> Self {
        Self::Tool(result)
    }
}

/// A boxed future, such as that of a response, owned only by the task that polls it.
pub type BoxFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// Spawns a task. Boxed, so that the machinery of tasks is compiled once, and not for each future.
#[inline(never)]
pub(crate) fn spawn(future: BoxFuture<()>) -> tokio::task::JoinHandle<()> {
    tokio::spawn(future)
}

/// The outcome of calling a handler.
///
/// A handler that is done at once needs no task and no channel.
pub enum Step {
    /// The handler is done.
    Ready(Response),
    /// The handler waits for something.
    Pending(BoxFuture<Response>),
}

impl Step {
    /// A step that is done.
    pub(super) fn of(reply: Reply) -> Self {
        Self::Ready(Ok(reply))
    }

    /// Keeps a guard until the response of a pending step.
    pub(super) fn holding(self, guard: impl Send + 'static) -> Self {
        match self {
            Self::Ready(response) => Self::Ready(response),
            Self::Pending(future) => Self::Pending(Box::pin(async move {
                let _guard = guard;
                future.await
            })),
        }
    }

    /// Waits for the response.
    ///
    /// # Errors
    ///
    /// Those of the response.
    pub async fn response(self) -> Response {
        match self {
            Self::Ready(response) => response,
            Self::Pending(future) => future.await,
        }
    }

    /// Runs a pending step as far as possible without waiting, if it is admitted; otherwise the
    /// error is the response. A ready step needs no admission.
    ///
    /// The task that waits for the rest registers its own waker, so this one does nothing.
    #[inline]
    pub(crate) fn poll_if_admitted<T>(
        &mut self,
        admit: impl FnOnce() -> std::result::Result<T, ErrorObject>,
    ) -> Option<T> {
        let Self::Pending(future) = self else { return None };
        match admit() {
            Ok(admission) => {
                let mut noop = Context::from_waker(Waker::noop());
                if let Poll::Ready(response) = future.as_mut().poll(&mut noop) {
                    *self = Self::Ready(response);
                }
                Some(admission)
            }
            Err(error) => {
                *self = Self::Ready(Err(error));
                None
            }
        }
    }
}

impl fmt::Debug for Step {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ready(response) => f.debug_tuple("Ready").field(response).finish(),
            Self::Pending(_) => f.debug_tuple("Pending").finish_non_exhaustive(),
        }
    }
}
