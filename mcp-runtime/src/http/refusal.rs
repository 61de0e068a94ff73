//! The refusal of an HTTP request, with its reason and status.

use std::ops::{Deref, DerefMut};

use http::header::{ALLOW, RETRY_AFTER};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};

use crate::jsonrpc::{ErrorCode, ErrorObject, Malformed, RemainsKind, RequestId};

/// The reason of a preflight that is refused, in metrics.
pub(super) const PREFLIGHT: &str = "preflight";

/// An error response, boxed to keep `Result`s small.
#[derive(Debug)]
pub(crate) struct Refusal(Box<Refused>);

/// An HTTP status, with an error object as the body.
#[derive(Debug)]
pub(crate) struct Refused {
    pub(crate) status: StatusCode,
    pub(crate) error: ErrorObject,
    /// The id of the request, if it could be read.
    pub(crate) id: Option<RequestId>,
    /// What tells the client how to continue; a name may occur several times.
    pub(crate) headers: HeaderMap,
    /// Whether it concerns HTTP alone: no message was read yet.
    is_of_http: bool,
    /// The label for metrics, where the status does not say enough.
    reason: Option<&'static str>,
}

impl Refusal {
    /// Creates a refusal for an error of HTTP alone, before a message was read.
    pub(crate) fn new(status: StatusCode, message: impl Into<String>) -> Self {
        let mut refusal = Self::with_error(status, ErrorObject::invalid_request(message.into()));
        refusal.is_of_http = true;
        refusal
    }

    /// Creates a refusal with a protocol error.
    pub(crate) fn with_error(status: StatusCode, error: ErrorObject) -> Self {
        let headers = HeaderMap::new();
        let is_of_http = false;
        Self(Box::new(Refused { status, error, id: None, headers, is_of_http, reason: None }))
    }

    /// Sets the reason by which metrics count it.
    pub(crate) fn because(mut self, reason: &'static str) -> Self {
        self.reason = Some(reason);
        self
    }

    /// Adds a header.
    pub(crate) fn header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.append(name, value);
        self
    }

    /// `405`: the method is not one of those that are served there.
    pub(crate) fn method_not_allowed(allowed: &'static str, place: &str) -> Self {
        let message = format!("only {allowed} is served {place}");
        let refusal = Self::new(StatusCode::METHOD_NOT_ALLOWED, message);
        refusal.header(ALLOW, HeaderValue::from_static(allowed))
    }

    /// `503`: a limit is reached, such as that of sessions; the client may retry later.
    pub(crate) fn overloaded(message: &'static str) -> Self {
        let refusal = Self::new(StatusCode::SERVICE_UNAVAILABLE, message);
        refusal.header(RETRY_AFTER, HeaderValue::from_static("30"))
    }

    /// `503` with the limit that is reached; the client may retry later.
    pub(crate) fn busy(error: ErrorObject) -> Self {
        let mut refusal = Self::overloaded("");
        refusal.error = error;
        refusal
    }

    /// The reason, as a label for metrics.
    pub(crate) fn reason(&self) -> &'static str {
        let of_status = match self.status.as_u16() {
            400 => "bad_request",
            401 => "unauthorized",
            403 => "forbidden",
            404 => "not_found",
            405 => "method_not_allowed",
            406 => "not_acceptable",
            408 => "too_slow",
            413 => "too_long",
            415 => "unsupported_media_type",
            429 => "rate",
            503 => "busy",
            _ => "other",
        };
        self.reason.unwrap_or(of_status)
    }

    /// `503`: the state that replicas share is unavailable.
    pub(crate) fn unavailable(message: &'static str) -> Self {
        let refusal = Self::new(StatusCode::SERVICE_UNAVAILABLE, message);
        refusal.header(RETRY_AFTER, HeaderValue::from_static("1"))
    }

    /// Sets the id of the request.
    pub(crate) fn of(mut self, id: Option<RequestId>) -> Self {
        self.id = id;
        self
    }

    /// Converts it to a response within a batch, which has no status of its own.
    pub(crate) fn malformed(self) -> Malformed {
        let Refused { error, id, .. } = *self.0;
        Malformed::request(id, error)
    }

    /// Logs it; the reason of a protocol error is left out, as it may quote the message.
    #[cold]
    pub(crate) fn log(&self) {
        let why = Some(&*self.error.message).filter(|_| self.is_of_http);
        let status = self.status.as_u16();
        let code = self.error.code.0;
        tracing::info!(
            http.response.status_code = status,
            rpc.response.status_code = code,
            why,
            "refused"
        );
    }
}

impl Deref for Refusal {
    type Target = Refused;

    fn deref(&self) -> &Refused {
        &self.0
    }
}

impl DerefMut for Refusal {
    fn deref_mut(&mut self) -> &mut Refused {
        &mut self.0
    }
}

/// A message that cannot be read. The id of a response is not that of a request of the client.
impl From<Malformed> for Refusal {
    fn from(Malformed { id, kind, error }: Malformed) -> Self {
        Self::from(error).of(id.filter(|_| kind != RemainsKind::Response))
    }
}

/// Text that has no messages.
impl From<ErrorObject> for Refusal {
    fn from(error: ErrorObject) -> Self {
        Self::with_error(StatusCode::BAD_REQUEST, error)
    }
}

/// Returns the status for a protocol error.
///
/// Source: [2026-07-28, "Transports", Streamable HTTP](https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http).
pub(crate) fn status(code: ErrorCode) -> StatusCode {
    match code {
        ErrorCode::METHOD_NOT_FOUND => StatusCode::NOT_FOUND,
        ErrorCode::INTERNAL_ERROR => StatusCode::INTERNAL_SERVER_ERROR,
        _ => StatusCode::BAD_REQUEST,
    }
}
