//! The kind of a handler: for messages about it, and for the shape of its failures.

use std::any::Any;
use std::fmt::{self, Write as _};
use std::sync::Arc;
use std::time::Duration;

use crate::error::Error;
use crate::jsonrpc::{ErrorObject, FailureCause};
use crate::protocol::Violation;
use crate::protocol::{CallToolResult, Method};
use crate::server::namespace::Namespace;
use crate::server::respond::{Explains, Failure};
use crate::server::{Reply, Response};

/// A tool, a prompt or another handler, by its name.
#[derive(Clone)]
pub(crate) enum HandlerKind {
    Tool(Arc<str>),
    Prompt(Arc<str>),
    Resource(Arc<str>),
    /// A handler of another protocol, by what that calls it, such as `agent`.
    OfProtocol(&'static str, Arc<str>),
    /// A method of an extension; or code that is not a handler, such as middleware.
    Request(Method),
}

impl HandlerKind {
    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Tool(name)
            | Self::Prompt(name)
            | Self::Resource(name)
            | Self::OfProtocol(_, name) => name,
            Self::Request(method) => method.name(),
        }
    }

    /// Returns the kind with the name that clients see.
    #[inline]
    pub(super) fn within(&self, namespace: &Namespace) -> Self {
        match self {
            Self::Tool(name) => Self::Tool(namespace.name(name).into()),
            Self::Prompt(name) => Self::Prompt(namespace.name(name).into()),
            Self::Resource(uri) => Self::Resource(namespace.uri(uri).into()),
            Self::OfProtocol(..) | Self::Request(_) => self.clone(),
        }
    }

    /// Whether it serves a method that an extension defines.
    pub(crate) fn is_of_extension(&self) -> bool {
        matches!(self, Self::Request(Method::Extension(_)))
    }

    /// Reports bad arguments: for a tool as an error result that a model can correct, otherwise as
    /// `-32602`.
    ///
    /// Source: SEP-1303; [2025-11-25, "Tools", error handling](https://modelcontextprotocol.io/specification/2025-11-25/server/tools#error-handling).
    pub(crate) fn invalid_arguments(&self, problems: &[Violation], unknown: &[String]) -> Response {
        let mut text = format!("Invalid arguments for {self}:");
        for problem in problems {
            let _ = write!(text, "\n- {problem}");
        }
        for key in unknown {
            let _ = write!(text, "\n- {key}");
        }
        self.failure(text, ErrorObject::invalid_params)
    }

    /// Reports a panic. Its payload can contain paths and secrets, so it only goes to the log.
    pub(crate) fn panicked(&self, payload: &(dyn Any + Send)) -> Response {
        let text = payload
            .downcast_ref::<&str>()
            .copied()
            .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
            .unwrap_or("a payload that is not text");
        tracing::error!(handler = %self, panic = text, "a handler panicked");
        let text = format!("{self} failed: internal error");
        self.failure_because(FailureCause::Panicked, text)
    }

    pub(crate) fn timed_out(&self, limit: Duration) -> Response {
        let limit = humantime::format_duration(limit);
        let text = format!("{self} took longer than {limit}");
        self.failure_because(FailureCause::TimedOut, text)
    }

    /// Reports a failure that the handler did not return itself.
    fn failure_because(&self, cause: FailureCause, text: String) -> Response {
        let mut response = self.failure(text, |text| ErrorObject::internal(text).because(cause));
        if let Ok(Reply::Tool(result)) = &mut response {
            result.meta.set_cause(cause);
        }
        response
    }

    /// Reports the error of a handler, or of one of its context parameters.
    pub(crate) fn error_response(&self, error: Error) -> Response {
        let error = Failure(error).error();
        match self {
            Self::Tool(_) => error.tool_response(),
            Self::Prompt(_) | Self::Resource(_) | Self::OfProtocol(..) | Self::Request(_) => {
                error.response()
            }
        }
    }

    /// Reports a failure: for a tool as an error result, otherwise as an error.
    pub(crate) fn failure(
        &self,
        text: String,
        error: impl FnOnce(String) -> ErrorObject,
    ) -> Response {
        match self {
            Self::Tool(_) => Ok(Reply::Tool(CallToolResult::error(text))),
            Self::Prompt(_) | Self::Resource(_) | Self::OfProtocol(..) | Self::Request(_) => {
                Err(error(text))
            }
        }
    }
}

impl fmt::Display for HandlerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tool(name) => write!(f, "tool `{name}`"),
            Self::Prompt(name) => write!(f, "prompt `{name}`"),
            Self::Resource(name) => write!(f, "resource `{name}`"),
            Self::OfProtocol(kind, name) => write!(f, "{kind} `{name}`"),
            Self::Request(method) => write!(f, "method `{method}`"),
        }
    }
}
