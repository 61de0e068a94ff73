//! What the server answers: done at once or to be waited for, until it is shaped for a revision and written.

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
    SubscriptionsListenResult, revisions,
};

/// The answer to a request: a result, or an error of the protocol.
pub type Response = Result<Reply, ErrorObject>;

/// The result of a request.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Reply {
    /// Of `tools/call`.
    Tool(CallToolResult),
    /// Of `prompts/get`.
    Prompt(GetPromptResult),
    /// Of `resources/read`.
    Resource(ReadResourceResult),
    /// Of a resource that changes, before its reading is done.
    #[doc(hidden)]
    Watched(ReadResourceResult, Watch),
    /// Of `completion/complete`.
    Completion(CompleteResult),
    /// Of `subscriptions/listen`, when it ends.
    Listen(SubscriptionsListenResult),
    /// Of a call that asks before it continues; only of a modern one.
    InputRequired(InputRequiredResult),
    /// Of a method that an extension defines, or of a kind that it defines.
    Extension(ExtensionResult),
    /// Done, with nothing to say.
    Empty(EmptyResult),
    /// JSON that has been shaped for the revision of the request already, such as a list.
    Encoded(Arc<RawValue>),
}

impl Reply {
    /// A result of a kind that an extension defines, and lists with `results(..)`.
    ///
    /// # Errors
    ///
    /// When the value is not a JSON object.
    pub fn typed(result_type: &str, value: &impl Serialize) -> Result<Self> {
        let result = ExtensionResult::of(value).map_err(Error::other)?;
        Ok(Self::Extension(result.with_type(result_type)))
    }

    /// What answers a request that the session has dealt with.
    pub(crate) fn settled(error: Option<ErrorObject>) -> Response {
        error.map_or_else(|| Ok(Self::Empty(EmptyResult::default())), Err)
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
/// From 2026-07-28 on a result says what it is and who made it; before, neither existed.
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
                error.code = revisions::resource_not_found(version);
            }
            return write_error(out, Some(id), false, error);
        }
        Ok(reply) => write_result(out, id, |out| reply.write(out, version, server)),
    };
    if let Err(error) = written {
        tracing::error!(%error, "a result is not JSON");
        write_error(out, Some(id), false, &ErrorObject::internal("the result is not JSON"));
    }
}

impl From<CallToolResult> for Reply {
    fn from(result: CallToolResult) -> Self {
        Self::Tool(result)
    }
}

/// A future of a response, owned by its driver alone.
pub type BoxFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// What calling a handler gives.
///
/// A handler that is done at once costs no task and no channel.
pub enum Step {
    /// The handler is done.
    Ready(Response),
    /// The handler waits for something.
    Pending(BoxFuture<Response>),
}

impl Step {
    /// The response, once it is there.
    pub(crate) async fn response(self) -> Response {
        match self {
            Self::Ready(response) => response,
            Self::Pending(future) => future.await,
        }
    }

    /// Runs a step as far as it goes without waiting.
    ///
    /// Whoever waits for the rest leaves a waker of its own, so this one may do nothing.
    #[inline]
    pub(crate) fn advance(self) -> Self {
        let Self::Pending(mut future) = self else { return self };
        match future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(response) => Self::Ready(response),
            Poll::Pending => Self::Pending(future),
        }
    }

    /// A sync handler, which is done when it returns.
    pub fn ready(response: Response) -> Self {
        Self::Ready(response)
    }
}

impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ready(response) => f.debug_tuple("Ready").field(response).finish(),
            Self::Pending(_) => f.debug_tuple("Pending").finish_non_exhaustive(),
        }
    }
}
