//! How a request ended.

use crate::jsonrpc::FailureCause;
use crate::server::{Reply, Response};

/// How a request ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Outcome {
    /// With a result.
    Ok,
    /// With a tool result that reports an error.
    ToolError,
    /// With a protocol error.
    Error,
    /// With questions to the client, to be answered first.
    InputRequired,
    /// The request was dropped before it completed.
    Cancelled,
    /// The request exceeded its timeout.
    TimedOut,
    /// The handler panicked.
    Panicked,
    /// A limit refused the request; see [`CompletedRequest::refused`](super::CompletedRequest::refused).
    Refused,
}

impl Outcome {
    /// All outcomes.
    pub const ALL: [Self; 8] = [
        Self::Ok,
        Self::ToolError,
        Self::Error,
        Self::InputRequired,
        Self::Cancelled,
        Self::TimedOut,
        Self::Panicked,
        Self::Refused,
    ];

    /// The name used in metrics and logs.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::ToolError => "tool_error",
            Self::Error => "error",
            Self::InputRequired => "input_required",
            Self::Cancelled => "cancelled",
            Self::TimedOut => "timed_out",
            Self::Panicked => "panicked",
            Self::Refused => "refused",
        }
    }

    pub(crate) fn of(response: &Response, cause: Option<FailureCause>) -> Self {
        match cause {
            Some(FailureCause::TimedOut) => return Self::TimedOut,
            Some(FailureCause::Panicked) => return Self::Panicked,
            Some(FailureCause::Busy | FailureCause::Rate | FailureCause::Concurrency) => {
                return Self::Refused;
            }
            None => {}
        }
        match response {
            Ok(Reply::Tool(result)) if result.is_error == Some(true) => Self::ToolError,
            Ok(Reply::InputRequired(_)) => Self::InputRequired,
            Ok(_) => Self::Ok,
            Err(_) => Self::Error,
        }
    }
}

/// The cause of a failure that no handler decided on.
pub(crate) fn cause(response: &Response) -> Option<FailureCause> {
    match response {
        Ok(Reply::Tool(result)) => result.meta.cause(),
        Ok(_) => None,
        Err(error) => error.cause,
    }
}

/// The limit that refused a request, if one did.
pub(super) fn refused(cause: FailureCause) -> Option<&'static str> {
    match cause {
        FailureCause::Busy => Some("busy"),
        FailureCause::Rate => Some("rate"),
        FailureCause::Concurrency => Some("concurrency"),
        FailureCause::TimedOut | FailureCause::Panicked => None,
    }
}
