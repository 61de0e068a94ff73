//! The error type for everything that is not a message to the other side.

use std::fmt;
use std::io;
use std::time::Duration;

use crate::jsonrpc::{ErrorObject, printable};

mod answer;
mod public;

#[doc(hidden)]
pub use answer::RawAnswer;
pub use public::PublicError;

/// The result type of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The error type of this crate: of handlers, of clients and of `main`.
///
/// `main` prints errors with `Debug`, so `Debug` shows the message for people.
///
/// # What a client learns
///
/// A handler may fail with any error that implements `Display`: the client sees its message. In a
/// function that returns [`Result`], `?` converts [public](PublicError) errors: texts, and those of
/// the standard library and of serde_json. Errors of other crates may contain details that are not
/// for clients, and are shown only if you write so:
///
/// ```
/// use mcp_runtime::{Error, Result, tool};
/// # mod db {
/// #     pub fn find(_: &str) -> Result<String, std::env::VarError> { std::env::var("NO_DB") }
/// # }
///
/// /// Finds a row.
/// #[tool]
/// fn find(row: &str) -> Result<String> {
///     let number: u32 = row.trim().parse()?; // the client reads "invalid digit found in string"
///     if number == 0 {
///         return Err("rows begin with 1".into()); // and this
///     }
///     db::find(row).map_err(Error::internal) // but here "internal error"; the log has the rest
/// }
/// ```
///
/// It implements `std::error::Error`, so it works with `anyhow` and `thiserror`.
pub struct Error(Box<ErrorKind>);

enum ErrorKind {
    Build(Vec<String>),
    Io(&'static str, io::Error),
    Rpc(ErrorObject),
    Refused(ErrorObject),
    Lacking(ErrorObject),
    Http { status: u16, error: Option<ErrorObject>, text: String, retry_after: Option<Duration> },
    Unauthorized { status: u16, why: Error },
    Network { text: String, was_sent: bool },
    TimedOut(String),
    Cancelled,
    Closed(Option<String>),
    Other(BoxError),
    Internal(BoxError),
}

/// Any error, such as one that a layer returns. An [`ErrorObject`] is sent unchanged, any other
/// error as an internal error.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;

impl Error {
    /// Creates an error from the mistakes that keep a server from being built.
    #[doc(hidden)]
    pub fn build(mistakes: Vec<String>) -> Self {
        Self(Box::new(ErrorKind::Build(mistakes)))
    }

    /// An error of the system. The message begins with what failed, such as "cannot read the input".
    #[doc(hidden)]
    pub fn io(failed: &'static str, error: io::Error) -> Self {
        Self(Box::new(ErrorKind::Io(failed, error)))
    }

    #[doc(hidden)]
    pub fn closed() -> Self {
        Self(Box::new(ErrorKind::Closed(None)))
    }

    /// The connection ended for this reason.
    #[doc(hidden)]
    pub fn ended(why: impl Into<String>) -> Self {
        Self(Box::new(ErrorKind::Closed(Some(why.into()))))
    }

    /// A client's error response to a question, which is not sent on as the response to its own
    /// request.
    #[doc(hidden)]
    pub fn refused(error: ErrorObject) -> Self {
        Self(Box::new(ErrorKind::Refused(error)))
    }

    /// An unsuccessful HTTP response, with the error or the text in its body.
    #[doc(hidden)]
    pub fn http(status: u16, error: Option<ErrorObject>, text: impl Into<String>) -> Self {
        let text = text.into();
        let retry_after = None;
        Self(Box::new(ErrorKind::Http { status, error, text, retry_after }))
    }

    /// Adds after what time the server wants to be asked again.
    #[doc(hidden)]
    #[must_use]
    pub fn retried_after(mut self, time: Option<Duration>) -> Self {
        if let ErrorKind::Http { retry_after, .. } = &mut *self.0 {
            *retry_after = time;
        }
        self
    }

    /// The network failed before a response, or in the middle of it; `was_sent` says whether the
    /// other side may have the request.
    #[doc(hidden)]
    pub fn network(text: impl Into<String>, was_sent: bool) -> Self {
        Self(Box::new(ErrorKind::Network { text: text.into(), was_sent }))
    }

