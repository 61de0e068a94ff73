//! Why a call did not give a result.

use std::fmt;

use mcp_runtime_client::Error;

use crate::state::ServerState;

/// Whether the tool of a failed call ran, as far as that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CallOutcome {
    /// The call did not reach the server.
    NotSent,
    /// The connection was lost, or the time was over, while the call ran: it may have taken effect.
    Unknown,
    /// The server has answered with an error, or the call could not be made.
    Refused,
}

/// The error of a call that gave no result.
///
/// The failure of a tool is not one: it is a result with `is_error`.
pub struct CallError {
    server: Option<String>,
    state: Option<ServerState>,
    outcome: CallOutcome,
    message: String,
    error: Option<Error>,
}

impl CallError {
    /// There is no such tool, or no such server.
    pub(crate) fn unknown(message: String) -> Self {
        Self { server: None, state: None, outcome: CallOutcome::Refused, message, error: None }
    }

    /// The user, or a rule, does not allow the call.
    pub(crate) fn denied(server: &str) -> Self {
        let message = "The user did not allow this call.".to_owned();
        Self { server: Some(server.to_owned()), ..Self::unknown(message) }
    }

    /// The server is not in a state in which it can be called.
    pub(crate) fn not_ready(server: &str, state: ServerState) -> Self {
        let message = format!("the server {server} {state}");
        let outcome = CallOutcome::NotSent;
        Self { server: Some(server.to_owned()), state: Some(state), outcome, message, error: None }
    }

    /// The server was called, and gave no result.
    pub(crate) fn of(server: &str, tool: &str, state: ServerState, error: Error) -> Self {
        let (outcome, message) = if error.network_failure() == Some(false) {
            (CallOutcome::NotSent, error.to_string())
        } else if is_of_transport(&error) {
            let message = format!(
                "The connection was lost while `{tool}` ran. The call may have taken effect: check \
                 before you call it again. ({error})"
            );
            (CallOutcome::Unknown, message)
        } else if error.is_timeout() {
            (
                CallOutcome::Unknown,
                format!("`{tool}` took too long, and may have taken effect: {error}"),
            )
        } else {
            (CallOutcome::Refused, error.to_string())
        };
        let server = Some(server.to_owned());
        let state = Some(state);
        Self { server, state, outcome, message, error: Some(error) }
    }

    /// The server that was to be called, if there is one.
    #[must_use]
    pub fn server(&self) -> Option<&str> {
        self.server.as_deref()
    }

    /// The state of the server at that time.
    #[must_use]
    pub fn state(&self) -> Option<&ServerState> {
        self.state.as_ref()
    }

    /// Whether the tool ran.
    #[must_use]
    pub fn outcome(&self) -> CallOutcome {
        self.outcome
    }

    /// The error of the connection, or that of the server's response.
    #[must_use]
    pub fn error(&self) -> Option<&Error> {
        self.error.as_ref()
    }
}

/// Whether an error tells nothing of the server itself: its connection, or what is in front of it.
pub(crate) fn is_of_transport(error: &Error) -> bool {
    let is_gateway = |status| matches!(status, 404 | 502 | 503 | 504);
    let is_of_gateway = error.rpc().is_none() && error.http_status().is_some_and(is_gateway);
    error.is_closed() || error.network_failure().is_some() || is_of_gateway
}

/// What a model reads, too.
impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl fmt::Debug for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CallError")
            .field("server", &self.server)
            .field("outcome", &self.outcome)
            .field("message", &self.message)
            .finish_non_exhaustive()
    }
}

impl std::error::Error for CallError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.error.as_ref().and_then(std::error::Error::source)
    }
}

impl From<CallError> for Error {
    fn from(error: CallError) -> Self {
        Self::other(error)
    }
}