    /// A request was refused with this status, and there is nothing better to authorize it with.
    #[doc(hidden)]
    pub fn unauthorized(status: u16, why: Self) -> Self {
        Self(Box::new(ErrorKind::Unauthorized { status, why }))
    }

    /// A capability that the client lacks for a question, found only when the question is to be
    /// sent: for a tool an error like any other.
    #[doc(hidden)]
    pub fn lacking(error: ErrorObject) -> Self {
        Self(Box::new(ErrorKind::Lacking(error)))
    }

    #[doc(hidden)]
    pub fn timed_out(message: impl Into<String>) -> Self {
        Self(Box::new(ErrorKind::TimedOut(message.into())))
    }

    #[doc(hidden)]
    pub fn cancelled() -> Self {
        Self(Box::new(ErrorKind::Cancelled))
    }

    /// The protocol error with which a request is answered, if it is one.
    #[doc(hidden)]
    pub fn protocol(&self) -> Option<&ErrorObject> {
        match &*self.0 {
            ErrorKind::Rpc(error) => Some(error),
            ErrorKind::Http { error, .. } => error.as_ref(),
            _ => None,
        }
    }

    /// The missing capability, as the error of a revision that has no code for it.
    #[doc(hidden)]
    pub fn lacks(&self) -> Option<&ErrorObject> {
        match &*self.0 {
            ErrorKind::Lacking(error) => Some(error),
            _ => None,
        }
    }

    /// An error of the program: a message, or any other error.
    ///
    /// ```
    /// use mcp_runtime::{Error, Result};
    ///
    /// fn port() -> Result<u16> {
    ///     let port = std::env::var("PORT").map_err(|_| Error::other("PORT is not set"))?;
    ///     port.parse().map_err(Error::other)
    /// }
    /// # assert_eq!(format!("{:?}", port().unwrap_err()), "PORT is not set");
    /// ```
    pub fn other(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self(Box::new(ErrorKind::Other(error.into())))
    }

    /// An error whose details are not for clients: a client sees "internal error", and the details
    /// are logged.
    ///
    /// `Display` shows only that, too, even as part of another error; `Debug` shows the details,
    /// for `main`.
    pub fn internal(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        let error = error.into();
        let causes =
            std::iter::successors(Some(&*error as &dyn std::error::Error), |of| of.source());
        let messages: Vec<String> = causes.map(ToString::to_string).collect();
        tracing::error!(error = messages.join(": "), "internal error");
        Self(Box::new(ErrorKind::Internal(error)))
    }

    /// The error with which the other side responded, if any.
    pub fn rpc(&self) -> Option<&ErrorObject> {
        match &*self.0 {
            ErrorKind::Rpc(error) | ErrorKind::Refused(error) => Some(error),
            ErrorKind::Http { error, .. } => error.as_ref(),
            _ => None,
        }
    }

    /// The error with which the other side responded, or else this error, as a response to someone
    /// else.
    #[doc(hidden)]
    pub fn passed_on(&self) -> ErrorObject {
        self.rpc().cloned().unwrap_or_else(|| ErrorObject::internal(self.to_string()))
    }

    /// The status of the HTTP response that refused a request.
    pub fn http_status(&self) -> Option<u16> {
        match &*self.0 {
            ErrorKind::Http { status, .. } | ErrorKind::Unauthorized { status, .. } => {
                Some(*status)
            }
            _ => None,
        }
    }

    /// Whether a request was refused, and there is nothing better to authorize it with.
    #[doc(hidden)]
    pub fn is_unauthorized(&self) -> bool {
        matches!(&*self.0, ErrorKind::Unauthorized { .. })
    }

    /// How long to wait before the next attempt, if the server that refused the request says so: at
    /// most five minutes.
    ///
    /// Source: [RFC 9110, section 10.2.3](https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3).
    pub fn retry_after(&self) -> Option<Duration> {
        match &*self.0 {
            ErrorKind::Http { retry_after, .. } => *retry_after,
            _ => None,
        }
    }

    /// What kind of error of the system it is, if it is one.
    #[doc(hidden)]
    #[inline]
    pub fn io_kind(&self) -> Option<io::ErrorKind> {
        match &*self.0 {
            ErrorKind::Io(_, error) => Some(error.kind()),
            ErrorKind::Other(error) => error.downcast_ref::<io::Error>().map(io::Error::kind),
            _ => None,
        }
    }

    /// Whether the network failed; if so, whether the other side may have the request.
    #[doc(hidden)]
    pub fn network_failure(&self) -> Option<bool> {
        match &*self.0 {
            ErrorKind::Network { was_sent, .. } => Some(*was_sent),
            _ => None,
        }
    }

    /// Whether the reason passes by itself, so that another try may succeed: the network, the time,
    /// or a server that is busy or away.
    #[doc(hidden)]
    pub fn may_pass(&self) -> bool {
        match &*self.0 {
            ErrorKind::Http { status, .. } => {
                matches!(status, 408 | 425 | 429 | 500..) && !matches!(status, 501 | 505)
            }
            ErrorKind::Network { .. } | ErrorKind::TimedOut(_) => true,
            _ => false,
        }
    }

    /// Whether a response did not arrive in time.
    pub fn is_timeout(&self) -> bool {
        matches!(&*self.0, ErrorKind::TimedOut(_))
    }

    /// Whether the call that asked has ended, so that no response can arrive.
    pub fn is_cancelled(&self) -> bool {
        matches!(&*self.0, ErrorKind::Cancelled)
    }

    /// Whether the connection ended.
    pub fn is_closed(&self) -> bool {
        matches!(&*self.0, ErrorKind::Closed(_))
    }
}

/// A protocol error is unchanged; any other becomes an internal error with its message.
impl From<Error> for ErrorObject {
    fn from(error: Error) -> Self {
        match error.protocol().or(error.lacks()) {
            Some(error) => error.clone(),
            None => Self::internal(error.to_string()),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.0 {
            ErrorKind::Build(mistakes) => {
                f.write_str("the server cannot be built:")?;
                mistakes.iter().try_for_each(|mistake| write!(f, "\n- {mistake}"))
            }
            ErrorKind::Io(failed, error) => write!(f, "{failed}: {error}"),
            ErrorKind::Rpc(error) => write!(f, "{error}"),
            ErrorKind::Lacking(error) => f.write_str(&error.message),
            ErrorKind::Refused(error) => write!(f, "the client answered with an error: {error}"),
            ErrorKind::Http { error: Some(error), .. } => write!(f, "{error}"),
            ErrorKind::Http { status, text, .. } if text.is_empty() => {
                write!(f, "the server answered with the status {status}")
            }
            ErrorKind::Http { status, text, .. } => {
                write!(f, "the server answered with the status {status}: {text}")
            }
            ErrorKind::Unauthorized { why, .. } => write!(f, "{why}"),
            ErrorKind::TimedOut(message) | ErrorKind::Network { text: message, .. } => {
                f.write_str(message)
            }
            ErrorKind::Cancelled => f.write_str("the call was cancelled, or has ended"),
            ErrorKind::Closed(why) => f.write_str(why.as_deref().unwrap_or("the connection ended")),
            ErrorKind::Other(error) => write!(f, "{error}"),
            ErrorKind::Internal(_) => f.write_str("internal error"),
        }
    }
}

/// The message, made safe for a terminal: it may quote the other side, and `main` prints it.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.0 {
            ErrorKind::Internal(error) => f.write_str(&printable(&error.to_string())),
            _ => f.write_str(&printable(&self.to_string())),
        }
    }
}

impl std::error::Error for Error {
    #[inline]
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &*self.0 {
            ErrorKind::Io(_, error) => Some(error),
            ErrorKind::Rpc(error) | ErrorKind::Refused(error) => Some(error),
            // The error itself is already displayed.
            ErrorKind::Other(error) => error.source(),
            ErrorKind::Unauthorized { why, .. } => why.source(),
            _ => None,
        }
    }
}

impl From<ErrorObject> for Error {
    fn from(error: ErrorObject) -> Self {
        Self(Box::new(ErrorKind::Rpc(error)))
    }
}
